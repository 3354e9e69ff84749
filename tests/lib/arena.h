/* arena.h - a board of the Triancey family with all that tests of the engine ask of it. */
#ifndef TRIANCEY_TESTS_LIB_ARENA_H
#define TRIANCEY_TESTS_LIB_ARENA_H

#include <stdbool.h>

#include "engine/kernel/kernel.h"
#include "games/triancey.h"
#include "grids/grid.h"

struct arena {
    struct grid *grid;
    struct game_board *board;
    const struct triancey_board *inside;
    const struct kernel *kernel; /* the fastest one that runs here */
    struct kernel_board *fast;   /* the board, ready for it */
};

/* A game by its name on a grid by its. False, and a failed test that says why: one is not known, or
 * they do not fit. */
bool open_arena(struct arena *arena, const char *game, const char *grid);
void close_arena(struct arena *arena);

#endif
