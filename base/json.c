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

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Whether one of eight bytes is this one: the test for a zero of "Bit Twiddling Hacks". */
static bool has_byte(uint64_t eight, unsigned char byte) {
    eight ^= EACH(byte);
    return ((eight - EACH(1)) & ~eight & EACH(0x80)) != 0;
}

/* How many bytes from here on need no escape in JSON: printable ASCII, as most texts are. */
static size_t count_plain(const char *string, size_t length) {
    size_t i = 0;
    for (uint64_t eight; i + sizeof eight <= length; i += sizeof eight) {
        memcpy(&eight, string + i, sizeof eight);
        if (((eight | (eight - EACH(' '))) & EACH(0x80)) || has_byte(eight, '"') ||
            has_byte(eight, '\\') || has_byte(eight, 0x7f))
            break;
    }
    while (i < length && string[i] >= ' ' && string[i] < '\x7f' && string[i] != '"' &&
           string[i] != '\\')
        i++;
    return i;
}

/* Adds a string in quotes, with escapes. A byte that is not UTF-8 is replaced, and the next one is
 * read as a character again. */
static void add_escaped(struct text *text, const char *string, size_t length) {
    text_add(text, "\"");
    for (const char *stop = string + length; string < stop;) {
        size_t plain = count_plain(string, (size_t)(stop - string));
        text_add_bytes(text, string, plain);
        string += plain;
        size_t bytes = string < stop ? text_character(string) : 0;
        if (string < stop)
            add_character(text, string, bytes);
        string += bytes ? bytes : string < stop;
    }
    text_add(text, "\"");
}

/* Adds a string in quotes, with a comma before it or a colon after it. Most strings need no escape:
 * they are added with their quotes and punctuation in one piece. */
static void add_string(struct text *text, bool comma, const char *string, size_t length,
                       bool colon) {
    if (count_plain(string, length) < length) {
        text_add_bytes(text, ",", comma);
        add_escaped(text, string, length);
        text_add_bytes(text, ":", colon);
        return;
    }
    char *to = text_extend(text, comma + length + 2 + colon);
    if (!to)
        return;
    if (comma)
        *to++ = ',';
    *to++ = '"';
    memcpy(to, string, length); /* no string. NOLINT(bugprone-not-null-terminated-result) */
    to[length] = '"';
    if (colon)
        to[length + 1] = ':';
}

static void json_begin(struct json *json, const char *key) {
    if (key)
        add_string(&json->text, json->comma, key, strlen(key), true);
    else
        text_add_bytes(&json->text, ",", json->comma);
    json->comma = true;
}

void json_open(struct json *json, const char *key, char bracket) {
    json_begin(json, key);
    text_add_bytes(&json->text, &bracket, 1);
    json->comma = false;
}

struct json json_new_object(void) {
    struct json json = {.comma = false};
    json_open(&json, NULL, '{');
    return json;
}

void json_close(struct json *json, char bracket) {
    text_add_bytes(&json->text, &bracket, 1);
    json->comma = true;
}

void json_string(struct json *json, const char *key, const char *value) {
    json_begin(json, key);
    if (value)
        add_string(&json->text, false, value, strlen(value), false);
    else
        text_add(&json->text, "null");
}

/* Adds words that need no escape: a blank becomes `","`. */
static void add_words(struct text *text, const char *words, size_t length) {
    char *start = text_extend(text, 3 * length + 2), *to = start;
    if (!start)
        return;
    *to++ = '"';
    for (const char *c = words; *c; c++)
        if (*c != ' ') {
            *to++ = *c;
        } else {
            memcpy(to, "\",\"", 3); /* no string. NOLINT(bugprone-not-null-terminated-result) */
            to += 3;
        }
    *to++ = '"';
    text_cut(text, (size_t)(to - text->bytes));
}

void json_words(struct json *json, const char *key, const char *words) {
    if (!words) {
        json_string(json, key, NULL);
        return;
    }
    json_open(json, key, '[');
    const size_t all = strlen(words);
    if (all > 0 && words[all - 1] != ' ' && count_plain(words, all) == all) {
        add_words(&json->text, words, all);
        words += all;
    }
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        add_string(&json->text, json->comma, words, length, false);
        json->comma = true;
    }
    json_close(json, ']');
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
