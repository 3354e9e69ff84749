/* json.h - writes JSON (RFC 8259), an object a line, for programs that read what the referee says.
 *
 * Values are added one after the other; inside an object each has a key, inside an array none
 * (NULL). Commas and brackets come out right as long as every json_open() has its json_close().
 */
#ifndef TRIANCEY_BASE_JSON_H
#define TRIANCEY_BASE_JSON_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    struct text text;
    bool comma; /* something precedes the next value */
};

/* An object, open. */
struct json json_new_object(void);

void json_open(struct json *json, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *json, char bracket);                 /* '}' or ']' */

/* NULL is null. Bytes that are not UTF-8 become U+FFFD. */
void json_string(struct json *json, const char *key, const char *value);
void json_integer(struct json *json, const char *key, int64_t value);
void json_integer_if(struct json *json, const char *key, bool known, int64_t value); /* or null */

/* A number, or null; beyond 2^53, where most readers would round it, its digits as a text. */
void json_seed_if(struct json *json, const char *key, bool known, int64_t value);

/* Arrays. */
void json_strings(struct json *json, const char *key, const char *const *value, int count);
void json_integers(struct json *json, const char *key, const int *value, int count);

/* The words of a text as an array; single blanks separate them. NULL is null. */
void json_words(struct json *json, const char *key, const char *words);

void json_bool(struct json *json, const char *key, bool value);

/* A value that is JSON already. */
void json_raw(struct json *json, const char *key, const char *value);

/* Infinity and NAN are null. */
void json_real(struct json *json, const char *key, double value);

/* Writes the line at once and starts an empty one. False: out of memory, or it could not be
 * written. */
bool json_write(struct json *json, FILE *file);

#endif
