/* commands.h - what the program does instead of speaking the protocol. */
#ifndef TRIANCEY_ENGINE_COMMANDS_H
#define TRIANCEY_ENGINE_COMMANDS_H

#include "base/arguments.h"

struct protocol_parser;

/* What they take from the options of the engine. */
struct evaluate_settings {
    struct protocol_parser *parser;
    const char *kernel; /* by name, NULL: the fastest */
    long long hash;     /* MiB */
};

/* ---- evaluate: the exact margins of a file of positions -------------------------------------- */

extern const struct command command_evaluate;

/* Does what the words say (the first of them is `evaluate`), and returns the exit status: 0; 1 if
 * it failed or was stopped; 2 if the words make no sense. Prints positions on standard output. */
int evaluate_command(const struct evaluate_settings *settings, int argc, char **argv);

/* ---- analyse: what positions are worth, asked and answered line by line ----------------------- */

extern const struct command command_analyse;

/* Does what the words say (the first of them is `analyse`), and returns the exit status: 0; 1 if
 * some line could not be answered or it was stopped; 2 if the words make no sense. Reads positions
 * from standard input until it ends, and prints JSON. */
int analyse_command(const struct evaluate_settings *settings, int argc, char **argv);

/* ---- puzzle: solves puzzles of Trioker ------------------------------------------------------- */

extern const struct command command_puzzle;

/* Does what the words say (the first of them is `puzzle`), and returns the exit status: 0; 1 if it
 * failed or was stopped; 2 if the words make no sense. Prints results on standard output, errors
 * and progress on standard error. */
int puzzle_command(const struct evaluate_settings *settings, int argc, char **argv);

#endif
