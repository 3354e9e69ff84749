/* json.c - writes JSON for programs. An object is written from beginning to end into one text;
 * `comma` says whether the next value needs a comma before it. */
#include "config.h"

#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void add_character(struct text *text, const char *character, size_t length) {
    unsigned char c = (unsigned char)*character;
    if (length == 0)
        text_add(text, "\\ufffd");
    else if (c == '"' || c == '\\')
        text_addf(text, "\\%c", c);
    else if (text_is_control(character, length))
        text_addf(text, "\\u%04x", (unsigned char)character[length - 1]);
    else
        text_add_bytes(text, character, length);
}

/* How many bytes from here on need no escape in JSON: printable ASCII, as most texts are. */
static size_t count_plain(const char *string) {
    const char *c = string;
    while (*c >= ' ' && *c < '\x7f' && *c != '"' && *c != '\\')
        c++;
    return (size_t)(c - string);
}

/* Adds a string in quotes between two other signs, "" where there is none. Most strings are plain:
 * they are added with their signs in one piece. */
static void add_string(struct text *text, const char *before, const char *string,
                       const char *after) {
    size_t plain = count_plain(string), start = strlen(before), end = strlen(after);
    if (!string[plain]) {
        char *to = text_extend(text, start + plain + end + 2);
        if (!to)
            return;
        memcpy(to, before, start);
        to[start] = '"';
        memcpy(to + start + 1, string, plain);
        to[start + plain + 1] = '"';
        memcpy(to + start + plain + 2, after, end);
        return;
    }
    text_add(text, before);
    text_add(text, "\"");
    while (*string) {
        text_add_bytes(text, string, plain);
        string += plain;
        size_t length = *string ? text_character(string) : 0;
        if (*string)
            add_character(text, string, length);
        string += length ? length : *string != '\0';
        plain = count_plain(string);
    }
    text_add(text, "\"");
    text_add(text, after);
}

static void json_begin(struct json *json, const char *key) {
    if (key)
        add_string(&json->text, json->comma ? "," : "", key, ":");
    else if (json->comma)
        text_add(&json->text, ",");
    json->comma = true;
}

void json_open(struct json *json, const char *key, char bracket) {
    json_begin(json, key);
    text_add_bytes(&json->text, &bracket, 1);
    json->comma = false;
}

void json_close(struct json *json, char bracket) {
    text_add_bytes(&json->text, &bracket, 1);
    json->comma = true;
}

void json_string(struct json *json, const char *key, const char *value) {
    json_begin(json, key);
    if (value)
        add_string(&json->text, "", value, "");
    else
        text_add(&json->text, "null");
}

void json_raw(struct json *json, const char *key, const char *value) {
    json_begin(json, key);
    text_add(&json->text, value);
}

void json_integer(struct json *json, const char *key, int64_t value) {
    json_begin(json, key);
    text_add_number(&json->text, value);
}

void json_integer_if(struct json *json, const char *key, bool known, int64_t value) {
    known ? json_integer(json, key, value) : json_string(json, key, NULL);
}

void json_seed_if(struct json *json, const char *key, bool known, int64_t value) {
    enum { EXACT_BITS = 53 };
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    if (known && (value > INT64_C(1) << EXACT_BITS || value < -(INT64_C(1) << EXACT_BITS)))
        json_string(json, key, digits);
    else
        json_integer_if(json, key, known, value);
}

void json_integers(struct json *json, const char *key, const int *value, int count) {
    json_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_integer(json, NULL, value[i]);
    json_close(json, ']');
}

void json_strings(struct json *json, const char *key, const char *const *value, int count) {
    json_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_string(json, NULL, value[i]);
    json_close(json, ']');
}

void json_bool(struct json *json, const char *key, bool value) {
    json_begin(json, key);
    text_add(&json->text, value ? "true" : "false");
}

void json_real(struct json *json, const char *key, double value) {
    json_begin(json, key);
    if (isfinite(value))
        text_addf(&json->text, "%.10g", value);
    else
        text_add(&json->text, "null");
}

bool json_write(struct json *json, FILE *file) {
    text_add(&json->text, "\n");
    bool done = !json->text.failed && fputs(text_get(&json->text), file) >= 0 && fflush(file) == 0;
    text_free(&json->text);
    *json = (struct json){0};
    return done;
}
