/* canon.c - positions up to symmetry: the images of both sets under each symmetry are compared as
 * numbers, and the least is the key. Boards have few symmetries, and most images are out after
 * the first set. */
#include "engine/triancey/canon.h"

#include <stdlib.h>

#include "engine/kernel/symmetry.h"

int canon_stones(const struct canon *canon, const struct canon_key *key) {
    return __builtin_popcountll((key->own | key->other) & canon->board->surface.all[0]);
}

/* `placed` is the number of moves while the archipelago lasts, in which each move colours one cell.
 * After it, kernels only need to know that it is over. */
void canon_node(const struct canon *canon, const struct canon_key *key, struct kernel_node *node) {
    *node = (struct kernel_node){
        .own = {key->own}, .other = {key->other}, .placed = canon_stones(canon, key)};
}

static uint64_t set_image(const struct canon *canon, uint64_t set, int symmetry) {
    uint64_t cells = set & canon->board->surface.all[0], image = set & ~cells;
    for (; cells; cells &= cells - 1)
        image |= UINT64_C(1) << canon->image[symmetry][__builtin_ctzll(cells)];
    return image;
}

/* Makes a key the least of its images; returns the symmetry that takes it there. */
static int make_least(const struct canon *canon, struct canon_key *key) {
    struct canon_key from = *key;
    int best = 0;
    for (int i = 1; i < canon->symmetries; i++) {
        uint64_t own = set_image(canon, from.own, i);
        if (own > key->own)
            continue;
        uint64_t other = set_image(canon, from.other, i);
        if (own < key->own || other < key->other) {
            key->own = own;
            key->other = other;
            best = i;
        }
    }
    return best;
}

struct canon_key canon_of(const struct canon *canon, const struct triancey_state *state,
                          uint16_t cell[SURFACE_CELLS_MAX]) {
    struct canon_key key = {state->set[state->mover][0], state->set[1 - state->mover][0],
                            state->mover};
    int symmetry = make_least(canon, &key);
    for (int i = 0; i < canon->board->surface.cells; i++)
        cell[canon->image[symmetry][i]] = (uint16_t)i;
    return key;
}

uint64_t canon_legal(const struct canon *canon, const struct canon_key *key) {
    struct kernel_node node;
    uint64_t cells[SURFACE_WORDS] = {0};
    canon_node(canon, key, &node);
    if (node.placed < canon->board->variant->archipelago)
        canon->kernel->islands(canon->fast, &node, cells);
    else
        cells[0] = canon->board->surface.all[0] & ~(key->own | key->other);
    return cells[0];
}

struct canon_key canon_play(const struct canon *canon, const struct canon_key *key, int cell) {
    uint64_t own[SURFACE_WORDS] = {key->own}, after[SURFACE_WORDS] = {0};
    canon->kernel->react(canon->fast, own, cell, after);
    struct canon_key next = {key->other & ~after[0], after[0], 1 - key->side};
    make_least(canon, &next);
    return next;
}

struct canon *canon_new(const struct triancey_board *board) {
    struct canon *canon = calloc(1, sizeof *canon);
    if (!canon)
        return NULL;
    canon->board = board;
    canon->kernel = kernel_choose(board->surface.words, NULL);
    canon->fast = canon->kernel->prepare(board);
    canon->image = calloc(SYMMETRIES_ALL, sizeof *canon->image);
    if (canon->fast && canon->image) {
        canon->symmetries = symmetries_find(&board->surface, canon->image, SYMMETRIES_ALL);
        return canon;
    }
    canon_free(canon);
    return NULL;
}

void canon_free(struct canon *canon) {
    if (!canon)
        return;
    free(canon->fast);
    free(canon->image);
    free(canon);
}
