/* symmetry.c - finds the symmetries of a board.
 *
 * Backtracking in an order in which every cell but the first has a neighbour before it: the image
 * of a cell is one of the three neighbours of that neighbour's image. Where cells meet around
 * corners, as on a surface, a wrong image is detected soon. Other graphs may have no short cycles
 * and then too many ways to begin, so the work is bounded.
 */
#include "engine/kernel/symmetry.h"

#include <string.h>

/* For SYMMETRIES_MAX of them; the regular tori and cylinders take 700,000 at most. */
enum { STEPS_MAX = 1000000 };

struct finder {
    const struct surface *surface;
    int order[SURFACE_CELLS_MAX];  /* the cells, each beside an earlier one */
    int before[SURFACE_CELLS_MAX]; /* the earlier neighbour of each cell in `order` */
    uint16_t image[SURFACE_NUMBERS];
    bool placed[SURFACE_NUMBERS], taken[SURFACE_NUMBERS];
    uint16_t (*found)[SURFACE_CELLS_MAX];
    int count, most;
    int steps; /* images that were tried */
};

/* False: the cells are not connected. */
static bool put_in_order(struct finder *finder) {
    const struct surface *surface = finder->surface;
    bool seen[SURFACE_NUMBERS] = {false};
    int end = 1;
    finder->order[0] = 0;
    seen[0] = true;
    for (int i = 0; i < end; i++)
        for (int k = 0; k < 3; k++) {
            int cell = finder->order[i], near = surface->side[cell][k];
            if (near >= surface->cells || seen[near])
                continue;
            seen[near] = true;
            finder->before[end] = cell;
            finder->order[end++] = near;
        }
    return end == surface->cells;
}

static bool are_neighbours(const struct surface *surface, int cell, int other) {
    const uint16_t *side = surface->side[cell];
    return side[0] == other || side[1] == other || side[2] == other;
}

/* Whether a cell may go to `target`, as far as its neighbours are placed: their images are the
 * neighbours of the target that are taken, all of them. */
static bool fits(const struct finder *finder, int cell, int target) {
    const uint16_t *from = finder->surface->side[cell], *to = finder->surface->side[target];
    int more = 0;
    for (int k = 0; k < 3; k++) {
        if (finder->placed[from[k]] &&
            !are_neighbours(finder->surface, target, finder->image[from[k]]))
            return false;
        more += finder->placed[from[k]] - finder->taken[to[k]];
    }
    return more == 0;
}

static void symmetry_place(struct finder *finder, int at);

static void try_target(struct finder *finder, int at, int target) {
    int cell = finder->order[at];
    finder->steps++;
    if (target >= finder->surface->cells || finder->taken[target] || !fits(finder, cell, target))
        return;
    finder->image[cell] = (uint16_t)target;
    finder->placed[cell] = finder->taken[target] = true;
    symmetry_place(finder, at + 1);
    finder->placed[cell] = finder->taken[target] = false;
}

/* Places the cells from the at-th on in all ways. */
static void symmetry_place(struct finder *finder, int at) {
    const struct surface *surface = finder->surface;
    if (finder->count == finder->most ||
        finder->steps >= (int64_t)STEPS_MAX * finder->most / SYMMETRIES_MAX)
        return;
    if (at == surface->cells) {
        memcpy(finder->found[finder->count++], finder->image, sizeof *finder->found);
        return;
    }
    if (at == 0) {
        for (int target = 0; target < surface->cells; target++)
            try_target(finder, at, target);
        return;
    }
    const uint16_t *side = surface->side[finder->image[finder->before[at]]];
    for (int k = 0; k < 3; k++)
        try_target(finder, at, side[k]);
}

int symmetries_find(const struct surface *surface, uint16_t (*image)[SURFACE_CELLS_MAX], int most) {
    struct finder finder = {.surface = surface, .found = image, .most = most};
    for (int pawn = surface->cells; pawn < SURFACE_NUMBERS; pawn++) {
        finder.image[pawn] = (uint16_t)pawn;
        finder.placed[pawn] = finder.taken[pawn] = true;
    }
    if (put_in_order(&finder)) {
        symmetry_place(&finder, 0);
    } else {
        for (int cell = 0; cell < surface->cells; cell++)
            image[0][cell] = (uint16_t)cell;
        finder.count = 1;
    }
    return finder.count;
}
