/* json.c - see json.h. */
#include "config.h"

#include "referee/json.h"

#include <math.h>
#include <string.h>

/* The length of the UTF-8 character at this place, 0 if it is none: RFC 3629, section 4. */
static size_t character_length(const unsigned char *c) {
    static const struct {
        unsigned char first, last, second_min, second_max;
        size_t length;
    } rows[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (c[0] < rows[i].first || c[0] > rows[i].last)
            continue;
        size_t length = 1;
        if (rows[i].length > 1 && c[1] >= rows[i].second_min && c[1] <= rows[i].second_max)
            for (length = 2; length < rows[i].length && (c[length] & 0xc0) == 0x80; length++)
                continue;
        return length == rows[i].length ? length : 0;
    }
    return 0;
}

static void add_character(struct text *text, const char *character, size_t length) {
    unsigned char c = (unsigned char)*character;
    if (length == 0)
        text_add(text, "\\ufffd");
    else if (c == '"' || c == '\\')
        text_addf(text, "\\%c", c);
    else if (c < ' ' || c == 127)
        text_addf(text, "\\u%04x", c);
    else
        text_add_bytes(text, character, length);
}

static void add_string(struct text *text, const char *string) {
    text_add(text, "\"");
    while (*string) {
        size_t length = character_length((const unsigned char *)string);
        add_character(text, string, length);
        string += length ? length : 1;
    }
    text_add(text, "\"");
}

static void begin(struct json *json, const char *key) {
    if (json->comma)
        text_add(&json->text, ",");
    json->comma = true;
    if (key) {
        add_string(&json->text, key);
        text_add(&json->text, ":");
    }
}

void json_open(struct json *json, const char *key, char bracket) {
    begin(json, key);
    text_add_bytes(&json->text, &bracket, 1);
    json->comma = false;
}

void json_close(struct json *json, char bracket) {
    text_add_bytes(&json->text, &bracket, 1);
    json->comma = true;
}

void json_string(struct json *json, const char *key, const char *value) {
    begin(json, key);
    if (value)
        add_string(&json->text, value);
    else
        text_add(&json->text, "null");
}

void json_integer(struct json *json, const char *key, int64_t value) {
    begin(json, key);
    text_add_number(&json->text, value);
}

void json_bool(struct json *json, const char *key, bool value) {
    begin(json, key);
    text_add(&json->text, value ? "true" : "false");
}

void json_real(struct json *json, const char *key, double value) {
    begin(json, key);
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
