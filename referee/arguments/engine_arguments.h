/* engine_arguments.h - engines on a command line: --engine KEY=VALUE... */
#ifndef TRIANCEY_REFEREE_ARGUMENTS_ENGINE_ARGUMENTS_H
#define TRIANCEY_REFEREE_ARGUMENTS_ENGINE_ARGUMENTS_H

#include "referee/arguments/command.h"
#include "referee/setup/setup.h"

#include <stdbool.h>

struct error;

/* Splits KEY=VALUE; the key goes to `key`. NULL: it has no such form. */
const char *engine_arguments_part(const char *word, char key[ARGUMENTS_KEY_SIZE]);

/* Adds the engine that the words after --engine describe: KEY=VALUE words, or builtin:PLAYER, or
 * the name of an engine of defaults.h, up to the next option. NULL and a message. */
struct setup_engine *engine_arguments_read(struct setup *setup, struct arguments *arguments,
                                           struct error *error);

/* The engines that a server offers, each given by --engine. Empty: all zero. */
struct engine_list {
    struct setup setup;
    const struct engine_spec **engine;
    int engines;
    bool begun;
};

/* What is asked of an engine before its terms are complete: it may refuse some, or add others. */
typedef bool engine_list_check(struct setup_engine *engine, struct error *error);

/* Reads the words after each such option; without any, `usual` (a command) is the only engine. Free
 * the list also after a failure. False and a message. */
bool engine_list_read(struct engine_list *list, const struct arguments *arguments, int option,
                      const char *usual, engine_list_check *check, struct error *error);
void engine_list_free(struct engine_list *list);

/* Whether a term was given for the engine; false and a message if one of a list that ends in NULL
 * was, with the reason why it cannot be. */
bool engine_list_states(const struct setup_engine *engine, const char *term);
bool engine_list_refuse(const struct setup_engine *engine, const char *const terms[],
                        const char *why, struct error *error);

#endif
