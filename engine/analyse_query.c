/* analyse_query.c - a query of `analyse`, read by json-c. Members that it does not have are taken
 * from the options of the command. An unknown member is an error, so that a misspelt word is
 * noticed. */
#include "engine/analyse_query.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json_twice.h"

enum { PRIORITY_MAX = 1000000, SECONDS_MAX = 86400 };

void query_free(struct query *query) {
    if (!query)
        return;
    free(query->id);
    asked_free(&query->asked);
    free(query);
}

/* ---- queries --------------------------------------------------------------------------------- */

/* A number of a query; `otherwise` if it is not there. */
static bool query_number(struct json_object *object, const char *name, int64_t least, int64_t most,
                         int64_t otherwise, int64_t *number, struct error *error) {
    struct json_object *value;
    *number = otherwise;
    if (!json_object_object_get_ex(object, name, &value))
        return true;
    *number = json_object_get_int64(value);
    return (json_object_is_type(value, json_type_int) && *number >= least && *number <= most) ||
           error_set(error, "%s: it must be a whole number from %lld to %lld", name,
                     (long long)least, (long long)most);
}

static bool query_read_effort(struct json_object *object, struct query *query,
                              struct error *error) {
    struct json_object *time = NULL, *ignored;
    int64_t exact, nodes, lines;
    int given = json_object_object_get_ex(object, "time", &time) +
                json_object_object_get_ex(object, "nodes", &ignored) +
                json_object_object_get_ex(object, "exact", &ignored);
    if (given > 1)
        return error_set(error, "time, nodes and exact are three different things");
    if (!query_number(object, "exact", 1, JUDGE_EXACT_MAX, given ? 0 : query->effort.exact, &exact,
                      error) ||
        !query_number(object, "nodes", 1, JUDGE_NODES_MAX, JUDGE_NODES, &nodes, error) ||
        !query_number(object, "lines", 1, LINES_MAX, 1, &lines, error) ||
        !query_number(object, "priority", -PRIORITY_MAX, PRIORITY_MAX, 0, &query->priority, error))
        return false;
    query->lines = (int)lines;
    if (given)
        query->effort =
            (struct judge_effort){.exact = (int)exact, .nodes = (uint64_t)nodes, .time = INT64_MAX};
    if (!time)
        return true;
    bool number =
        json_object_is_type(time, json_type_double) || json_object_is_type(time, json_type_int);
    double seconds = number ? json_object_get_double(time) : 0;
    if (!(seconds >= 0.001 && seconds <= SECONDS_MAX))
        return error_set(error, "time: it must be seconds from 0.001 to %d", SECONDS_MAX);
    query->effort.nodes = UINT64_MAX;
    query->effort.time = (int64_t)(seconds * 1e9);
    return true;
}

/* Whether a half is asked about. */
static bool query_read_half(struct json_object *object, struct query *query, struct error *error) {
    struct json_object *value;
    if (!json_object_object_get_ex(object, "half", &value))
        return true;
    query->half = json_object_get_boolean(value);
    if (!json_object_is_type(value, json_type_boolean))
        return error_set(error, "half: it must be true or false");
    return !query->half || query->lines == 1 ||
           error_set(error,
                     "lines: it cannot be given with half, whose moves have one answer each");
}

/* A text of a query, to be freed. NULL and a message: it is missing. */
static char *query_text(struct json_object *object, const char *name, struct error *error) {
    struct json_object *value;
    if (!json_object_object_get_ex(object, name, &value) ||
        !json_object_is_type(value, json_type_string))
        return error_null(error, "%s: it must be a string", name);
    const char *text = json_object_get_string(value);
    if (strlen(text) != (size_t)json_object_get_string_len(value))
        return error_null(error, "%s: it has a NUL byte", name);
    char *copy = strdup(text);
    return copy ? copy : error_null_memory(error);
}

/* `known`: the members, a blank before each and after the last. */
static bool query_check_members(struct json_object *object, const char *known,
                                struct error *error) {
    json_object_object_foreach(object, name, value) {
        char word[64];
        (void)value;
        snprintf(word, sizeof word, " %.40s ", name);
        if (strchr(name, ' ') || !strstr(known, word))
            return error_set(error, "there is no member '%.40s'; the members are%.*s", name,
                             (int)strlen(known) - 1, known);
    }
    return true;
}

