/* symmetry.c - the symmetries of boards, against all permutations where these can be tried. */
#include "engine/kernel/symmetry.h"

#include <string.h>

#include "base/error.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

static struct error error;

static bool is_side(const struct surface *surface, int cell, int other) {
    return surface->side[cell][0] == other || surface->side[cell][1] == other ||
           surface->side[cell][2] == other;
}

/* Whether a renumbering of the cells keeps neighbours and pawns. */
static bool keeps(const struct surface *surface, const uint16_t *image) {
    bool taken[SURFACE_NUMBERS] = {false};
    for (int cell = 0; cell < surface->cells; cell++) {
        if (image[cell] >= surface->cells || taken[image[cell]])
            return false;
        taken[image[cell]] = true;
        for (int k = 0; k < 3; k++) {
            int near = surface->side[cell][k];
            if (!is_side(surface, image[cell], near < surface->cells ? image[near] : near))
                return false;
        }
    }
    return true;
}

/* How many permutations of the cells from `at` on keep neighbours. */
static int try_all(const struct surface *surface, uint16_t *image, int at) {
    int count = 0;
    if (at == surface->cells)
        return keeps(surface, image);
    for (int i = at; i < surface->cells; i++) {
        uint16_t swap = image[at];
        image[at] = image[i];
        image[i] = swap;
        count += try_all(surface, image, at + 1);
        image[i] = image[at];
        image[at] = swap;
    }
    return count;
}

/* That all found are different symmetries, the identity first, and how many they are unless that is
 * not known (-1). Takes the grid over. */
static void test_grid(struct grid *grid, const char *name, int expected) {
    static uint16_t image[SYMMETRIES_MAX][SURFACE_CELLS_MAX];
    struct surface surface;
    if (!ok(grid != NULL, "%s: there is such a board", name))
        return;
    surface_init(&surface, grid);
    int count = symmetries_find(&surface, image, SYMMETRIES_MAX), kept = 0, same = 0, stays = 0;
    for (int i = 0; i < count; i++) {
        kept += keeps(&surface, image[i]);
        for (int j = 0; j < i; j++)
            same += memcmp(image[i], image[j], sizeof **image * (size_t)surface.cells) == 0;
    }
    for (int cell = 0; cell < surface.cells; cell++)
        stays += image[0][cell] == cell;
    if (expected >= 0)
        is_int(count, expected, "%s: as many symmetries as it should have", name);
    is_int(kept, count, "%s: all keep neighbours", name);
    is_int(same, 0, "%s: no two are the same", name);
    is_int(stays, surface.cells, "%s: the first is the identity", name);
    grid_free(grid);
}

static void test_board(const char *name, int expected) {
    test_grid(grid_find(name, &error), name, expected);
}

/* A graph without a cycle of fewer than twelve cells (Benson, "Minimal regular graphs of girths
 * eight and twelve", Canadian Journal of Mathematics 18, 1966): a ring of 126 cells, each of which
 * has its third side with the one this many steps away. A wrong image shows so late in it that not
 * all can be tried. */
static struct grid *twelve_cage(void) {
    enum { CELLS = 126, STEPS = 18 };
    static const int step[STEPS] = {17, 27,  -13, -59, -35, 35,  -11, 13, -53,
                                    53, -27, 21,  57,  11,  -21, -57, 59, -17};
    int16_t side[CELLS][3];
    for (int i = 0; i < CELLS; i++) {
        side[i][0] = (int16_t)((i + 1) % CELLS);
        side[i][1] = (int16_t)((i + CELLS - 1) % CELLS);
        side[i][2] = (int16_t)((i + CELLS + step[i % STEPS]) % CELLS);
    }
    return grid_from_sides("cage", CELLS, (const int16_t(*)[3])side, &error);
}

/* How many the plain trial of all permutations finds. */
static int count_all(const char *name) {
    struct grid *grid = grid_find(name, &error);
    struct surface surface;
    uint16_t image[SURFACE_CELLS_MAX];
    if (!grid)
        return -1;
    surface_init(&surface, grid);
    for (int cell = 0; cell < surface.cells; cell++)
        image[cell] = (uint16_t)cell;
    int count = try_all(&surface, image, 0);
    grid_free(grid);
    return count;
}

int main(void) {
    test_board("torus 2x2", count_all("torus 2x2"));
    /* A shift for every square, each with and without half a turn, and the three axes of a square
     * board in both directions. */
    test_board("torus 4x4", 16 * 12);
    test_board("torus 8x4", SYMMETRIES_MAX < 128 ? SYMMETRIES_MAX : 128);
    test_board("crepe", 1);
    test_board("archipel", 1); /* its coloured borders make all cells distinguishable */
    test_grid(twelve_cage(), "the cage of girth twelve", -1);
    return done();
}
