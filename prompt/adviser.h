/* adviser.h - the judge of games (engine/judge/judge.h), asked for the best moves and the margin
 * expected of each: for hints, and to review a game.
 */
#ifndef TRIANCEY_PROMPT_ADVISER_H
#define TRIANCEY_PROMPT_ADVISER_H

#include "games/game.h"
#include "half/verdict.h"

#include <stdatomic.h>
#include <stdbool.h>

struct seat_half;

enum { ADVICE_MAX = 3 };

/* A move, and the margin of the half that its player can expect from it. */
struct advice {
    char move[GAME_MOVE_TEXT];
    bool judged; /* there is a margin */
    bool exact;  /* the margin is proved */
    int margin;
};

/* A position: a half, and what its seat was told of the moves, separated by blanks. */
struct adviser_question {
    const struct seat_half *half;
    const char *moves;
    const char *only; /* the one move that is to be judged; NULL: the best ones are asked for */
    int ms;           /* for each position that is looked at and cannot be solved at once */
    const atomic_int *stop;
};

/* Returns VERDICT_OK with *count moves, the best first; VERDICT_STOPPED; or VERDICT_CRASH: memory
 * is short. */
enum verdict adviser_ask(const struct adviser_question *question, struct advice advice[ADVICE_MAX],
                         int *count);

#endif
