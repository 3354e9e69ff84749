/* unique.c - see unique.h. The number of a position is the least of the hashes of all its images,
 * which is the same whichever of them one begins with. */
#include "config.h"

#include "referee/positions/unique.h"

#include "base/random.h"
#include "base/text.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/symmetry.h"

#include <stdlib.h>
#include <string.h>

struct unique_board {
    uint64_t name;
    int archipelago, cells, words, count;
    uint16_t image[][SURFACE_CELLS_MAX];
};

struct unique_board *unique_board_new(const struct game_board *board, const char *name) {
    const struct triancey_board *inside = triancey_board(board);
    struct unique_board *unique =
        calloc(1, sizeof *unique + SYMMETRIES_ALL * sizeof *unique->image);
    if (!unique)
        return NULL;
    unique->name = text_hash(name);
    unique->archipelago = inside->variant->archipelago;
    unique->cells = inside->surface.cells;
    unique->words = inside->surface.words;
    unique->count = symmetries_find(&inside->surface, unique->image, SYMMETRIES_ALL);
    struct unique_board *kept =
        realloc(unique, sizeof *unique + (size_t)unique->count * sizeof *unique->image);
    return kept ? kept : unique;
}

/* The image of a set under a symmetry; the pawns, which come after the cells, stay. */
static uint64_t hash_image(const struct unique_board *unique, const uint16_t *image,
                           const uint64_t *set, uint64_t hash) {
    uint64_t to[SURFACE_WORDS] = {0};
    for (int cell = set_next(unique->words, set, 0); cell >= 0;
         cell = cell + 1 < 64 * unique->words ? set_next(unique->words, set, cell + 1) : -1)
        set_add(to, cell < unique->cells ? image[cell] : cell);
    for (int word = 0; word < unique->words; word++)
        hash = random_mix(hash, to[word]);
    return hash;
}

uint64_t unique_number(const struct unique_board *unique, const struct game_state *state) {
    struct kernel_node node;
    uint64_t least = UINT64_MAX;
    kernel_node_from(triancey_state(state), &node);
    int placed = node.placed < unique->archipelago ? node.placed : unique->archipelago;
    for (int i = 0; i < unique->count; i++) {
        uint64_t hash = random_mix(unique->name, (uint64_t)placed);
        hash = hash_image(unique, unique->image[i], node.own, hash);
        hash = hash_image(unique, unique->image[i], node.other, hash);
        least = hash < least ? hash : least;
    }
    return least | 1;
}
