/* commands.h - what the program does instead of speaking the protocol. */
#ifndef TRIANCEY_ENGINE_COMMANDS_H
#define TRIANCEY_ENGINE_COMMANDS_H

#include "base/arguments.h"

struct protocol_parser;

/* What the commands take from the options of the engine. */
struct command_settings {
    struct protocol_parser *parser;
    const char *kernel; /* by name, NULL: the fastest */
    long long hash;     /* MiB */
};

/* Each command: its row in the help, and the function that runs it. The exit status is 0; 1 if
 * something failed or it was stopped; 2 if its arguments make no sense. A message about a failure
 * is left in arguments->error; if that is empty, there is nothing more to say. Results go to
 * standard output, progress to standard error. */
typedef int engine_command(const struct command_settings *settings, struct arguments *arguments);
extern const struct command command_evaluate, command_analyse, command_puzzle;
engine_command evaluate_command; /* the exact margins of a file of positions */
engine_command analyse_command;  /* what the positions of standard input are worth, as JSON */
engine_command puzzle_command;   /* solves puzzles of Trioker */

#endif
