/* json_read.h - values of JSON that anybody may have written.
 */
#ifndef TRIANCEY_RECORD_JSON_READ_H
#define TRIANCEY_RECORD_JSON_READ_H

#include <json-c/json.h>

struct text;

/* A member of an object; NULL: there is none, or it is null. */
struct json_object *json_read_member(const struct json_object *object, const char *name);

/* Why a value is not of this type, NULL if it is. A text must be one in C, too. */
const char *json_read_misfit(const struct json_object *value, enum json_type type);

/* Adds a value as text. Only numbers beyond 64 bits are written by the library. */
void json_read_text(struct text *text, struct json_object *value);

/* Adds a list of moves, or of whole numbers, as words separated by blanks. NULL, or why it is
 * none. */
const char *json_read_words(struct text *text, const struct json_object *list, enum json_type type);

#endif
