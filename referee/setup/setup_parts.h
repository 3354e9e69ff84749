/* setup_parts.h - what the files share that make a whole of a setup: setup_finish.c the engines,
 * setup_boards.c the boards, setup_format.c the format and the shard. For them alone.
 */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_PARTS_H
#define TRIANCEY_REFEREE_SETUP_SETUP_PARTS_H

#include "referee/setup/setup.h"

#include <stdbool.h>

/* A fault of the whole, with the file that it stands in; returns false. `key` is one of the league,
 * whose value may come from the command line instead, or NULL: an engine's. */
bool setup_fault(const struct setup *setup, const char *key, char *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reads a whole number from 1 to max. */
bool setup_read_count(const char *key, const char *value, int max, int *count, char *error);

/* The keys of setup_format.c. */
bool setup_set_format(struct setup *setup, const char *value, char *error);
bool setup_set_gauntlet(struct setup *setup, const char *value, char *error);
bool setup_set_seeding(struct setup *setup, const char *value, char *error);
bool setup_set_boards(struct setup *setup, const char *value, char *error);
bool setup_set_word_cells(struct setup *setup, const char *value, char *error);
bool setup_set_shard(struct setup *setup, const char *value, char *error);

/* In this order; false and a message. Formats need the boards and the engines. */
bool setup_finish_format(struct setup *setup, char *error);
bool setup_finish_shard(struct setup *setup, char *error);

#endif
