/* import_cells.c - see import_cells.h. */
#include "config.h"

#include "record/import_cells.h"

#include "base/language.h"
#include "half/said.h"

#include <string.h>

const char *const import_cells_members[COLUMNS] = {
    [COLUMN_ID] = "id",           [COLUMN_TIME] = "halves",
    [COLUMN_SOURCE] = "source",   [COLUMN_TOURNAMENT] = "tournament",
    [COLUMN_SEED] = "seed",       [COLUMN_BOARD] = "name",
    [COLUMN_SPELLED] = "spelled", [COLUMN_MARGIN] = "margins",
    [COLUMN_POINTS] = "points",   [COLUMN_TERMINATION] = "termination",
    [COLUMN_TEXT] = "text",       [COLUMN_AT_FAULT] = "at_fault",
    [COLUMN_PLIES] = "plies",     [COLUMN_MOVES] = "moves",
    [COLUMN_CLOCKS] = "clocks",   [COLUMN_FINISHED] = "finished",
    [COLUMN_KINDS] = "seats",     [COLUMN_FAULTS] = "faults",
    [COLUMN_SAID] = "said",
};

struct json_object *import_cells_member(const struct json_object *object, const char *name) {
    struct json_object *value = NULL;
    return json_object_object_get_ex(object, name, &value) ? value : NULL;
}

const char *import_cells_misfit(const struct json_object *value, enum json_type type) {
    if (json_object_is_type(value, type)) {
        bool cut = type == json_type_string &&
                   strlen(json_object_get_string((struct json_object *)value)) !=
                       (size_t)json_object_get_string_len(value);
        return cut ? _("it has a NUL byte") : NULL;
    }
    switch (type) {
    case json_type_string:
        return _("it must be a string");
    case json_type_int:
        return _("it must be a whole number");
    case json_type_boolean:
        return _("it must be true or false");
    case json_type_array:
        return _("it must be an array");
    default:
        return _("it must be an object");
    }
}

void import_cells_add(struct text *cells, struct json_object *value) {
    const char *text = json_object_is_type(value, json_type_boolean)
                           ? (json_object_get_boolean(value) ? "yes" : "no")
                           : json_object_get_string(value);
    if (text)
        text_add(cells, text);
    else
        cells->failed = true; /* the library has no memory to spell it out */
}

void import_cells_begin(struct json_table *own, struct place place) {
    own->start[place.column][place.half][place.seat] = own->cells.length + 1;
}

void import_cells_end(struct json_table *own) {
    text_add_bytes(&own->cells, "", 1);
}

bool import_cells_put(struct import_table *table, struct place place, struct json_object *value,
                      enum json_type type, struct error *error) {
    struct json_table *own = table->own;
    const char *wrong = value ? import_cells_misfit(value, type) : NULL;
    if (wrong)
        return import_table_fail(table, place, wrong, error);
    import_cells_begin(own, place);
    if (value)
        import_cells_add(&own->cells, value);
    import_cells_end(own);
    return true;
}

bool import_cells_put_member(struct import_table *table, struct place place,
                             const struct json_object *object, enum json_type type,
                             struct error *error) {
    return import_cells_put(
        table, place, import_cells_member(object, import_cells_members[place.column]), type, error);
}

bool import_cells_put_words(struct import_table *table, struct place place,
                            const struct json_object *object, enum json_type type,
                            struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list =
        import_cells_member(object, import_cells_members[place.column]);
    const char *wrong = list ? import_cells_misfit(list, json_type_array) : NULL;
    import_cells_begin(own, place);
    for (size_t i = 0; list && !wrong && i < json_object_array_length(list); i++) {
        struct json_object *word = json_object_array_get_idx(list, i);
        wrong = import_cells_misfit(word, type);
        if (!wrong && type == json_type_string) {
            const char *text = json_object_get_string(word);
            if (!*text || strpbrk(text, " \t\r\n"))
                wrong = _("a move must be one word");
        }
        if (!wrong && i > 0)
            text_add(&own->cells, " ");
        if (!wrong)
            import_cells_add(&own->cells, word);
    }
    import_cells_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}

