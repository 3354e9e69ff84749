/* main.c - triancey-referee: engines as processes, matches, leagues, records, standings. commands.c
 * has the table of its commands. */
#include "config.h"

#include "referee/arguments/command.h"
#include "referee/commands/commands.h"

int main(int argc, char **argv) {
    return command_main(&referee_program, argc, argv);
}
