/* json_twice.c - finds a name that an object has twice: reads the text once more, for names alone.
 * Each open object has a set of its names, an object of json-c, which also reads their escapes. */
#include "config.h"

#include "base/json_twice.h"

#include "base/text.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The length of a text, with its quotes. */
static size_t quoted_length(const char *bytes, size_t most) {
    size_t i = 1;
    while (i < most && bytes[i] != '"')
        i += bytes[i] == '\\' ? 2 : 1;
    return i < most ? i + 1 : most;
}

/* The text of a name. NULL: no memory. */
static struct json_object *read_name(const char *quoted, size_t length) {
    if (length >= 2 && !memchr(quoted, '\\', length))
        return json_object_new_string_len(quoted + 1, (int)length - 2);
    char *copy = strndup(quoted, length);
    struct json_object *read = copy ? json_tokener_parse(copy) : NULL;
    free(copy);
    return read;
}

/* Adds a name to those of its object. False, and the name: it is there already. Without memory
 * nothing is said. */
static bool add_name(struct json_object *names, const char *quoted, size_t length, char *name,
                     size_t size) {
    struct json_object *read = read_name(quoted, length);
    const char *text = read ? json_object_get_string(read) : "";
    bool fresh = !read || !json_object_object_get_ex(names, text, NULL);
    if (!fresh)
        text_clean(name, size, text);
    /* The name is its own value, so that nothing is copied: json-c 0.16 crashes if it cannot. */
    if (!fresh || !read ||
        json_object_object_add_ex(names, text, read, JSON_C_OBJECT_KEY_IS_CONSTANT) != 0)
        json_object_put(read);
    return fresh;
}

const char *json_twice(const char *bytes, size_t length, char *name, size_t size) {
    struct json_object *names[JSON_TOKENER_DEFAULT_DEPTH]; /* NULL: an array, or no memory */
    const char *found = NULL, *end = bytes + length;
    int depth = 0;
    bool named = false; /* a text that comes now is the name of a member */
    for (const char *at = bytes; at < end && !found; at++)
        if (*at == '"') {
            size_t quoted = quoted_length(at, (size_t)(end - at));
            if (named && !add_name(names[depth - 1], at, quoted, name, size))
                found = at;
            named = false;
            at += quoted - 1;
        } else if ((*at == '{' || *at == '[') && depth < JSON_TOKENER_DEFAULT_DEPTH) {
            names[depth++] = *at == '{' ? json_object_new_object() : NULL;
            named = names[depth - 1] != NULL;
        } else if ((*at == '}' || *at == ']') && depth > 0) {
            json_object_put(names[--depth]);
        } else if (*at == ',') {
            named = depth > 0 && names[depth - 1];
        }
    while (depth > 0)
        json_object_put(names[--depth]);
    return found;
}
