/* command.h - runs the commands of the referee and the club, whose rows are as in base/arguments.h. */
#ifndef TRIANCEY_REFEREE_ARGUMENTS_COMMAND_H
#define TRIANCEY_REFEREE_ARGUMENTS_COMMAND_H

#include "base/arguments.h"

/* The whole of a program: what it needs around its command, the signals that end it, and its
 * output. Its name and the table of its commands are in the row. Returns the exit status. */
int command_main(const struct command *program, int argc, char **argv);

/* Runs the command, or the part of it that argv[1] names, or prints help, and reports what has
 * failed. Returns the exit status; that of the signal if a signal ended the command. */
int command_run(const struct command *command, int argc, char **argv, const atomic_int *stop);

/* Becomes the other program that has this command, with these words of argv, from the first one on.
 * Returns an exit status, with a message, if that program cannot be started. */
int command_elsewhere(const struct command *command, char **word);

/* The command `help`, which every program has. */
extern const struct command command_help;

#endif
