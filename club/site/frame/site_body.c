/* site_body.c - JSON of strangers, read by json-c (RFC 8259). What json-c allows and the standard
 * or other readers do not is refused here: members that are there twice, control characters in
 * texts, text after the object. */
#include "config.h"

#include "club/site/frame/site_entry.h"

#include "base/error.h"
#include "base/json_twice.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/site/frame/site_part.h"

#include <json-c/json.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

/* ---- reading --------------------------------------------------------------------------------- */

static const struct site_type {
    char letter;
    enum json_type type;
    const char *name;
} types[] = {{'s', json_type_string, N_("a string")},
             {'b', json_type_boolean, N_("true or false")},
             {'i', json_type_int, N_("a whole number")},
             {'o', json_type_object, N_("an object")},
             {'a', json_type_object, N_("a string or an object")}};

static const struct site_type *find_type(char letter) {
    const struct site_type *type = types;
    while (type->letter != letter)
        type++;
    return type;
}

static bool has_type(struct json_object *value, char letter) {
    if (json_object_is_type(value, json_type_string)) {
        const char *bytes = json_object_get_string(value);
        return (letter == 's' || letter == 'a') && text_is_utf8(bytes) &&
               strlen(bytes) == (size_t)json_object_get_string_len(value);
    }
    return json_object_is_type(value, find_type(letter)->type) &&
           (letter != 'i' ||
            (json_object_get_int64(value) >= 0 && json_object_get_int64(value) <= INT_MAX));
}

static const struct site_member *find_member(const struct site_member *members, const char *name) {
    for (const struct site_member *member = members; member->name; member++)
        if (strcmp(member->name, name) == 0)
            return member;
    return NULL;
}

static bool check_members(struct json_object *body, const struct site_member *members,
                          struct error *error) {
    json_object_object_foreach(body, name, value) {
        const struct site_member *member = find_member(members, name);
        if (!member) {
            char printable[64];
            text_clean(printable, sizeof printable, name);
            return error_set(error, _("the body has \"%s\", which is not known here"), printable);
        }
        if (!has_type(value, member->type))
            return error_set(error, _("\"%s\" must be %s"), name, _(find_type(member->type)->name));
    }
    for (const struct site_member *member = members; member->name; member++)
        if (!member->optional && !json_object_object_get_ex(body, member->name, NULL))
            return error_set(error, _("\"%s\" is missing in the body"), member->name);
    return true;
}

/* Whether a text in what json-c has read has control characters, which json-c allows, but the
 * standard does not. */
static bool has_controls(const char *bytes, size_t length) {
    bool text = false;
    for (size_t i = 0; i < length; i++)
        if (text && (unsigned char)bytes[i] < ' ')
            return true;
        else if (text && bytes[i] == '\\')
            i++;
        else if (bytes[i] == '"')
            text = !text;
    return false;
}

/* Whether there is only white space from here on. */
static bool is_blank(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!bytes[i] || !strchr(" \t\r\n", bytes[i]))
            return false;
    return true;
}

/* Whether memory for the tree is free. json-c 0.16 crashes where it cannot copy a name, and leaves
 * out a value for which it has no memory. */
static bool has_room(size_t length) {
    enum { BYTES_A_BYTE = 128, BYTES_MORE = 8192 }; /* "[[[" takes most */
    void *volatile room = malloc(length * BYTES_A_BYTE + BYTES_MORE);
    free(room);
    return room != NULL;
}

/* Reads a body. NULL and what is wrong. */
static struct json_object *parse(const char *bytes, size_t length, struct error *error) {
    char name[64];
    struct json_tokener *tokener = needed(json_tokener_new_ex(DEPTH_MAX));
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    struct json_object *object = json_tokener_parse_ex(tokener, bytes, (int)length);
    size_t end = json_tokener_get_parse_end(tokener);
    bool whole = json_tokener_get_error(tokener) == json_tokener_success &&
                 is_blank(bytes + end, length - end);
    json_tokener_free(tokener);
    if (!whole || !json_object_is_type(object, json_type_object) || has_controls(bytes, end))
        error_set(error, _("the body must be one JSON object"));
    else if (json_twice(bytes, end, name, sizeof name))
        error_set(error, _("the body has \"%s\" twice"), name);
    else
        return object;
    json_object_put(object);
    return NULL;
}

struct json_object *body_read(const char *bytes, size_t length, const struct site_member *members,
                              enum club_answer *answer, struct error *error) {
    *answer = CLUB_FAILED;
    if (!has_room(length))
        return error_null_memory(error);
    *answer = CLUB_INVALID;
    struct json_object *body = parse(bytes, length, error);
    if (body && check_members(body, members, error))
        return body;
    json_object_put(body);
    return NULL;
}
