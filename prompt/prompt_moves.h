/* prompt_moves.h - moves as people type them at the prompt. */
#ifndef TRIANCEY_PROMPT_PROMPT_MOVES_H
#define TRIANCEY_PROMPT_PROMPT_MOVES_H

#include <stdbool.h>
#include <stdint.h>

struct prompt;
struct text;

/* Adds legal moves that begin this way (capitals do not matter; "": all of them), `most` at most,
 * separated by `between`; returns how many there are in all. */
int prompt_add_moves(struct prompt *prompt, const char *beginning, const char *between, int most,
                     struct text *text);

/* Reads a move. False: the text is not a move, or not a legal one; the reason was printed, and what
 * is possible. */
bool prompt_read_move(struct prompt *prompt, const char *text, uint32_t *move);

#endif
