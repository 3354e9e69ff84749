/* command_grid.h - `triancey-referee grid`: lists, shows, checks and makes boards. */
#ifndef TRIANCEY_REFEREE_COMMANDS_COMMAND_GRID_H
#define TRIANCEY_REFEREE_COMMANDS_COMMAND_GRID_H

#include <stdio.h>

/* argv[0] is "grid". Returns the exit status: 0, 1 if a board is faulty or not found, 2 if the
 * command line is wrong. */
int command_grid(int argc, char **argv);

/* The words that may follow `grid`, one a line. */
void command_grid_words(FILE *file);

#endif
