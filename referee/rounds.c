/* rounds.c - see rounds.h. Only SQL knows the table `meeting` (record_league.c). */
#include "config.h"

#include "referee/rounds.h"

#include "referee/record_parts.h"

#include <string.h>

/* ---- writing ----------------------------------------------------------------------------------
 */

static void bind_engine(sqlite3_stmt *statement, int column, int engine) {
    if (engine == TOURNAMENT_NOBODY)
        sqlite3_bind_null(statement, column);
    else
        sqlite3_bind_int(statement, column, engine + 1);
}

static bool write_meetings(struct record *record, const struct tournament *tournament,
                           sqlite3_stmt *insert, char *error) {
    const struct tournament_meeting *meeting;
    int count = tournament_meetings(tournament, &meeting);
    for (int i = 0; i < count; i++) {
        sqlite3_bind_int(insert, 1, tournament_round(tournament) + 1);
        sqlite3_bind_int(insert, 2, i + 1);
        for (int k = 0; k < 2; k++) {
            bind_engine(insert, 3 + k, meeting[i].engine[k]);
            sqlite3_bind_int64(insert, 5 + k, meeting[i].margin[k]);
        }
        bind_engine(insert, 7, tournament_winner(tournament, &meeting[i]));
        if (sqlite3_step(insert) != SQLITE_DONE)
            return record_fail(record, error);
        sqlite3_reset(insert);
    }
    return true;
}

bool rounds_record(struct record *record, const struct tournament *tournament, char *error) {
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(record->db,
                           "INSERT OR REPLACE INTO meeting VALUES (?, ?, ?, ?, ?, ?, ?)", -1,
                           &insert, NULL) != SQLITE_OK)
        return record_fail(record, error);
    bool done = record_run(record, "BEGIN IMMEDIATE", error);
    bool kept = done && write_meetings(record, tournament, insert, error);
    sqlite3_finalize(insert);
    kept = kept && record_run(record, "COMMIT", error);
    if (done && !kept)
        sqlite3_exec(record->db, "ROLLBACK", NULL, NULL, NULL);
    return kept;
}

/* ---- showing ----------------------------------------------------------------------------------
 */

enum { COLUMNS_MAX = 8, CELL_SIZE = 128 };

/* A column's name is its heading; one that begins with '-', which is not shown, has its text on the
 * left. */
static bool is_left(sqlite3_stmt *rows, int column) {
    return sqlite3_column_name(rows, column)[0] == '-';
}

/* The heading, or the text of the row. */
static const char *cell(sqlite3_stmt *rows, int column, bool heading, char text[CELL_SIZE]) {
    const char *from = heading ? sqlite3_column_name(rows, column) + is_left(rows, column)
                               : (const char *)sqlite3_column_text(rows, column);
    text_printable(text, CELL_SIZE, from ? from : "");
    return text;
}

static void print_line(sqlite3_stmt *rows, bool heading, const int *width, FILE *file) {
    char text[CELL_SIZE];
    int columns = sqlite3_column_count(rows);
    for (int i = 0; i < columns; i++) {
        int room = is_left(rows, i) ? i == columns - 1 ? 0 : -width[i] : width[i];
        fprintf(file, "%s%*s", i ? "  " : "", room, cell(rows, i, heading, text));
    }
    fprintf(file, "\n");
}

static void widen(sqlite3_stmt *rows, bool heading, int *width) {
    char text[CELL_SIZE];
    for (int i = 0; i < sqlite3_column_count(rows); i++) {
        int length = (int)strlen(cell(rows, i, heading, text));
        width[i] = length > width[i] ? length : width[i];
    }
}

/* The rows that a question of at most COLUMNS_MAX columns answers, each column as wide as it must
 * be. */
static bool print_rows(struct record *record, const char *sql, FILE *file, char *error) {
    sqlite3_stmt *rows;
    int width[COLUMNS_MAX] = {0}, code;
    if (sqlite3_prepare_v2(record->db, sql, -1, &rows, NULL) != SQLITE_OK)
        return record_fail(record, error);
    widen(rows, true, width);
    while (sqlite3_step(rows) == SQLITE_ROW)
        widen(rows, false, width);
    sqlite3_reset(rows);
    print_line(rows, true, width, file);
    while ((code = sqlite3_step(rows)) == SQLITE_ROW)
        print_line(rows, false, width, file);
    bool done = code == SQLITE_DONE || record_fail(record, error);
    sqlite3_finalize(rows);
    return done;
}

/* A bye is a meeting won, with no margin. */
static const char swiss_table[] =
    "WITH side AS ("
    " SELECT engine1 AS engine, engine2 AS other, margin1 AS margin, winner FROM meeting"
    " UNION ALL SELECT engine2, engine1, margin2, winner FROM meeting WHERE engine2 IS NOT NULL),"
    " result AS ("
    " SELECT engine, SUM(winner IS engine) AS won, SUM(winner IS NULL) AS drawn,"
    "  SUM(winner <> engine) AS lost, SUM(other IS NULL) AS byes, SUM(margin) AS margin"
    " FROM side GROUP BY engine)"
    " SELECT ROW_NUMBER() OVER best AS \"\", name AS \"-player\","
    "  printf('%.1f', won + drawn / 2.0) AS points, printf('%+d', margin) AS margin,"
    "  won, drawn, COALESCE(lost, 0) AS lost, byes"
    " FROM result JOIN engine ON engine.id = engine"
    " WINDOW best AS (ORDER BY 2 * won + drawn DESC, margin DESC, engine.id) ORDER BY 1";

static const char knockout_table[] =
    "SELECT round, first.name AS \"-player\", COALESCE(second.name, 'bye') AS \"-against\","
    "  CASE WHEN engine2 THEN printf('%+d', margin1) ELSE '' END AS margin,"
    "  COALESCE(best.name, 'tied') AS \"-goes on\""
    " FROM meeting JOIN engine AS first ON first.id = engine1"
    " LEFT JOIN engine AS second ON second.id = engine2"
    " LEFT JOIN engine AS best ON best.id = winner ORDER BY round, number";

static bool print_winner(struct record *record, FILE *file, char *error) {
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(record->db,
                           "SELECT engine.name FROM league, meeting JOIN engine"
                           " ON engine.id = winner WHERE round = rounds",
                           -1, &row, NULL) != SQLITE_OK)
        return record_fail(record, error);
    char text[CELL_SIZE];
    if (sqlite3_step(row) == SQLITE_ROW)
        fprintf(file, "winner: %s\n", cell(row, 0, false, text));
    sqlite3_finalize(row);
    return true;
}

bool rounds_print(struct record *record, FILE *file, char *error) {
    int64_t swiss, knockout, rounds, done;
    if (!record_ask(record, "SELECT format = 'swiss' FROM league", &swiss, error) ||
        !record_ask(record, "SELECT format = 'knockout' FROM league", &knockout, error) ||
        !record_ask(record, "SELECT rounds FROM league", &rounds, error) ||
        !record_ask(record, "SELECT COALESCE(MAX(round), 0) FROM meeting", &done, error))
        return false;
    if (!done || !(swiss || knockout))
        return true;
    fprintf(file, "\n%s: round %lld of %lld\n", swiss ? "Swiss" : "Knockout", (long long)done,
            (long long)rounds);
    return print_rows(record, swiss ? swiss_table : knockout_table, file, error) &&
           (swiss || print_winner(record, file, error));
}
