/* import_csv.c - reads a table from comma-separated values, or values with other separators. The
 * first row names the columns, in any order. */
#include "config.h"

#include "record/import/import_table.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/game.h"

#include <stdlib.h>
#include <string.h>

struct csv_table {
    struct csv csv;
    int named;                                               /* how many columns the file has */
    short field[COLUMNS][GAME_HALVES_MAX][GAME_PLAYERS_MAX]; /* -1: there is no such column */
};

static int field_at(const struct csv_table *own, struct place place) {
    return own->field[place.column][place.half][place.seat];
}

static const char *get(const struct import_table *table, struct place place) {
    const struct csv_table *own = table->own;
    int field = field_at(own, place);
    return field < 0 ? NULL : csv_get(&own->csv, field);
}

static void where(const struct import_table *table, struct place place, char *text, size_t size) {
    const struct csv_table *own = table->own;
    int field = field_at(own, place);
    const struct csv_field *at = &own->csv.field[field < 0 ? 0 : field];
    const char *name = import_columns[place.column].name;
    char seat[16] = "";
    if (place.seat > 0)
        snprintf(seat, sizeof seat, "_%d", place.seat + 1);
    if (place.column >= COLUMN_MARGIN)
        snprintf(text, size, ":%d:%d: %s%d%s", at->line, at->column, name, place.half + 1, seat);
    else
        snprintf(text, size, ":%d:%d: %s", at->line, at->column, name);
}

/* Finds the column, half and seat of a name such as margin2 or margin2_3. */
static bool find_column(const char *name, struct place *place) {
    for (int i = 0; i < COLUMNS; i++) {
        const struct import_column *column = &import_columns[i];
        if (!column->name)
            continue;
        size_t length = strlen(column->name);
        const char *rest = name + length;
        *place = (struct place){.column = (enum column)i};
        if (strncmp(name, column->name, length) != 0)
            continue;
        if (i < COLUMN_MARGIN && !*rest)
            return true;
        if (i < COLUMN_MARGIN || *rest < '1' || *rest >= '1' + GAME_HALVES_MAX)
            continue;
        place->half = *rest++ - '1';
        if (!*rest)
            return true;
        if (!column->of_seats || rest[0] != '_' || rest[1] < '2' ||
            rest[1] > '0' + GAME_PLAYERS_MAX || rest[2])
            continue;
        place->seat = rest[1] - '1';
        return true;
    }
    return false;
}

static bool name_column(const struct import_table *table, int field, struct error *error) {
    struct csv_table *own = table->own;
    const struct csv_field *at = &own->csv.field[field];
    const char *name = csv_get(&own->csv, field);
    char printable[40];
    struct place place;
    text_readable(printable, sizeof printable, name);
    if (!find_column(name, &place))
        return error_set(error, _("%s:%d:%d: there is no column '%s'; the manual lists them all"),
                         table->path, at->line, at->column, printable);
    short *number = &own->field[place.column][place.half][place.seat];
    if (*number >= 0)
        return error_set(error, _("%s:%d:%d: there are two columns %s"), table->path, at->line,
                         at->column, printable);
    *number = (short)field;
    return true;
}

static bool next_row(const struct import_table *table, struct error *error) {
    struct csv_table *own = table->own;
    error->text[0] = '\0';
    if (csv_next(&own->csv, error))
        return true;
    return error->text[0] && error_reword(error, "%s:%.400s", table->path, error->text);
}

static bool next(struct import_table *table, struct error *error) {
    struct csv_table *own = table->own;
    if (!next_row(table, error))
        return false;
    return own->csv.fields == own->named ||
           error_set(error,
                     ngettext("%s:%d: %d field, but there are %d columns",
                              "%s:%d: %d fields, but there are %d columns",
                              (unsigned long)own->csv.fields),
                     table->path, own->csv.field[0].line, own->csv.fields, own->named);
}

/* Reads the names of the columns. */
static bool import_csv_begin(struct import_table *table, FILE *file, struct error *error) {
    struct csv_table *own = needed(calloc(1, sizeof *own));
    table->own = own;
    csv_begin(&own->csv, file);
    csv_find_separator(&own->csv);
    memset(own->field, -1, sizeof own->field);
    if (!next_row(table, error))
        return error->text[0]
                   ? false
                   : error_set(error, _("%s: it is empty: the first row must name the columns"),
                               table->path);
    own->named = own->csv.fields;
    for (int i = 0; i < own->named; i++)
        if (!name_column(table, i, error))
            return false;
    for (int i = 0; i < COLUMNS; i++)
        if (import_columns[i].needed && own->field[i][0][0] < 0)
            return error_set(error, _("%s:1: there is no column %s%s"), table->path,
                             import_columns[i].name, i >= COLUMN_MARGIN ? "1" : "");
    return true;
}

static void import_csv_end(struct import_table *table) {
    struct csv_table *own = table->own;
    csv_end(&own->csv);
    free(own);
}

const struct import_form import_csv = {import_csv_begin, next, get, where, import_csv_end};
