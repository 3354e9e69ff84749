/* import_cells.c - values of JSON as cells of a table: see import_cells.h. All cells are in one
 * text, `cells`, each with a zero byte at its end; `start` has for each place where its cell
 * begins, plus 1, and 0 if there is none. */
#include "config.h"

#include "record/import_cells.h"

#include "base/language.h"
#include "half/said.h"
#include "record/json_read.h"

#include <string.h>

const char *const import_cells_members[COLUMNS] = {
    [COLUMN_ID] = "id",
    [COLUMN_TIME] = "halves",
    [COLUMN_SOURCE] = "source",
    [COLUMN_TOURNAMENT] = "tournament",
    [COLUMN_SEED] = "seed",
    [COLUMN_OPENING] = "opening",
    [COLUMN_BOARD] = "name",
    [COLUMN_SPELLED] = "spelled",
    [COLUMN_MARGIN] = "margins",
    [COLUMN_POINTS] = "points",
    [COLUMN_TERMINATION] = "termination",
    [COLUMN_TEXT] = "text",
    [COLUMN_AT_FAULT] = "at_fault",
    [COLUMN_PLIES] = "plies",
    [COLUMN_MOVES] = "moves",
    [COLUMN_CLOCKS] = "clocks_us",
    [COLUMN_FINISHED] = "finished",
    [COLUMN_KINDS] = "seats",
    [COLUMN_FAULTS] = "faults",
    [COLUMN_SAID] = "said",
};

void import_cells_begin(struct json_table *own, struct place place) {
    own->start[place.column][place.half][place.seat] = own->cells.length + 1;
}

void import_cells_end(struct json_table *own) {
    text_add_bytes(&own->cells, "", 1);
}

bool import_cells_put(struct import_table *table, struct place place, struct json_object *value,
                      enum json_type type, struct error *error) {
    struct json_table *own = table->own;
    const char *wrong = value ? json_read_misfit(value, type) : NULL;
    if (wrong)
        return import_table_fail(table, place, wrong, error);
    import_cells_begin(own, place);
    if (value)
        json_read_text(&own->cells, value);
    import_cells_end(own);
    return true;
}

bool import_cells_put_member(struct import_table *table, struct place place,
                             const struct json_object *object, enum json_type type,
                             struct error *error) {
    return import_cells_put(
        table, place, json_read_member(object, import_cells_members[place.column]), type, error);
}

/* Finds the list for a cell. Files of earlier versions call `clocks_us` just `clocks`; there, too,
 * the unit is a microsecond. */
static struct json_object *list_of(struct place place, const struct json_object *object) {
    struct json_object *list = json_read_member(object, import_cells_members[place.column]);
    return list || place.column != COLUMN_CLOCKS ? list : json_read_member(object, "clocks");
}

bool import_cells_put_words(struct import_table *table, struct place place,
                            const struct json_object *object, enum json_type type,
                            struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list = list_of(place, object);
    import_cells_begin(own, place);
    const char *wrong = list ? json_read_words(&own->cells, list, type) : NULL;
    import_cells_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}

bool import_cells_put_seats(struct import_table *table, struct place place,
                            const struct json_object *half, int seats, struct error *error) {
    const struct json_object *list = json_read_member(half, import_cells_members[place.column]);
    const char *wrong = list ? json_read_misfit(list, json_type_array) : NULL;
    if (list && !wrong && json_object_array_length(list) != (size_t)seats)
        wrong = _("it must have one number for each seat");
    if (wrong)
        return import_table_fail(table, place, wrong, error);
    for (; list && place.seat < seats; place.seat++)
        if (!import_cells_put(table, place, json_object_array_get_idx(list, (size_t)place.seat),
                              json_type_int, error))
            return false;
    return true;
}

/* Returns a member of a fault that must be one word, as it becomes a word of a line. NULL and a
 * message: it is not. */
static const char *word_of(const struct import_table *table, struct place place,
                           const struct json_object *fault, const char *name, struct error *error) {
    struct json_object *value = json_read_member(fault, name);
    const char *wrong = json_read_misfit(value, json_type_string);
    const char *word = wrong ? "" : json_object_get_string(value);
    if (!wrong && (!*word || strpbrk(word, " \t\r\n")))
        wrong = _("the player and the kind of a fault must be one word");
    if (!wrong)
        return word;
    import_table_fail(table, place, wrong, error);
    return NULL;
}

