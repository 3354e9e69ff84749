/* import_table.c - the columns of an imported table, and the choice between JSON and CSV by the
 * first byte or the name of the file. */
#include "config.h"

#include "record/import/import_table.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

const struct import_column import_columns[COLUMNS] = {
    [COLUMN_ID] = {"id", true, false},
    [COLUMN_TIME] = {"time", true, false},
    [COLUMN_PLAYER] = {"player", true, false},
    [COLUMN_OPPONENT] = {"opponent", false, false},
    [COLUMN_PLAYER3] = {"player3", false, false},
    [COLUMN_PLAYER4] = {"player4", false, false},
    [COLUMN_GAME] = {"game", false, false},
    [COLUMN_SOURCE] = {"source", false, false},
    [COLUMN_TOURNAMENT] = {"tournament", false, false},
    [COLUMN_BOARD] = {"board", false, false},
    [COLUMN_SPELLED] = {"spelled", false, false},
    [COLUMN_SEED] = {"seed", false, false},
    [COLUMN_OPENING] = {"opening", false, false},
    [COLUMN_NOTE] = {"note", false, false},
    [COLUMN_KINDS] = {NULL, false, false},
    [COLUMN_MARGIN] = {"margin", true, true},
    [COLUMN_POINTS] = {"points", false, true},
    [COLUMN_TERMINATION] = {"termination", false, false},
    [COLUMN_TEXT] = {"text", false, false},
    [COLUMN_AT_FAULT] = {"at_fault", false, false},
    [COLUMN_PLIES] = {"plies", false, false},
    [COLUMN_MOVES] = {"moves", false, false},
    [COLUMN_CLOCKS] = {"clocks", false, false},
    [COLUMN_FINISHED] = {"finished", false, false},
    [COLUMN_SAID] = {"said", false, false},
    [COLUMN_ANALYSIS] = {NULL, false, false},
    [COLUMN_FAULTS] = {NULL, false, false},
};

static bool is_named_json(const char *path) {
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

bool import_table_begin(struct import_table *table, FILE *file, const char *path,
                        struct error *error) {
    int first = getc(file);
    if (first != EOF)
        ungetc(first, file);
    bool json = first == '{' || first == '[' || is_named_json(path);
    *table = (struct import_table){.path = path, .form = json ? &import_json : &import_csv};
    return table->form->begin(table, file, error);
}

void import_table_end(struct import_table *table) {
    if (table->own)
        table->form->end(table);
    table->own = NULL;
}

bool import_table_next(struct import_table *table, struct error *error) {
    error->text[0] = '\0';
    return table->form->next(table, error);
}

const char *import_table_get(const struct import_table *table, struct place place) {
    const char *value = table->form->get(table, place);
    return value ? value : "";
}

bool import_table_fail(const struct import_table *table, struct place place, const char *why,
                       struct error *error) {
    char readable[ERROR_SIZE - 100], where[100];
    text_readable(readable, sizeof readable, why);
    table->form->where(table, place, where, sizeof where);
    return error_set(error, "%s%s: %s", table->path, where, readable);
}
