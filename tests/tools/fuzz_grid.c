/* fuzz_grid.c - libFuzzer: any bytes as a grid file. What is accepted must be a sound grid that is
 * written and read back the same. */
#include "base/error.h"
#include "grids/build.h"
#include "grids/grid.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *context, enum error_kind kind, const char *text) {
    (void)kind;
    size_t *total = context;
    *total += strlen(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t total = 0;
    struct grid *grid = grid_parse("fuzz", (const char *)data, size, ignore, &total);
    if (!grid && total == 0)
        abort(); /* refused without a word */
    if (!grid)
        return 0;
    struct error error;
    grid_is_trivalent(grid, &error);
    if (grid->corners > GRID_CORNERS_MAX || grid->around_start[grid->corners] != 3 * grid->cells)
        abort();
    struct grid *bare =
        grid_from_sides(grid->name, grid->cells, (const int16_t(*)[3])grid->side, &error);
    char *text = grid_to_ini(grid);
    struct grid *again = grid_parse("again", text, strlen(text), ignore, &total);
    if (!bare || !again || memcmp(grid, again, sizeof *grid) != 0)
        abort();
    free(text);
    grid_free(bare);
    grid_free(again);
    grid_free(grid);
    return 0;
}
