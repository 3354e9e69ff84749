/* naive_solver.h - exact margins by the naive rules: alpha-beta with a memory, and nothing clever.
 *
 * It shares no code with engine/ or games/, so that it can confirm their results. Feasible up to
 * about 16 empty cells, with much memory 24.
 */
#ifndef TRIANCEY_TESTS_LIB_NAIVE_SOLVER_H
#define TRIANCEY_TESTS_LIB_NAIVE_SOLVER_H

#include "tests/lib/naive.h"

/* What was found of positions of one half; clear it before another board. It keeps this many
 * positions, each of some 270 bytes. */
struct naive_memory;
struct naive_memory *naive_memory_new(int slots); /* NULL: out of memory */
void naive_memory_clear(struct naive_memory *memory);
void naive_memory_free(struct naive_memory *memory);

/* The exact margin of the player to move, also of a half that is over. */
int naive_solve(struct naive_memory *memory, const struct naive *naive);

/* The exact margin that a legal move leads to, for the player who makes it. */
int naive_solve_move(struct naive_memory *memory, const struct naive *naive, int cell);

#endif
