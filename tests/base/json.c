/* json.c - strings are written as they should be, whatever bytes they have: those that need no
 * escape are found eight at a time. */
#include "config.h"

#include "base/json.h"
#include "base/random.h"
#include "tests/lib/tap.h"

#include <string.h>

enum { STRINGS = 3000, LENGTH = 40 };

/* The string as JSON, a byte at a time. */
static void write_plainly(struct text *text, const char *string) {
    text_add(text, "\"");
    for (const char *c = string; *c; c++)
        if (*c == '"' || *c == '\\')
            text_addf(text, "\\%c", *c);
        else if ((unsigned char)*c < ' ' || *c == '\x7f')
            text_addf(text, "\\u%04x", (unsigned)*c);
        else
            text_add_bytes(text, c, 1);
    text_add(text, "\"");
}

static void test_strings(void) {
    static const char *const rare[] = {"\"", "\\",       "\x7f",        "\x1f",
                                       "\n", "\xc3\xa9", "\xe2\x82\xac"};
    struct random random;
    int good = 0;
    random_seed(&random, 1);
    for (int i = 0; i < STRINGS; i++) {
        struct json json = {0};
        struct text string = {0}, wanted = {0};
        char plain[] = " ";
        for (uint32_t left = random_below(&random, LENGTH); left > 0; left--) {
            plain[0] = (char)(' ' + random_below(&random, 95));
            text_add(&string, random_below(&random, 10) ? plain : rare[random_below(&random, 7)]);
        }
        json_string(&json, NULL, text_get(&string));
        write_plainly(&wanted, text_get(&string));
        good += strcmp(text_get(&json.text), text_get(&wanted)) == 0;
        text_free(&json.text);
        text_free(&string);
        text_free(&wanted);
    }
    is_int(good, STRINGS, "strings, as written a byte at a time");
}

static const char *words(struct json *json, const char *text) {
    text_clear(&json->text);
    json->comma = false;
    json_words(json, NULL, text);
    return text_get(&json->text);
}

static void test_words(void) {
    struct json json = {0};
    is_string(words(&json, "12 a-b say\"so"), "[\"12\",\"a-b\",\"say\\\"so\"]", "words");
    is_string(words(&json, "a  b"), "[\"a\",\"\",\"b\"]", "an empty word between two blanks");
    is_string(words(&json, "\xc3 b"), "[\"\\ufffd\",\"b\"]", "half a character");
    is_string(words(&json, "12 7-8 x"), "[\"12\",\"7-8\",\"x\"]", "plain ones");
    is_string(words(&json, " a  b "), "[\"\",\"a\",\"\",\"b\"]", "a blank at the end is none");
    is_string(words(&json, ""), "[]", "none");
    is_string(words(&json, NULL), "null", "not known");
    text_free(&json.text);
}

int main(void) {
    test_strings();
    test_words();
    return done();
}
