/* object.h - JSON that somebody else has written, as objects of json-c; this header keeps the names
 * of json-c, one of which is also in base/json.h, out of other sources. A member that is missing or
 * of another type counts as empty. NULL is an object without members.
 */
#ifndef TRIANCEY_CLUB_HTTP_OBJECT_H
#define TRIANCEY_CLUB_HTTP_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

struct json_object;

/* An object from its text, to be freed. NULL: it is none. */
struct json_object *object_read(const char *text);
void object_free(struct json_object *object); /* NULL is allowed */

/* Makes one more owner of it; returns it. */
struct json_object *object_keep(struct json_object *object);

/* How many members there are. */
int object_count(const struct json_object *object);

/* A member, NULL if there is none; as a text, "" if it is none; as a number, `otherwise` if it is
 * none; as true, else false. */
struct json_object *object_member(const struct json_object *object, const char *name);
const char *object_text(const struct json_object *object, const char *name);
int object_number(const struct json_object *object, const char *name, int otherwise);
bool object_flag(const struct json_object *object, const char *name);

/* An array: its length, 0 if it is none; a member, as a text, and as a number, `otherwise` if it is
 * none. */
bool object_is_array(const struct json_object *array);
int array_length(const struct json_object *array);
struct json_object *array_at(const struct json_object *array, int place);
const char *array_text(const struct json_object *array, int place);
int64_t array_number(const struct json_object *array, int place, int64_t otherwise);

#endif
