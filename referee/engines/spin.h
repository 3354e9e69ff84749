/* spin.h - the options of an engine that are numbers, with their ranges, as it has announced them.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SPIN_H
#define TRIANCEY_REFEREE_ENGINES_SPIN_H

#include <stdbool.h>
#include <stdint.h>

struct protocol_value;
struct text;

struct spin {
    int64_t standard, min, max;
};

/* Adds what a line `option` says to a list, if it is of a spin with default, min and max. */
void spin_note(struct text *spins, const struct protocol_value *value);

/* Finds one in that list, ignoring the case of letters. False: there is none. */
bool spin_find(const struct text *spins, const char *name, struct spin *spin);

#endif
