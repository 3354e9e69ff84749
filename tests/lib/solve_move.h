/* solve_move.h - the exact margin of one move of the Triancey family. */
#ifndef TRIANCEY_TESTS_LIB_SOLVE_MOVE_H
#define TRIANCEY_TESTS_LIB_SOLVE_MOVE_H

#include "engine/triancey/positions.h"

/* The mover's margin after a legal move, by playing it and solving the position after it. False:
 * out of memory. */
bool solve_move(const struct position_solver *solver, const struct game_board *board,
                const struct game_state *state, uint32_t move, int *margin);

#endif
