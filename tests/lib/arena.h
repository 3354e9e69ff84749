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
    const struct triancey_board *inside; /* the board as its game sees it */
    const struct kernel *kernel;         /* the fastest one that runs here */
    struct kernel_board *fast;           /* the board, ready for it */
};

/* Makes an arena from the names of a game and of a grid. False, and a failed test that says why: a
 * name is not known, or the game cannot be played on the grid. */
bool open_arena(struct arena *arena, const char *game, const char *grid);
void close_arena(struct arena *arena);

#endif
