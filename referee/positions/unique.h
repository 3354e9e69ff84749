/* unique.h - positions of the Triancey family that were there before: those that a symmetry of the
 * board takes into each other are one. They are told apart by numbers of 64 bits: that any two of a
 * million only look alike has a chance of one in ten million.
 */
#ifndef TRIANCEY_REFEREE_POSITIONS_UNIQUE_H
#define TRIANCEY_REFEREE_POSITIONS_UNIQUE_H

#include "games/game.h"

#include <stdint.h>

/* The symmetries of a board. */
struct unique_board;

/* `name` tells boards apart. NULL: out of memory. To be freed with free(). */
struct unique_board *unique_board_new(const struct game_board *board, const char *name);

/* A number that a position shares with those that symmetries take it into; never 0. */
uint64_t unique_number(const struct unique_board *unique, const struct game_state *state);

#endif
