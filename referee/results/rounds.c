/* rounds.c - see rounds.h. Only SQL knows the table `meeting` (record_league.c). */
#include "config.h"

#include "referee/results/rounds.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/record/record_parts.h"

#include <string.h>

/* ---- writing --------------------------------------------------------------------------------- */

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

/* ---- showing --------------------------------------------------------------------------------- */

enum { COLUMNS_MAX = 8, CELL_SIZE = 128 };

/* A column of what a question answers, as people read it. */
struct column {
    const char *heading;
    const char *none; /* for NULL; may be NULL itself: nothing */
    bool left;        /* its texts begin below each other */
};

struct table {
    const char *title, *question;
    struct column column[COLUMNS_MAX];
};

/* The text of the row, or without one the heading; valid until the next step. */
static const char *cell(const struct column *column, sqlite3_stmt *rows, int number,
                        char text[CELL_SIZE]) {
    if (!rows)
        return column->heading[0] ? _(column->heading) : "";
    const char *found = (const char *)sqlite3_column_text(rows, number);
    if (!found)
        return column->none ? _(column->none) : "";
    text_readable(text, CELL_SIZE, found);
    return text;
}

static void print_line(const struct table *table, sqlite3_stmt *rows, int columns, const int *width,
                       FILE *file) {
    char text[CELL_SIZE];
    for (int i = 0; i < columns; i++) {
        const struct column *column = &table->column[i];
        const char *found = cell(column, rows, i, text);
        fputs(i ? "  " : "", file);
        if (column->left)
            text_print_left(file, i == columns - 1 ? 0 : width[i], found);
        else
            text_print_right(file, width[i], found);
    }
    fprintf(file, "\n");
}

static void widen(const struct table *table, sqlite3_stmt *rows, int columns, int *width) {
    char text[CELL_SIZE];
    for (int i = 0; i < columns; i++) {
        int taken = text_columns(cell(&table->column[i], rows, i, text));
        width[i] = taken > width[i] ? taken : width[i];
    }
}

/* Each column is as wide as it must be. */
static bool print_table(struct record *record, const struct table *table, FILE *file, char *error) {
    sqlite3_stmt *rows;
    int width[COLUMNS_MAX] = {0}, code;
    if (sqlite3_prepare_v2(record->db, table->question, -1, &rows, NULL) != SQLITE_OK)
        return record_fail(record, error);
    int columns = sqlite3_column_count(rows);
    widen(table, NULL, columns, width);
    while (sqlite3_step(rows) == SQLITE_ROW)
        widen(table, rows, columns, width);
    sqlite3_reset(rows);
    print_line(table, NULL, columns, width, file);
    while ((code = sqlite3_step(rows)) == SQLITE_ROW)
        print_line(table, rows, columns, width, file);
    bool done = code == SQLITE_DONE || record_fail(record, error);
    sqlite3_finalize(rows);
    return done;
}

/* A bye is a meeting won, with no margin. */
static const struct table swiss_table = {
    N_("Swiss: round %lld of %lld"),
    "WITH side AS ("
    " SELECT engine1 AS engine, engine2 AS other, margin1 AS margin, winner FROM meeting"
    " UNION ALL SELECT engine2, engine1, margin2, winner FROM meeting WHERE engine2 IS NOT NULL),"
    " result AS ("
    " SELECT engine, SUM(winner IS engine) AS won, SUM(winner IS NULL) AS drawn,"
    "  SUM(winner <> engine) AS lost, SUM(other IS NULL) AS byes, SUM(margin) AS margin"
    " FROM side GROUP BY engine)"
    " SELECT ROW_NUMBER() OVER best, name, printf('%.1f', won + drawn / 2.0),"
    "  printf('%+d', margin), won, drawn, COALESCE(lost, 0), byes"
    " FROM result JOIN engine ON engine.id = engine"
    " WINDOW best AS (ORDER BY 2 * won + drawn DESC, margin DESC, engine.id) ORDER BY 1",
    {{.heading = ""},
     {.heading = N_("player"), .left = true},
     {.heading = N_("points")},
     {.heading = N_("margin")},
     {.heading = N_("won")},
     {.heading = N_("drawn")},
     {.heading = N_("lost")},
     {.heading = N_("byes")}}};

static const struct table knockout_table = {
    N_("Knockout: round %lld of %lld"),
    "SELECT round, first.name, second.name, CASE WHEN engine2 THEN printf('%+d', margin1) END,"
    "  best.name FROM meeting JOIN engine AS first ON first.id = engine1"
    " LEFT JOIN engine AS second ON second.id = engine2"
    " LEFT JOIN engine AS best ON best.id = winner ORDER BY round, number",
    {{.heading = N_("round")},
     {.heading = N_("player"), .left = true},
     {.heading = N_("against"), .none = N_("bye"), .left = true},
     {.heading = N_("margin")},
     {.heading = N_("goes on"), .none = N_("tied"), .left = true}}};

static bool print_winner(struct record *record, FILE *file, char *error) {
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(record->db,
                           "SELECT engine.name FROM league, meeting JOIN engine"
                           " ON engine.id = winner WHERE round = rounds",
                           -1, &row, NULL) != SQLITE_OK)
        return record_fail(record, error);
    const struct column name = {.heading = ""};
    char text[CELL_SIZE];
    if (sqlite3_step(row) == SQLITE_ROW)
        fprintf(file, _("winner: %s\n"), cell(&name, row, 0, text));
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
    const struct table *table = swiss ? &swiss_table : &knockout_table;
    fputs("\n", file);
    fprintf(file, _(table->title), (long long)done, (long long)rounds);
    fputs("\n", file);
    return print_table(record, table, file, error) && (swiss || print_winner(record, file, error));
}
