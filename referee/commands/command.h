/* command.h - what a subcommand is: one row, by which it is found, read, explained and completed.
 *
 * A command is a file that ends in one `const struct command`; commands.c has the table of all.
 * Its options are words that begin with "--": --NAME, --NAME VALUE or --NAME=VALUE, anywhere.
 */
#ifndef TRIANCEY_REFEREE_COMMANDS_COMMAND_H
#define TRIANCEY_REFEREE_COMMANDS_COMMAND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* Exit statuses; when a signal ended the run, 128 and its number. */
enum { EXIT_FINE, EXIT_FAILED, EXIT_USAGE, EXIT_SIGNAL = 128 };

struct arguments;

struct command_option {
    const char *name;  /* without the "--" */
    const char *value; /* what stands for it in help; NULL: a flag */
    const char *about;
    /* What completion offers as the value, parted by blanks: words; * for files, *.END for those
     * with that ending; @LIST for a list of command_help.c; a comma where several may stand, parted
     * by commas. NULL: nothing. */
    const char *values;
    bool needed; /* it cannot be left out */
    bool again;  /* it is given several times */
    bool group;  /* run() takes the words behind it, by arguments_word() */
    char letter; /* -L is the same; 0: nothing is */
};

/* The words that are no options. */
struct command_words {
    const char *text;   /* what stands for them in help; NULL: there are none */
    const char *values; /* what completion offers, as of an option */
    int least, most;    /* how many */
};

enum { COMMAND_OPTIONS_MAX = 12 };

struct command {
    const char *name;    /* of a part of another command with that before it: "grid draw" */
    const char *summary; /* for the list of commands */
    struct command_words words;
    const char *about; /* a line or more; NULL: the summary says it */
    struct command_option option[COMMAND_OPTIONS_MAX + 1]; /* ended by one without a name */
    bool keys;     /* every key of a league is an option, too */
    bool in_order; /* run() reads the arguments, by arguments_next(); else they are read */
    const struct command *const *parts; /* commands below this one, ended by NULL, instead of run */
    /* Returns the exit status. `stop` becomes the number of the signal that ends the program. */
    int (*run)(struct arguments *arguments, const atomic_int *stop);
};

/* The name without that of the command which it is a part of. */
const char *command_last_name(const struct command *command);

/* The part of a command that a word names; NULL: there is none. */
const struct command *command_find(const struct command *command, const char *word);

/* How it is called and what that does; of a command with parts a list of them. */
void command_print_help(const struct command *command, FILE *file);

/* Runs the command, or the part of it that argv[1] names, or prints help. Returns the exit status.
 */
int command_run(const struct command *command, int argc, char **argv, const atomic_int *stop);

/* Says on standard error that no part has this name, and which there are; returns EXIT_USAGE. */
int command_complain_of(const struct command *command, const char *word);

/* Says what is wrong, on standard error, and returns the status. */
int command_complain(const struct command *command, const char *error, int status);

/* What a command ends with: all is done, or what is wrong is said; in that case the status tells
 * the signal that wanted the end, if there was one. */
int command_end(const struct command *command, bool done, const char *error,
                const atomic_int *stop);

#endif
