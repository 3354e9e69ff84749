/* prompt_ask.h - a person asked for a move: the keyboard handed over, the board shown, lines read.
 *
 * The time that a move took begins when the person can see what to answer: neither the keyboard's
 * way from one to the other nor a pause counts.
 */
#ifndef TRIANCEY_PROMPT_PROMPT_ASK_H
#define TRIANCEY_PROMPT_PROMPT_ASK_H

#include "games/game.h"
#include "half/verdict.h"

#include <stdint.h>

struct prompt;

/* The move and its microseconds, or why there is none. */
enum verdict prompt_ask(struct prompt *prompt, int seat, char move[GAME_MOVE_TEXT], int64_t *took,
                        struct fault *fault);

#endif
