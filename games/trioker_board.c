/* trioker_board.c - what the boards of all games of Trioker begin with. */
#include "base/error.h"
#include "games/trioker.h"

#include <stdio.h>
#include <stdlib.h>

static const char panel_shape[] = "hexagon 3,4";

enum { START = 33 }; /* its central cell */

/* Makes the game's own panel: 73 cells with the hatched ones, 52 without. */
static bool prepare_own(struct trioker_board *board, bool hatched, struct error *error) {
    struct grid *grid = grid_from_shape(panel_shape, error);
    if (!grid)
        return false;
    struct trioker_cells use = {{~UINT64_C(0), ~UINT64_C(0)}}, out;
    trioker_hatched(grid, &out);
    board->grid = *grid;
    grid_free(grid);
    if (!hatched)
        for (int i = 0; i < 2; i++)
            use.word[i] &= ~out.word[i];
    board->start = START;
    return trioker_panel_prepare(&board->panel, &board->grid, &use, error);
}

struct trioker_board *trioker_board_new(const struct grid *grid, bool hatched,
                                        struct error *error) {
    struct trioker_board *board = calloc(1, sizeof *board);
    if (!board)
        return error_null_memory(error);
    if (grid ? trioker_panel_prepare(&board->panel, grid, NULL, error)
             : prepare_own(board, hatched, error))
        return board;
    free(board);
    return NULL;
}
