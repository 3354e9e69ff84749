/* rounds.c - see rounds.h. Only SQL knows the table `meeting` (record_league.c). */
#include "config.h"

#include "referee/results/rounds.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/record/record_parts.h"
#include "referee/results/standings.h"

#include <stdlib.h>

/* ---- writing --------------------------------------------------------------------------------- */

static void bind_engine(sqlite3_stmt *statement, int column, int engine) {
    if (engine == MEETING_NOBODY)
        sqlite3_bind_null(statement, column);
    else
        sqlite3_bind_int(statement, column, engine + 1);
}

static bool write_meetings(struct record *record, const struct tournament *tournament,
                           sqlite3_stmt *insert, char *error) {
    const struct meeting *meeting;
    int count = tournament_meetings(tournament, &meeting);
    for (int i = 0; i < count; i++) {
        sqlite3_bind_int(insert, 1, meeting[i].round + 1);
        sqlite3_bind_int(insert, 2, i + 1);
        for (int k = 0; k < 2; k++) {
            bind_engine(insert, 3 + k, meeting[i].engine[k]);
            sqlite3_bind_int64(insert, 5 + k, meeting[i].margin[k]);
        }
        bind_engine(insert, 7, meeting[i].winner);
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

enum { CELL_SIZE = 128 };

struct table {
    const struct format_column *column;
    const struct standings *standings;
    int64_t (*row)[FORMAT_COLUMNS];
    int columns, rows, width[FORMAT_COLUMNS];
};

static const char *write_engine(const struct table *table, int64_t engine, const char *nobody,
                                char text[CELL_SIZE]) {
    const char *name = standings_name(table->standings, (int)engine);
    if (!name)
        return nobody ? _(nobody) : "";
    text_readable(text, CELL_SIZE, name);
    return text;
}

/* What a cell says, or in row -1 the heading. */
static const char *write_cell(const struct table *table, int row, int column,
                              char text[CELL_SIZE]) {
    const struct format_column *kind = &table->column[column];
    if (row < 0)
        return kind->heading[0] ? _(kind->heading) : "";
    int64_t value = table->row[row][column];
    if (kind->cell == FORMAT_ENGINE)
        return write_engine(table, value, kind->nobody, text);
    if (value == FORMAT_NOTHING)
        return "";
    if (kind->cell == FORMAT_HALVES)
        snprintf(text, CELL_SIZE, "%.1f", (double)value / 2);
    else
        snprintf(text, CELL_SIZE, kind->cell == FORMAT_MARGIN ? "%+lld" : "%lld", (long long)value);
    return text;
}

static void print_row(const struct table *table, int row, FILE *file) {
    char text[CELL_SIZE];
    for (int i = 0; i < table->columns; i++) {
        const char *cell = write_cell(table, row, i, text);
        fputs(i ? "  " : "", file);
        if (table->column[i].cell != FORMAT_ENGINE)
            text_print_right(file, table->width[i], cell);
        else
            text_print_left(file, i == table->columns - 1 ? 0 : table->width[i], cell);
    }
    fprintf(file, "\n");
}

/* Each column is as wide as it must be. */
static void print_table(struct table *table, FILE *file) {
    char text[CELL_SIZE];
    while (table->columns < FORMAT_COLUMNS && table->column[table->columns].heading)
        table->columns++;
    for (int row = -1; row < table->rows; row++)
        for (int i = 0; i < table->columns; i++) {
            int taken = text_columns(write_cell(table, row, i, text));
            table->width[i] = taken > table->width[i] ? taken : table->width[i];
        }
    for (int row = -1; row < table->rows; row++)
        print_row(table, row, file);
}

bool rounds_print(const struct standings *standings, FILE *file) {
    const struct format_table *form = standings->format ? standings->format->table : NULL;
    struct table table = {.standings = standings};
    char winner[CELL_SIZE];
    if (!form || standings->meetings == 0)
        return true;
    const struct meeting *last = &standings->meeting[standings->meetings - 1];
    size_t room = (size_t)(standings->meetings + standings->count);
    table.row = calloc(room, sizeof *table.row);
    if (!table.row)
        return false;
    table.column = form->column;
    table.rows = form->fill(standings->meeting, standings->meetings, standings->count, table.row);
    fputs("\n", file);
    fprintf(file, _(form->title), (long long)last->round + 1, (long long)standings->rounds);
    fputs("\n", file);
    print_table(&table, file);
    if (form->final && last->round + 1 == standings->rounds && last->winner != MEETING_NOBODY)
        fprintf(file, _("winner: %s\n"), write_engine(&table, last->winner, NULL, winner));
    free(table.row);
    return true;
}
