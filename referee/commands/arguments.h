/* arguments.h - the command line of a subcommand, read by its row (command.h). */
#ifndef TRIANCEY_REFEREE_COMMANDS_ARGUMENTS_H
#define TRIANCEY_REFEREE_COMMANDS_ARGUMENTS_H

#include "referee/commands/command.h"

#include <stdbool.h>

enum { ARGUMENTS_KEY_SIZE = 128 };

struct arguments {
    const struct command *command;
    const char *value[COMMAND_OPTIONS_MAX]; /* by the row's order; NULL: not given, "": a flag */
    char **word;                            /* the words that are no options, in order */
    int words;
    /* For commands that read in order: all that is given, and of what arguments_next() has found */
    char **given;
    int count, next;
    const char *text;             /* the word, or the value of the option */
    const char *option;           /* as it was written */
    char key[ARGUMENTS_KEY_SIZE]; /* of an option that is not in the row */
};

/* Begins with what follows argv[0]. */
void arguments_begin(struct arguments *arguments, const struct command *command, int argc,
                     char **argv);

/* Whether a word asks for help. */
bool arguments_is_help(const char *word);

/* What arguments_next() answers besides the number of an option in the row. */
enum { ARGUMENTS_WORD = -5, ARGUMENTS_KEY, ARGUMENTS_HELP, ARGUMENTS_WRONG, ARGUMENTS_END };

/* Reads one word, or one option: with its value, unless it is a group or a key of a league: what
 * belongs to these is read by arguments_word(). */
int arguments_next(struct arguments *arguments, char *error);

/* The next word that belongs to an option, NULL: none. What stood behind its '=' comes first.
 * `pairs`: only KEY=VALUE belongs to it. */
const char *arguments_word(struct arguments *arguments, bool pairs);

/* Reads all, each option once; the words that are no options are moved to the front of argv, where
 * arguments->word finds them. */
bool arguments_read(struct arguments *arguments, char *error);

/* A whole number within bounds from the value of an option, or `otherwise` if it was not given. */
bool arguments_number(const struct arguments *arguments, int option, int min, int max,
                      int otherwise, int *number, char *error);

#endif
