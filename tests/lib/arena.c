/* arena.c - makes the boards that tests of the engine play on. */
#include "tests/lib/arena.h"

#include <stdlib.h>

#include "base/error.h"
#include "tests/lib/tap.h"

bool open_arena(struct arena *arena, const char *game, const char *grid) {
    struct error why;
    arena->grid = grid_find(grid, &why);
    arena->board = arena->grid ? game_prepare(game_find(game), arena->grid, 0, &why) : NULL;
    if (!arena->board) {
        grid_free(arena->grid);
        ok(false, "%s on %s: %s", game, grid, why.text);
        return false;
    }
    arena->inside = triancey_board(arena->board);
    arena->kernel = kernel_choose(arena->inside->surface.words, NULL);
    arena->fast = arena->kernel->prepare(arena->inside);
    return true;
}

void close_arena(struct arena *arena) {
    free(arena->fast);
    game_board_free(arena->board);
    grid_free(arena->grid);
}
