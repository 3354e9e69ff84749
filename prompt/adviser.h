/* adviser.h - our own engine, asked for the best moves and the margin expected of each: for hints,
 * and to review a game.
 */
#ifndef TRIANCEY_PROMPT_ADVISER_H
#define TRIANCEY_PROMPT_ADVISER_H

#include "games/game.h"
#include "half/engine_spec.h"
#include "half/verdict.h"

#include <stdatomic.h>
#include <stdbool.h>

struct engine_client;
struct seat_half;

enum { ADVICE_MAX = 3 };

/* A move, and the margin of the half that its player can expect from it. */
struct advice {
    char move[GAME_MOVE_TEXT];
    bool judged; /* there is a margin */
    bool exact;  /* the margin is proved */
    int margin;
};

/* Starts all zero. The engine runs from the first question on. */
struct adviser {
    struct engine_spec spec;
    struct engine_option option[1];
    struct engine_client *client; /* NULL: not asked yet, or memory was short */
};

/* A position: a half, and what its seat was told of the moves, separated by blanks. */
struct adviser_question {
    const struct seat_half *half;
    const char *moves;
    const char *only; /* the one move that is to be judged; NULL: the best ones are asked for */
    int ms;           /* for each answer */
    const atomic_int *stop;
};

/* Returns VERDICT_OK with *count moves, the best first; else adviser_fault() says why there are
 * none. */
enum verdict adviser_ask(struct adviser *adviser, const struct adviser_question *question,
                         struct advice advice[ADVICE_MAX], int *count);
const char *adviser_fault(const struct adviser *adviser);
void adviser_free(struct adviser *adviser);

#endif
