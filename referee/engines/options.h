/* options.h - the options of an engine, as it has announced them, and whether a value is one of
 * theirs.
 *
 * The list is a text with a line for each: name, type, default, which bounds there are, min, max,
 * and the values of a combo. The case of letters in names does not matter (PROTOCOL.md).
 */
#ifndef TRIANCEY_REFEREE_ENGINES_OPTIONS_H
#define TRIANCEY_REFEREE_ENGINES_OPTIONS_H

#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

struct protocol_value;
struct text;

/* The range of a number. */
struct spin {
    int64_t standard, min, max;
};

/* Adds what a line `option` says. */
void options_note(struct text *options, const struct protocol_value *value);

bool options_has(const struct text *options, const char *name);

/* Whether an option exists and may have a value; empty for a string, or to press a button.
 * VERDICT_START and the fault if not. */
enum verdict options_check(const struct text *options, const char *name, const char *value,
                           struct fault *fault);

/* Finds a spin with default, min and max. False: there is none. */
bool options_find_spin(const struct text *options, const char *name, struct spin *spin);

#endif