/* One fault as a line; the ends of lines in its text become blanks. */
static bool put_fault(struct import_table *table, struct place place,
                      const struct json_object *fault, struct error *error) {
    struct json_table *own = table->own;
    struct json_object *text = json_read_member(fault, "text");
    const char *wrong = text ? json_read_misfit(text, json_type_string) : NULL;
    if (wrong)
        return import_table_fail(table, place, wrong, error);
    const char *engine = word_of(table, place, fault, "engine", error);
    const char *kind = engine ? word_of(table, place, fault, "kind", error) : NULL;
    if (!kind)
        return false;
    text_addf(&own->cells, "%s %s ", engine, kind);
    for (const char *byte = text ? json_object_get_string(text) : ""; *byte; byte++)
        text_add_bytes(&own->cells, *byte == '\n' ? " " : byte, 1);
    text_add(&own->cells, "\n");
    return true;
}

bool import_cells_put_faults(struct import_table *table, struct place place,
                             const struct json_object *half, struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list = json_read_member(half, import_cells_members[COLUMN_FAULTS]);
    const char *wrong = list ? json_read_misfit(list, json_type_array) : NULL;
    bool done = !wrong || import_table_fail(table, place, wrong, error);
    import_cells_begin(own, place);
    for (size_t i = 0; list && done && i < json_object_array_length(list); i++) {
        const struct json_object *fault = json_object_array_get_idx(list, i);
        if (json_object_is_type(fault, json_type_object))
            done = put_fault(table, place, fault, error);
        else
            done =
                import_table_fail(table, place, json_read_misfit(fault, json_type_object), error);
    }
    import_cells_end(own);
    return done;
}

/* A member of what was said as a field: a number, or words. */
static const char *add_said_field(struct text *line, const struct json_object *said,
                                  const char *name, enum json_type type) {
    struct json_object *value = json_read_member(said, name);
    const char *wrong = value ? json_read_misfit(value, type) : NULL;
    if (!value || wrong)
        return wrong;
    text_add_word(line, name);
    text_add(line, " ");
    if (type == json_type_array)
        return json_read_words(line, value, json_type_string);
    json_read_text(line, value);
    return NULL;
}

/* What was said of one move as a line; a text that has more must be one word. */
static const char *add_said(struct text *line, const struct json_object *said) {
    static const char *const numbers[] = {"depth", "margin", "nodes", "time"};
    struct json_object *ply = json_read_member(said, "ply"),
                       *bound = json_read_member(said, "bound");
    const char *wrong = json_read_misfit(ply, json_type_int);
    if (!wrong)
        text_add(line, json_object_get_string(ply));
    for (size_t i = 0; !wrong && i < sizeof numbers / sizeof *numbers; i++)
        wrong = add_said_field(line, said, numbers[i], json_type_int);
    enum said_bound known;
    if (!wrong && bound)
        wrong = json_read_misfit(bound, json_type_string);
    if (!wrong && bound && !said_bound_find(json_object_get_string(bound), &known))
        wrong = _("a bound is exact, lower or upper");
    if (!wrong)
        wrong = add_said_field(line, said, "bound", json_type_string);
    return wrong ? wrong : add_said_field(line, said, "pv", json_type_array);
}

bool import_cells_put_said(struct import_table *table, struct place place,
                           const struct json_object *half, struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list = json_read_member(half, import_cells_members[COLUMN_SAID]);
    const char *wrong = list ? json_read_misfit(list, json_type_array) : NULL;
    import_cells_begin(own, place);
    for (size_t i = 0; list && !wrong && i < json_object_array_length(list); i++) {
        const struct json_object *said = json_object_array_get_idx(list, i);
        struct text line = {0};
        wrong = json_read_misfit(said, json_type_object);
        if (!wrong)
            wrong = add_said(&line, said);
        text_addf(&own->cells, "%s%s", i ? "\n" : "", text_get(&line));
        own->cells.failed |= line.failed;
        text_free(&line);
    }
    import_cells_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}
