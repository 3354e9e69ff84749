/* fail_place.h - where in a program a call comes from, for fail_call.c. */
#ifndef TRIANCEY_TESTS_FAIL_PLACE_H
#define TRIANCEY_TESTS_FAIL_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden"))) /* the program has names of its own */

/* Once, before all others. `spared` lists functions of the program in which no call fails, such as
 * those that write the counts of a coverage build: "FROM-TO ...", hexadecimal, as `nm` shows them.
 * NULL: none. */
HIDDEN void place_note_program(const char *spared);

/* Whether an address is in the program itself. */
HIDDEN bool place_is_ours(const void *address);

/* Whether an address is in json-c. Version 0.16 does not look whether it got what it copies a name
 * to, and leaves out values for which it has no memory, so no allocation of its own fails. */
HIDDEN bool place_is_careless(const void *address);

/* A number for the innermost frames of a stack that are in the program; never 0. */
HIDDEN uint64_t place_hash(void *const *stack, int depth);

/* Whether the caller runs on behalf of a function that is spared. */
HIDDEN bool place_is_spared(void);

#endif
