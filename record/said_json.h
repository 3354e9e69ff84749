/* said_json.h - what an engine said about a move as members of a JSON object: margin, bound, depth,
 * nodes, time and pv, those that it said.
 */
#ifndef TRIANCEY_RECORD_SAID_JSON_H
#define TRIANCEY_RECORD_SAID_JSON_H

#include <stdbool.h>

struct json;
struct said;

void said_json_add(const struct said *said, struct json *json);

/* Words that are separated by blanks as an array, of strings or of the numbers they are; NULL is
 * null.
 */
void said_json_words(struct json *json, const char *key, const char *words, bool numbers);

#endif
