/* rounds.c - see rounds.h. Only SQL knows the table `meeting` (record_league.c). */
#include "config.h"

#include "referee/results/rounds.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/pairing/format.h"
#include "referee/pairing/tournament.h"
#include "referee/record/query.h"
#include "referee/results/standings.h"

#include <stdlib.h>

/* ---- writing --------------------------------------------------------------------------------- */

static struct query_value value_engine(int engine) {
    return value_int_if(engine != MEETING_NOBODY, engine + 1);
}

static bool write_meeting(struct record *record, int number, const struct meeting *meeting,
                          char *error) {
    const struct query_value values[] = {
        value_int(meeting->round + 1),    value_int(number),
        value_engine(meeting->engine[0]), value_engine(meeting->engine[1]),
        value_int(meeting->margin[0]),    value_int(meeting->margin[1]),
        value_engine(meeting->winner),    {0}};
    return query_write(record, "INSERT OR REPLACE INTO meeting VALUES (?, ?, ?, ?, ?, ?, ?)",
                       values, error);
}

static bool write_meetings(struct record *record, const struct tournament *tournament,
                           char *error) {
    const struct meeting *meeting;
    int count = tournament_meetings(tournament, &meeting);
    for (int i = 0; i < count; i++)
        if (!write_meeting(record, i + 1, &meeting[i], error))
            return false;
    return true;
}

bool rounds_record(struct record *record, const struct tournament *tournament, char *error) {
    return query_begin_writing(record, error) &&
           query_end_writing(record, write_meetings(record, tournament, error), error);
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
