/* adviser.h - an engine of ours that is asked for hints. */
#ifndef TRIANCEY_REFEREE_PROMPT_ADVISER_H
#define TRIANCEY_REFEREE_PROMPT_ADVISER_H

#include "games/game.h"
#include "referee/engines/engine_spec.h"
#include "referee/engines/verdict.h"

#include <stdatomic.h>

struct seat;
struct seat_half;

/* Empty: all zero. The engine runs from the first question on. */
struct adviser {
    struct engine_spec spec;
    struct seat *seat;
};

/* What it would play in a half after these moves (moves.h), as the seat that the half names. Else
 * *why says why there is none, unless the verdict is VERDICT_STOPPED. */
enum verdict adviser_ask(struct adviser *adviser, const struct seat_half *half, const char *moves,
                         const atomic_int *stop, char move[GAME_MOVE_TEXT], const char **why);
void adviser_free(struct adviser *adviser);

#endif
