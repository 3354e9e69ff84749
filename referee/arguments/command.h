/* command.h - runs the commands of the referee and the club. A row of base/arguments.h describes
 * each. */
#ifndef TRIANCEY_REFEREE_ARGUMENTS_COMMAND_H
#define TRIANCEY_REFEREE_ARGUMENTS_COMMAND_H

#include "base/arguments.h"

/* The whole of a program: what it needs around its command, the signals that end it, and its
 * output. `program` has its name and the table of its commands. Returns the exit status. */
int command_main(const struct command *program, int argc, char **argv);

/* Runs the command, or the part of it that argv[1] names, or prints help, and reports what has
 * failed. Returns the exit status; that of the signal if a signal ended the command. */
int command_run(const struct command *command, int argc, char **argv, const atomic_int *stop);

/* Replaces this process by the other program that has this command. `word` is our argv from the
 * command's name on; word[-1] is overwritten with the path of that program. If it cannot be
 * started, prints a message and returns an exit status. */
int command_elsewhere(const struct command *command, char **word);

/* The command `help`, which every program has. */
extern const struct command command_help;

#endif
