/* computer.h - the reference computer in this process: the move that the engine's player
 * `reference` chooses for the same seed.
 */
#ifndef TRIANCEY_CLUB_STORE_COMPUTER_H
#define TRIANCEY_CLUB_STORE_COMPUTER_H

#include "games/game.h"

#include <stdint.h>

/* The game is one of the Triancey family and not over. `plies` moves of this half were played. */
uint32_t computer_choose(const struct game_board *board, const struct game_state *state, int half,
                         int plies, uint64_t seed);

#endif
