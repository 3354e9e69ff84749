/* bot_json.h - reads what a site answers: any JSON may come. Answers are json-c's objects; this
 * header keeps its names, one of which is also in base/json.h, out of other sources. */
#ifndef TRIANCEY_CLUB_BOT_BOT_JSON_H
#define TRIANCEY_CLUB_BOT_BOT_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json_object;

/* An object from its text, to be freed by bot_json_free(), which takes NULL, too. NULL: it is none.
 */
struct json_object *bot_json_read(const char *text);
void bot_json_free(struct json_object *object);

/* Makes one more owner of it; returns it. */
struct json_object *bot_json_keep(struct json_object *object);

/* A member, NULL if there is none; as a text, "" if it is none; as a number, `otherwise` if it is
 * none. */
struct json_object *bot_json_member(const struct json_object *object, const char *name);
const char *bot_json_text(const struct json_object *object, const char *name);
int bot_json_number(const struct json_object *object, const char *name, int otherwise);

/* An array: its length, 0 if it is none; a member, as a text, and as a number, `otherwise` if it is
 * none. */
bool bot_json_is_array(const struct json_object *array);
int bot_json_length(const struct json_object *array);
struct json_object *bot_json_at(const struct json_object *array, int place);
const char *bot_json_text_at(const struct json_object *array, int place);
int64_t bot_json_number_at(const struct json_object *array, int place, int64_t otherwise);

#endif
