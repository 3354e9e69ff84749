/* options.c - which values of an engine's options are refused, by type and bounds, before anything
 * is played. */
#include "config.h"

#include "base/text.h"
#include "protocol/protocol.h"
#include "referee/engines/options.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <string.h>

static const char *const lines[] = {
    "option name Hash type spin default 16 min 1 max 64",
    "option name HashMore type spin default 1 min -5 max 5",
    "option name Free type spin default 0",
    "option name Style type combo default Normal var Normal Wild",
    "option name Ok type check default true",
    "option name Clear type button",
    "option name Book type string default <empty>",
    "option name Odd type colour default red",
};

static const struct {
    const char *name, *value, *fault; /* NULL: it is allowed */
} rows[] = {
    {"Hash", "1", NULL},
    {"hash", "64", NULL},
    {"Hash", "65", "must be a whole number from 1 to 64, not '65'"},
    {"Hash", "-16", "not '-16'"},
    {"Hash", "abc", "not 'abc'"},
    {"Hash", "", "not ''"},
    {"Hash", "99999999999999999999", "from 1 to 64"},
    {"HashMore", "-5", NULL},
    {"HashMore", "-6", "from -5 to 5"},
    {"Free", "-9000000000", NULL},
    {"Free", "x", "must be a whole number, not 'x'"},
    {"Style", "wild", NULL},
    {"Style", "Wil", "must be one of: Normal Wild; not 'Wil'"},
    {"Style", "", "must be one of"},
    {"Ok", "false", NULL},
    {"Ok", "maybe", "must be true or false, not 'maybe'"},
    {"Clear", "", NULL},
    {"Clear", "1", "is a button"},
    {"Book", "", NULL},
    {"Book", "any words at all", NULL},
    {"Odd", "x", NULL},
    {"Has", "1", "no option 'Has'"},
    {"", "1", "no option ''"},
};

int main(void) {
    struct protocol_parser *parser = protocol_parser_new();
    struct text options = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct protocol_message message;
        struct protocol_error error;
        char line[200];
        snprintf(line, sizeof line, "%s", lines[i]);
        if (ok(protocol_parse(parser, PROTOCOL_FROM_ENGINE, line, &message, &error) == PROTOCOL_OK,
               "%s", lines[i]))
            options_note(&options, message.value);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fault fault = {.verdict = VERDICT_OK};
        enum verdict verdict = options_check(&options, rows[i].name, rows[i].value, &fault);
        ok(rows[i].fault ? verdict == VERDICT_START && strstr(fault.text, rows[i].fault) != NULL
                         : verdict == VERDICT_OK,
           "%s = '%s': %s", rows[i].name, rows[i].value, fault.text);
    }
    struct spin spin;
    ok(options_find_spin(&options, "HASH", &spin) && spin.standard == 16 && spin.min == 1 &&
           spin.max == 64,
       "a spin is found in any case of letters");
    ok(!options_find_spin(&options, "Free", &spin), "not without bounds");
    ok(!options_find_spin(&options, "Style", &spin), "nor another type");
    text_free(&options);
    protocol_parser_free(parser);
    return done();
}
