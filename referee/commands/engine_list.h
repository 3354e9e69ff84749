/* engine_list.h - the engines that `--engine KEY=VALUE...`, given as often as wanted, puts at the
 * disposal of others: each with terms of its own.
 */
#ifndef TRIANCEY_REFEREE_COMMANDS_ENGINE_LIST_H
#define TRIANCEY_REFEREE_COMMANDS_ENGINE_LIST_H

#include "referee/commands/command.h"
#include "referee/setup/setup.h"

#include <stdbool.h>

struct error;

/* Empty: all zero. */
struct engine_list {
    struct setup setup;
    const struct engine_spec **engine;
    int engines;
    bool begun;
};

/* Reads what stands behind each such option; `usual` (a command) is what there is if none is given.
 * They think for a move, not by a clock: a second if nothing is said, with a margin of five. To be
 * freed also after a failure. False and a message. */
bool engine_list_read(struct engine_list *list, const struct arguments *arguments, int option,
                      const char *usual, struct error *error);
void engine_list_free(struct engine_list *list);

#endif
