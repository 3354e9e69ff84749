/* arguments.h - the command line of a subcommand that reads or writes records, from one table.
 *
 * Options are words that begin with "--": --NAME, --NAME VALUE or --NAME=VALUE, anywhere; each may
 * be given once. The table serves for reading, for --help and for completion.
 */
#ifndef TRIANCEY_REFEREE_COMMANDS_ARGUMENTS_H
#define TRIANCEY_REFEREE_COMMANDS_ARGUMENTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

enum { ARGUMENTS_OPTIONS_MAX = 12 };

struct arguments_option {
    const char *name;  /* without the "--" */
    const char *value; /* what stands for it in help; NULL: a flag */
    const char *about;
};

struct arguments_form {
    const char *command;
    const char *words; /* what stands for the other words in help */
    const char *about; /* a line or more */
    int least, most;   /* of the other words */
    struct arguments_option option[ARGUMENTS_OPTIONS_MAX]; /* ended by one without a name */
};

struct arguments {
    const char
        *value[ARGUMENTS_OPTIONS_MAX]; /* by the table's order; NULL: not given, "": a flag */
    char **word;                       /* the words that are no options, in order */
    int words;
};

/* Reads what follows argv[0]; the words that are no options are moved to the front of argv, where
 * arguments->word finds them. Answers -1 to go on, else the exit status: help was asked for and is
 * printed, or a word will not do, which is said. */
int arguments_take(const struct arguments_form *form, int argc, char **argv,
                   struct arguments *arguments);

/* Says what is wrong, on standard error, and returns the status. */
int arguments_complain(const struct arguments_form *form, const char *error, int status);

/* What a command ends with: all is done, or what is wrong is said; in that case the status tells
 * the signal that wanted the end, if there was one. */
int arguments_end(const struct arguments_form *form, bool done, const char *error,
                  const atomic_int *stop);

/* A whole number within bounds from the value of an option, or `otherwise` if it was not given. */
bool arguments_number(const struct arguments_form *form, const struct arguments *arguments,
                      int option, int min, int max, int otherwise, int *number, char *error);

/* The options, one a line. */
void arguments_print_words(const struct arguments_form *form, FILE *file);

#endif
