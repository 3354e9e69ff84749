/* bot_json.c - members of a site's answers, by json-c. A member that is missing or of another
 * type counts as empty or 0, since a site may be of another version. */
#include "config.h"

#include "club/bot/bot_json.h"

#include <json.h>

struct json_object *bot_json_read(const char *text) {
    struct json_object *found = json_tokener_parse(text);
    if (json_object_is_type(found, json_type_object))
        return found;
    json_object_put(found);
    return NULL;
}

void bot_json_free(struct json_object *object) {
    json_object_put(object);
}

struct json_object *bot_json_keep(struct json_object *object) {
    return json_object_get(object);
}

struct json_object *bot_json_member(const struct json_object *object, const char *name) {
    struct json_object *found = NULL;
    if (json_object_is_type(object, json_type_object))
        json_object_object_get_ex(object, name, &found);
    return found;
}

/* json-c keeps the text that it makes of a value with the value. */
static const char *bot_json_text_of(struct json_object *value) {
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : "";
}

const char *bot_json_text(const struct json_object *object, const char *name) {
    return bot_json_text_of(bot_json_member(object, name));
}

int bot_json_number(const struct json_object *object, const char *name, int otherwise) {
    struct json_object *found = bot_json_member(object, name);
    return json_object_is_type(found, json_type_int) ? json_object_get_int(found) : otherwise;
}

bool bot_json_is_array(const struct json_object *array) {
    return json_object_is_type(array, json_type_array);
}

int bot_json_length(const struct json_object *array) {
    return bot_json_is_array(array) ? (int)json_object_array_length(array) : 0;
}

struct json_object *bot_json_at(const struct json_object *array, int place) {
    return place < bot_json_length(array) ? json_object_array_get_idx(array, (size_t)place) : NULL;
}

const char *bot_json_text_at(const struct json_object *array, int place) {
    return bot_json_text_of(bot_json_at(array, place));
}

int64_t bot_json_number_at(const struct json_object *array, int place, int64_t otherwise) {
    struct json_object *found = bot_json_at(array, place);
    return json_object_is_type(found, json_type_int) ? json_object_get_int64(found) : otherwise;
}
