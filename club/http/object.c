/* object.c - members of objects and arrays, by json-c. */
#include "config.h"

#include "club/http/object.h"

#include <json-c/json.h>

struct json_object *object_read(const char *text) {
    struct json_object *found = json_tokener_parse(text);
    if (json_object_is_type(found, json_type_object))
        return found;
    json_object_put(found);
    return NULL;
}

void object_free(struct json_object *object) {
    json_object_put(object);
}

struct json_object *object_keep(struct json_object *object) {
    return json_object_get(object);
}

int object_count(const struct json_object *object) {
    return json_object_is_type(object, json_type_object) ? json_object_object_length(object) : 0;
}

struct json_object *object_member(const struct json_object *object, const char *name) {
    struct json_object *found = NULL;
    if (json_object_is_type(object, json_type_object))
        json_object_object_get_ex(object, name, &found);
    return found;
}

/* json-c keeps the text that it makes of a value with the value. */
static const char *text_of(struct json_object *value) {
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : "";
}

const char *object_text(const struct json_object *object, const char *name) {
    return text_of(object_member(object, name));
}

int object_number(const struct json_object *object, const char *name, int otherwise) {
    struct json_object *found = object_member(object, name);
    return json_object_is_type(found, json_type_int) ? json_object_get_int(found) : otherwise;
}

bool object_flag(const struct json_object *object, const char *name) {
    return json_object_get_boolean(object_member(object, name));
}

bool object_is_array(const struct json_object *array) {
    return json_object_is_type(array, json_type_array);
}

int array_length(const struct json_object *array) {
    return object_is_array(array) ? (int)json_object_array_length(array) : 0;
}

struct json_object *array_at(const struct json_object *array, int place) {
    return place < array_length(array) ? json_object_array_get_idx(array, (size_t)place) : NULL;
}

const char *array_text(const struct json_object *array, int place) {
    return text_of(array_at(array, place));
}

int64_t array_number(const struct json_object *array, int place, int64_t otherwise) {
    struct json_object *found = array_at(array, place);
    return json_object_is_type(found, json_type_int) ? json_object_get_int64(found) : otherwise;
}
