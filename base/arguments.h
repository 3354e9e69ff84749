/* arguments.h - what a command is: one row, by which it is found, read, explained and completed.
 *
 * A command is a file that ends in one `const struct command`. Each program has a table of its
 * commands. A command line is read by the row of its command. Options are words that begin with
 * "--": --NAME, --NAME VALUE or --NAME=VALUE, anywhere.
 */
#ifndef TRIANCEY_BASE_ARGUMENTS_H
#define TRIANCEY_BASE_ARGUMENTS_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* Exit statuses; when a signal ended the run, 128 and its number. */
enum { EXIT_FINE, EXIT_FAILED, EXIT_USAGE, EXIT_SIGNAL = 128 };

struct arguments;

struct command_option {
    const char *name;  /* without the "--" */
    const char *value; /* how help shows the value; NULL: a flag */
    const char *about;
    /* What completion offers as the value, separated by blanks: words; * for files, *.END for those
     * with that ending; @LIST for a list that the program knows; a comma where several may be
     * given, separated by commas. NULL: nothing. */
    const char *values;
    bool needed; /* it cannot be left out */
    bool again;  /* it is given several times */
    bool group;  /* run() takes the words after it, by arguments_word(), after arguments_seek()
                    unless it reads in order */
    char letter; /* L, if -L means this option, too; 0: no letter does */
};

/* The words that are not options. */
struct command_words {
    const char *text;   /* how help shows them; NULL: there are none */
    const char *values; /* what completion offers, as of an option */
    int least, most;    /* how many */
};

enum { COMMAND_OPTIONS_MAX = 20 };

struct command {
    const char *name;    /* of a subcommand, after the command's: "grid draw" */
    const char *summary; /* for the list of commands */
    struct command_words words;
    const char *about; /* a line or more; NULL: the summary says it */
    struct command_option option[COMMAND_OPTIONS_MAX + 1]; /* ended by one without a name */
    /* Every key of a league is an option, too, and this explains them; NULL: they are not. */
    void (*keys)(FILE *file, int width);
    bool in_order; /* run() reads the arguments, by arguments_next(); else they are read */
    const struct command *const *parts; /* subcommands, ended by NULL, instead of run */
    const char *program; /* another program, beside this one, that has this command; NULL: none */
    const char *page;    /* of a program: its manual page */
    /* Returns the exit status. The failure is in arguments->error; if that is empty, it was
     * reported already. `stop` becomes the number of the signal that ends the program. */
    int (*run)(struct arguments *arguments, const atomic_int *stop);
};

/* The last word of the name, by which a subcommand is called. */
const char *command_last_name(const struct command *command);

/* The subcommand of this name; NULL: there is none. */
const struct command *command_find(const struct command *command, const char *word);

/* The name after that of the program. */
enum { COMMAND_NAME_SIZE = 64 };
const char *command_full_name(const struct command *command, char name[COMMAND_NAME_SIZE]);

/* How many columns help may take, also in a pager. */
int command_width(FILE *file);

/* Prints its usage and what it does, or a list of its subcommands. */
void command_print_help(const struct command *command, FILE *file);

/* Prints what its subcommands are for, short enough for a small terminal. */
void command_print_brief(const struct command *command, FILE *file);

/* Sets the program whose commands are looked up and explained. Call it before all else here. */
void command_begin(const struct command *program);

/* The row of the program. */
const struct command *command_program(void);

/* Says on standard error that no subcommand has this name, and lists them; returns EXIT_USAGE. */
int command_complain_of(const struct command *command, const char *word);

/* Says what is wrong, on standard error, and returns the status. */
int command_complain(const struct command *command, const char *error, int status);

/* ---- the command line ------------------------------------------------------------------------ */

enum { ARGUMENTS_KEY_SIZE = 128 };

struct arguments {
    const struct command *command;
    struct error error;                     /* empty, for what run() has to say */
    const char *value[COMMAND_OPTIONS_MAX]; /* by the row's order; NULL: not given, "": a flag */
    char **word; /* the words that are not options, in order: the front of argv */
    int words;
    /* A game or a board was not quoted, so that these words (from, up to) are not in its value. */
    const struct command_option *torn;
    int torn_from, torn_to;
    /* For commands that read in order, and for groups: all that is given, and what arguments_next()
     * has found */
    char **given;
    int count, next;
    const char *text;             /* the word, or the value of the option */
    const char *option;           /* as it was written */
    char key[ARGUMENTS_KEY_SIZE]; /* of an option that is not in the row */
};

/* Whether a word asks for help. */
bool arguments_is_help(const char *word);

/* Whether the first bytes of what was written are this name of an option, in which a hyphen may be
 * written as '_'. */
bool arguments_is_name(const char *name, const char *written, size_t length);

/* The key of a league as files have it, with '_', from its name as an option, up to a '='. The
 * names of engines' options, which come after a dot, stay as they are. */
void arguments_key_of(const char *name, char key[ARGUMENTS_KEY_SIZE]);

/* What arguments_next() returns besides the number of an option in the row. */
enum { ARGUMENTS_WORD = -5, ARGUMENTS_KEY, ARGUMENTS_HELP, ARGUMENTS_WRONG, ARGUMENTS_END };

/* Reads one word, or one option: with its value, unless it is a group or a key of a league: what
 * belongs to these is read by arguments_word(). */
int arguments_next(struct arguments *arguments, struct error *error);

/* The next word that belongs to an option, NULL: none. The text after its '=' comes first.
 * `pairs`: only KEY=VALUE belongs to it. */
const char *arguments_word(struct arguments *arguments, bool pairs);

/* Finds the next place after `next` where an option is given; arguments_word() then returns its
 * words. False: there is none. */
bool arguments_seek(struct arguments *arguments, int option);

/* Says that a word is one too many, and what may be meant. Returns false. */
bool arguments_unexpected(const struct arguments *arguments, const char *word, struct error *error);

/* A whole number within bounds from the value of an option, or `otherwise` if it was not given. */
bool arguments_number(const struct arguments *arguments, int option, int min, int max,
                      int otherwise, int *number, struct error *error);

/* Seconds from the value of an option, up to a day, also fractions down to a thousandth. */
bool arguments_seconds(const struct arguments *arguments, int option, double otherwise,
                       double *seconds, struct error *error);

/* Whether at most one of these options, which follow each other, is given. False and a message. */
bool arguments_one_of(const struct arguments *arguments, int first, int last, struct error *error);

/* Whether two options do not name one file, which would be written twice. False and a message. */
bool arguments_two_files(const struct arguments *arguments, int one, int other,
                         struct error *error);

/* What is given to a command: argv[0] is its name. */
struct arguments command_arguments(const struct command *command, int argc, char **argv);

/* Reads all that is given, or prints the help that is asked for, or says what is wrong. Returns an
 * exit status, or -1 to go on. */
int command_read(struct arguments *arguments);

#endif
