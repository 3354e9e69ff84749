/* evaluate_command.h - `triancey-engine evaluate`: the exact margins of a file of positions. */
#ifndef TRIANCEY_ENGINE_EVALUATE_COMMAND_H
#define TRIANCEY_ENGINE_EVALUATE_COMMAND_H

#include <stdbool.h>

struct protocol_parser;

/* What it takes from the options of the engine. */
struct evaluate_settings {
    struct protocol_parser *parser;
    const char *kernel; /* by name, NULL: the fastest */
    long long hash;     /* MiB */
};

/* Does what the words say (the first of them is `evaluate`), and returns the exit status: 0; 1 if
 * it failed or was stopped; 2 if the words make no sense. Prints positions on standard output. */
int evaluate_command(const struct evaluate_settings *settings, int argc, char **argv);

#endif
