/* fuzz_layout.c - libFuzzer: reads any bytes as the panel of the rapid game of Trioker. An accepted
 * panel must have numbers within their bounds, on a board that exists; a refusal must say where the
 * fault is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "games/trioker.h"
#include "grids/grid.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check(const struct trioker_layout *layout, const struct grid *grid) {
    if (grid->cells > TRIOKER_CELLS_MAX || layout->start < 0 || layout->start >= grid->cells ||
        layout->bank < 0 || layout->winner < 0 || layout->others < 0)
        abort();
    for (int players = 2; players <= GAME_PLAYERS_MAX; players++)
        if (layout->hand[players] < 1 || layout->hand[players] * players > TRIOKER_ALL ||
            layout->money[players] < 0)
            abort();
    for (int cell = 0; cell < TRIOKER_CELLS_MAX; cell++) {
        bool pays = layout->effect[cell] != TRIOKER_NOTHING && layout->effect[cell] != TRIOKER_GIVE;
        if (layout->effect[cell] > TRIOKER_GIVE || (pays && layout->amount[cell] < 1) ||
            layout->amount[cell] > 99 || (cell >= grid->cells && layout->effect[cell]))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct trioker_layout layout;
    struct error error = {.text = ""};
    const char *path = fuzz_file(0, data, size);
    struct grid *grid = trioker_layout_load(&layout, path, &error);
    if (!grid && !strstr(error.text, path))
        abort(); /* refused without a word of where */
    if (grid)
        check(&layout, grid);
    grid_free(grid);
    return 0;
}
