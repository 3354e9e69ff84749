/* adviser.h - an engine of ours that says what it would do: hints for who plays at the prompt. */
#ifndef TRIANCEY_REFEREE_PROMPT_ADVISER_H
#define TRIANCEY_REFEREE_PROMPT_ADVISER_H

#include "games/game.h"
#include "referee/engines/engine_spec.h"
#include "referee/match/seat.h"

#include <stdatomic.h>

/* Empty: all zero. It runs from the first question on. */
struct adviser {
    struct engine_spec spec;
    struct seat *seat; /* whose `fault` says why there was no answer; NULL: not asked yet */
};

/* Asks what it would do as the seat of this half, which was told so many moves, parted by blanks.
 * VERDICT_OK and a move; else why not is adviser->seat->fault, or memory is short if there is no
 * seat. */
enum verdict adviser_ask(struct adviser *adviser, const struct seat_half *half, const char *moves,
                         const atomic_int *stop, char move[GAME_MOVE_TEXT]);
void adviser_free(struct adviser *adviser);

#endif
