/* puzzle_prompt.h - a puzzle of Trioker on the screen, and the commands of the person who solves
 * it. */
#ifndef TRIANCEY_PROMPT_PUZZLE_PROMPT_H
#define TRIANCEY_PROMPT_PUZZLE_PROMPT_H

#include <stdatomic.h>
#include <stdbool.h>

struct puzzle_game;

/* Obeys commands until the puzzle is solved or left. A puzzle that is left with pieces on it is
 * kept for another time in the file `kept` (NULL: nowhere); the file is removed when it is solved.
 */
void puzzle_prompt(struct puzzle_game *puzzle, char *kept, bool ascii, const atomic_int *stop);

#endif
