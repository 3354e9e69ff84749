/* unique.h - finds positions of the Triancey family that were seen before. Two positions are the
 * same if a symmetry of the board maps one to the other. They are compared by 64-bit hashes: among
 * a million positions, the chance of a collision is below one in ten million.
 */
#ifndef TRIANCEY_REFEREE_POSITIONS_UNIQUE_H
#define TRIANCEY_REFEREE_POSITIONS_UNIQUE_H

#include "games/game.h"

#include <stdint.h>

/* The symmetries of a board. */
struct unique_board;

/* `name` identifies the board. NULL: out of memory. To be freed with free(). */
struct unique_board *unique_board_new(const struct game_board *board, const char *name);

/* A number that a position shares with those that symmetries take it into; never 0. */
uint64_t unique_number(const struct unique_board *unique, const struct game_state *state);

#endif
