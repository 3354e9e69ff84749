/* engine_arguments.h - engines on a command line: --engine KEY=VALUE... */
#ifndef TRIANCEY_REFEREE_ARGUMENTS_ENGINE_ARGUMENTS_H
#define TRIANCEY_REFEREE_ARGUMENTS_ENGINE_ARGUMENTS_H

#include "referee/arguments/command.h"

struct error;
struct setup;
struct setup_engine;

/* Splits KEY=VALUE; the key goes to `key`. NULL: it has no such form. */
const char *engine_arguments_part(const char *word, char key[ARGUMENTS_KEY_SIZE]);

/* Adds the engine that the words after --engine describe: KEY=VALUE words, or builtin:PLAYER, or the
 * name of an engine of defaults.h, up to the next option. NULL and a message. */
struct setup_engine *engine_arguments_read(struct setup *setup, struct arguments *arguments,
                                           struct error *error);

#endif
