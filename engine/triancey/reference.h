/* reference.h - the reference computer of the Triancey family, version 1.
 *
 * It looks one move ahead and at nothing else (GAMES.md, section 1): the best margin that the board
 * would show after the move, then the best number of exposed sides, then chance. It is the
 * yardstick of all leagues, so version 1 never changes its choices.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_REFERENCE_H
#define TRIANCEY_ENGINE_TRIANCEY_REFERENCE_H

#include "base/random.h"
#include "games/game.h"
#include "games/triancey.h"

/* Engines say it in `id name`, so that every record has it. */
enum { REFERENCE_VERSION = 1 };

/* Keeps, in place and in order, the best-looking of `count` legal moves; returns how many. */
int reference_candidates(const struct triancey_board *board, const struct triancey_state *state,
                         uint32_t *moves, int count);

/* Plays and returns a move of the reference, for self-play; GAME_NO_MOVE if the half is over. */
uint32_t reference_play(const struct game_board *board, struct game_state *state,
                        struct random *random);

#endif
