/* import_table.c - see import_table.h. */
#include "config.h"

#include "referee/record/import_table.h"

#include "base/language.h"
#include "base/values.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* `needed` columns must be there, those of halves for the first half. */
static const struct {
    const char *name;
    bool needed, of_seats; /* each seat has one: margin1, margin1_2 */
} columns[COLUMNS] = {
    [ID] = {"id", true, false},
    [TIME] = {"time", true, false},
    [PLAYER] = {"player", true, false},
    [OPPONENT] = {"opponent", false, false},
    [PLAYER3] = {"player3", false, false},
    [PLAYER4] = {"player4", false, false},
    [GAME] = {"game", false, false},
    [SOURCE] = {"source", false, false},
    [TOURNAMENT] = {"tournament", false, false},
    [BOARD] = {"board", false, false},
    [SPELLED] = {"spelled", false, false},
    [SEED] = {"seed", false, false},
    [NOTE] = {"note", false, false},
    [MARGIN] = {"margin", true, true},
    [POINTS] = {"points", false, true},
    [TERMINATION] = {"termination", false, false},
    [TEXT] = {"text", false, false},
    [AT_FAULT] = {"at_fault", false, false},
    [PLIES] = {"plies", false, false},
    [MOVES] = {"moves", false, false},
    [CLOCKS] = {"clocks", false, false},
    [FINISHED] = {"finished", false, false},
};

/* ---- messages and values --------------------------------------------------------------------- */

static int field_at(const struct import_table *table, struct place place) {
    return table->field[place.column][place.half][place.seat];
}

/* The value, "" if there is no such column. */
const char *import_value(const struct import_table *table, struct place place) {
    int field = field_at(table, place);
    return field < 0 ? "" : csv_get(&table->csv, field);
}

/* A message about a value; where there is none, about the row. */
bool import_fail(const struct import_table *table, struct place place, char *error,
                 const char *format, ...) {
    char why[REFEREE_ERROR_SIZE - 100], readable[sizeof why], name[32], seat[16] = "";
    int field = field_at(table, place);
    const struct csv_field *at = &table->csv.field[field < 0 ? 0 : field];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    text_readable(readable, sizeof readable, why);
    if (place.seat > 0)
        snprintf(seat, sizeof seat, "_%d", place.seat + 1);
    if (place.column >= MARGIN)
        snprintf(name, sizeof name, "%s%d%s", columns[place.column].name, place.half + 1, seat);
    else
        snprintf(name, sizeof name, "%s", columns[place.column].name);
    return error_set(error, "%s:%d:%d: %s: %s", table->path, at->line, at->column, name, readable);
}

/* A whole number from a value that is not empty. */
bool import_number(const struct import_table *table, struct place place, int64_t min, int64_t max,
                   int64_t *number, char *error) {
    const char *value = import_value(table, place);
    bool begins = strchr("+-0123456789", value[0]) != NULL; /* no blank */
    return (begins && value_number(value, min, max, number)) ||
           import_fail(table, place, error, _("'%.40s' is no whole number from %lld to %lld"),
                       value, (long long)min, (long long)max);
}

/* ---- the names of the columns ---------------------------------------------------------------- */

/* What a name such as margin2 or margin2_3 says. */
static bool find_column(const char *name, struct place *place) {
    for (int i = 0; i < COLUMNS; i++) {
        size_t length = strlen(columns[i].name);
        const char *rest = name + length;
        *place = (struct place){.column = (enum column)i};
        if (strncmp(name, columns[i].name, length) != 0)
            continue;
        if (i < MARGIN && !*rest)
            return true;
        if (i < MARGIN || *rest < '1' || *rest >= '1' + GAME_HALVES_MAX)
            continue;
        place->half = *rest++ - '1';
        if (!*rest)
            return true;
        if (!columns[i].of_seats || rest[0] != '_' || rest[1] < '2' ||
            rest[1] > '0' + GAME_PLAYERS_MAX || rest[2])
            continue;
        place->seat = rest[1] - '1';
        return true;
    }
    return false;
}

static bool name_column(struct import_table *table, int field, char *error) {
    const struct csv_field *at = &table->csv.field[field];
    const char *name = csv_get(&table->csv, field);
    char printable[40];
    struct place place;
    text_printable(printable, sizeof printable, name);
    if (!find_column(name, &place))
        return error_set(error, _("%s:%d:%d: there is no column '%s'; the manual lists them all"),
                         table->path, at->line, at->column, printable);
    short *where = &table->field[place.column][place.half][place.seat];
    if (*where >= 0)
        return error_set(error, _("%s:%d:%d: the column %s is there twice"), table->path, at->line,
                         at->column, printable);
    *where = (short)field;
    return true;
}

static bool next_row(struct import_table *table, char *error) {
    char why[REFEREE_ERROR_SIZE];
    *error = '\0';
    if (csv_next(&table->csv, why))
        return true;
    return *why && error_set(error, "%s:%.400s", table->path, why);
}

bool import_table_next(struct import_table *table, char *error) {
    if (!next_row(table, error))
        return false;
    return table->csv.fields == table->named ||
           error_set(error, _("%s:%d: %d fields, but there are %d columns"), table->path,
                     table->csv.field[0].line, table->csv.fields, table->named);
}

bool import_table_begin(struct import_table *table, FILE *file, const char *path, char *error) {
    table->path = path;
    csv_begin(&table->csv, file);
    memset(table->field, -1, sizeof table->field);
    if (!next_row(table, error))
        return *error ? false
                      : error_set(error, _("%s: it is empty: the first row must name the columns"),
                                  table->path);
    table->named = table->csv.fields;
    for (int i = 0; i < table->named; i++)
        if (!name_column(table, i, error))
            return false;
    for (int i = 0; i < COLUMNS; i++)
        if (columns[i].needed && table->field[i][0][0] < 0)
            return error_set(error, _("%s:1: there is no column %s%s"), table->path,
                             columns[i].name, i >= MARGIN ? "1" : "");
    return true;
}

void import_table_end(struct import_table *table) {
    csv_end(&table->csv);
}