bool import_cells_put_seats(struct import_table *table, struct place place,
                            const struct json_object *half, int seats, struct error *error) {
    const struct json_object *list = import_cells_member(half, import_cells_members[place.column]);
    const char *wrong = list ? import_cells_misfit(list, json_type_array) : NULL;
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

/* A member of a fault, one word of a line; NULL and a message: there is none. */
static const char *word_of(const struct import_table *table, struct place place,
                           const struct json_object *fault, const char *name, struct error *error) {
    struct json_object *value = import_cells_member(fault, name);
    const char *wrong = import_cells_misfit(value, json_type_string);
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
    struct json_object *text = import_cells_member(fault, "text");
    const char *wrong = text ? import_cells_misfit(text, json_type_string) : NULL;
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
    const struct json_object *list = import_cells_member(half, import_cells_members[COLUMN_FAULTS]);
    const char *wrong = list ? import_cells_misfit(list, json_type_array) : NULL;
    bool done = !wrong || import_table_fail(table, place, wrong, error);
    import_cells_begin(own, place);
    for (size_t i = 0; list && done && i < json_object_array_length(list); i++) {
        const struct json_object *fault = json_object_array_get_idx(list, i);
        if (json_object_is_type(fault, json_type_object))
            done = put_fault(table, place, fault, error);
        else
            done = import_table_fail(table, place, import_cells_misfit(fault, json_type_object),
                                     error);
    }
    import_cells_end(own);
    return done;
}

/* A member of what was said as a field: a number, or words. */
static const char *add_said_field(struct text *line, const struct json_object *said,
                                  const char *name, enum json_type type) {
    struct json_object *value = import_cells_member(said, name);
    const char *wrong = value ? import_cells_misfit(value, type) : NULL;
    if (!value || wrong)
        return wrong;
    text_add_word(line, name);
    if (type != json_type_array) {
        text_add_word(line, json_object_get_string(value));
        return NULL;
    }
    for (size_t i = 0; !wrong && i < json_object_array_length(value); i++) {
        struct json_object *word = json_object_array_get_idx(value, i);
        wrong = import_cells_misfit(word, json_type_string);
        if (!wrong &&
            (!*json_object_get_string(word) || strpbrk(json_object_get_string(word), " \t\r\n")))
            wrong = _("a move must be one word");
        if (!wrong)
            text_add_word(line, json_object_get_string(word));
    }
    return wrong;
}

/* What was said of one move as a line; a text that has more must be one word. */
static const char *add_said(struct text *line, const struct json_object *said) {
    static const char *const numbers[] = {"depth", "margin", "nodes", "time"};
    struct json_object *ply = import_cells_member(said, "ply"),
                       *bound = import_cells_member(said, "bound");
    const char *wrong = import_cells_misfit(ply, json_type_int);
    if (!wrong)
        text_add(line, json_object_get_string(ply));
    for (size_t i = 0; !wrong && i < sizeof numbers / sizeof *numbers; i++)
        wrong = add_said_field(line, said, numbers[i], json_type_int);
    enum said_bound known;
    if (!wrong && bound)
        wrong = import_cells_misfit(bound, json_type_string);
    if (!wrong && bound && !said_bound_find(json_object_get_string(bound), &known))
        wrong = _("a bound is exact, lower or upper");
    if (!wrong)
        wrong = add_said_field(line, said, "bound", json_type_string);
    return wrong ? wrong : add_said_field(line, said, "pv", json_type_array);
}

bool import_cells_put_said(struct import_table *table, struct place place,
                           const struct json_object *half, struct error *error) {
    struct json_table *own = table->own;
    const struct json_object *list = import_cells_member(half, import_cells_members[COLUMN_SAID]);
    const char *wrong = list ? import_cells_misfit(list, json_type_array) : NULL;
    import_cells_begin(own, place);
    for (size_t i = 0; list && !wrong && i < json_object_array_length(list); i++) {
        const struct json_object *said = json_object_array_get_idx(list, i);
        struct text line = {0};
        wrong = import_cells_misfit(said, json_type_object);
        if (!wrong)
            wrong = add_said(&line, said);
        text_addf(&own->cells, "%s%s", i ? "\n" : "", text_get(&line));
        own->cells.failed |= line.failed;
        text_free(&line);
    }
    import_cells_end(own);
    return !wrong || import_table_fail(table, place, wrong, error);
}
