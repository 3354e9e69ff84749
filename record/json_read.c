/* json_read.c - values of json-c as texts, and what is wrong with one of another type. */
#include "config.h"

#include "record/json_read.h"

#include "base/language.h"
#include "base/text.h"

#include <string.h>

struct json_object *json_read_member(const struct json_object *object, const char *name) {
    struct json_object *value = NULL;
    return json_object_object_get_ex(object, name, &value) ? value : NULL;
}

const char *json_read_misfit(const struct json_object *value, enum json_type type) {
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

void json_read_text(struct text *text, struct json_object *value) {
    const char *spelled = json_object_is_type(value, json_type_boolean)
                              ? (json_object_get_boolean(value) ? "yes" : "no")
                              : json_object_get_string(value);
    if (spelled)
        text_add(text, spelled);
    else
        text->failed = true; /* the library has no memory to spell it out */
}

const char *json_read_words(struct text *text, const struct json_object *list,
                            enum json_type type) {
    const char *wrong = json_read_misfit(list, json_type_array);
    for (size_t i = 0; !wrong && i < json_object_array_length(list); i++) {
        struct json_object *word = json_object_array_get_idx(list, i);
        wrong = json_read_misfit(word, type);
        if (!wrong && type == json_type_string &&
            (!*json_object_get_string(word) || strpbrk(json_object_get_string(word), " \t\r\n")))
            wrong = _("a move must be one word");
        if (!wrong && i > 0)
            text_add(text, " ");
        if (!wrong)
            json_read_text(text, word);
    }
    return wrong;
}
