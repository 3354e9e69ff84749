/* puzzle_command.h - `triancey-engine puzzle`: solves puzzles of Trioker from the command line. */
#ifndef TRIANCEY_ENGINE_PUZZLE_COMMAND_H
#define TRIANCEY_ENGINE_PUZZLE_COMMAND_H

/* Does what the words say (the first of them is `puzzle`), and returns the exit status: 0; 1 if it
 * failed or was stopped; 2 if the words make no sense. Prints results on standard output, errors
 * and progress on standard error. */
int puzzle_command(int argc, char **argv);

#endif