static bool query_read_json(struct protocol_parser *parser, struct json_object *object,
                            struct query *query, struct error *error) {
    static const char known[] = " id setgrid position half exact nodes time lines priority ";
    query->id = query_text(object, "id", error);
    char *setgrid = query->id ? query_text(object, "setgrid", error) : NULL;
    char *position = setgrid ? query_text(object, "position", error) : NULL;
    bool read = position && query_check_members(object, known, error) &&
                query_read_effort(object, query, error) && query_read_half(object, query, error) &&
                asked_read(parser, setgrid, position, &query->asked, error);
    free(setgrid);
    free(position);
    return read;
}

/* The next field of a line of a file of positions. */
static char *next_field(char **rest) {
    char *field = *rest ? strsep(rest, ";") : NULL;
    if (field)
        field += strspn(field, " \t");
    return field;
}

/* Reads `NAME; setgrid ...; position ...; ...`. Fields after the position are ignored. */
static bool query_read_fields(struct protocol_parser *parser, char *line, struct query *query,
                              struct error *error) {
    char *rest = line, *name = next_field(&rest);
    query->id = strdup(name ? name : "");
    char *setgrid = next_field(&rest), *position = next_field(&rest);
    query->lines = 1;
    if (!query->id)
        return error_memory(error);
    if (!position)
        return error_set(error, "it is neither a JSON object nor NAME; setgrid ...; position ...");
    return asked_read(parser, setgrid, position, &query->asked, error);
}

static bool query_can(const struct query *query, struct error *error) {
    const struct judge_setting setting = {.effort = query->effort};
    const struct game_board *board = query->asked.board;
    if (board->game->guess)
        return error_set(error, "%s: what players do not know decides", board->game->name);
    return judge_can(&setting, board, error) &&
           (query->half || asked_last(&query->asked)->turn >= 0 ||
            error_set(error, "position: no player is to move"));
}

/* Reads the cancellation of queries. */
static enum query_kind query_read_cancel(struct json_object *object, struct json_object *value,
                                         struct query *query, struct error *error) {
    if (!query_check_members(object, " cancel ", error))
        return QUERY_WRONG;
    if (!value || (query->id = query_text(object, "cancel", error)))
        return QUERY_CANCEL;
    if (!json_object_is_type(value, json_type_string))
        error_set(error, "cancel: it must be the id of a query, or null for all");
    return QUERY_WRONG;
}

/* Reads an object with nothing after it. NULL and a message: the line is none. */
static struct json_object *query_parse(const char *line, struct error *error) {
    char name[64];
    struct json_tokener *tokener = json_tokener_new();
    if (!tokener)
        return error_null_memory(error);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    struct json_object *object = json_tokener_parse_ex(tokener, line, (int)strlen(line) + 1);
    enum json_tokener_error found = json_tokener_get_error(tokener);
    if (found != json_tokener_success) {
        error_set(error, "it is not JSON: byte %zu: %s", json_tokener_get_parse_end(tokener) + 1,
                  json_tokener_error_desc(found));
    } else if (json_twice(line, strlen(line), name, sizeof name)) {
        error_set(error, "it has the member '%s' twice", name);
        found = json_tokener_error_parse_unexpected;
    }
    json_tokener_free(tokener);
    if (found == json_tokener_success)
        return object;
    json_object_put(object);
    return NULL;
}

enum query_kind query_read(struct protocol_parser *parser, const struct judge_effort *usual,
                           char *line, struct query **query, struct error *error) {
    *query = NULL;
    line += strspn(line, " \t");
    if (!*line || *line == '#')
        return QUERY_NONE;
    struct json_object *object = *line == '{' ? query_parse(line, error) : NULL, *value;
    enum query_kind kind = QUERY_WRONG;
    if (*line == '{' && !object)
        return QUERY_WRONG;
    *query = calloc(1, sizeof **query);
    if (!*query) {
        error_memory(error);
    } else if (object && json_object_object_get_ex(object, "cancel", &value)) {
        kind = query_read_cancel(object, value, *query, error);
    } else {
        (*query)->effort = *usual;
        bool read = object ? query_read_json(parser, object, *query, error)
                           : query_read_fields(parser, line, *query, error);
        kind = read && query_can(*query, error) ? QUERY_ASKED : QUERY_WRONG;
    }
    json_object_put(object);
    return kind;
}
