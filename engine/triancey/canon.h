/* canon.h - positions of the Triancey family up to the symmetries of a board of at most 64 cells
 * and pawns: positions that a symmetry takes into each other have one key.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_CANON_H
#define TRIANCEY_ENGINE_TRIANCEY_CANON_H

#include "engine/kernel/kernel.h"

/* The least of the positions that symmetries take into each other, as sets of cells and pawns. */
struct canon_key {
    uint64_t own, other; /* of the player to move */
    int side;            /* who that is: 0 the player who started the half, 1 the other */
};

/* A board made ready. */
struct canon {
    const struct triancey_board *board;
    const struct kernel *kernel;
    struct kernel_board *fast;
    uint16_t (*image)[SURFACE_CELLS_MAX];
    int symmetries;
};

/* The board must outlive it. NULL: out of memory. */
struct canon *canon_new(const struct triancey_board *board);
void canon_free(struct canon *canon);

/* The key of a state. `cell` gets the cell of the state for each cell of the key. */
struct canon_key canon_of(const struct canon *canon, const struct triancey_state *state,
                          uint16_t cell[SURFACE_CELLS_MAX]);

/* Counts the coloured cells. */
int canon_stones(const struct canon *canon, const struct canon_key *key);

/* Turns a key into a node for kernels. */
void canon_node(const struct canon *canon, const struct canon_key *key, struct kernel_node *node);

/* The legal cells, a bit each. */
uint64_t canon_legal(const struct canon *canon, const struct canon_key *key);

/* The position after a legal move. */
struct canon_key canon_play(const struct canon *canon, const struct canon_key *key, int cell);

static inline bool canon_is_same(const struct canon_key *a, const struct canon_key *b) {
    return a->own == b->own && a->other == b->other && a->side == b->side;
}

static inline uint64_t canon_hash(const struct canon_key *key) {
    return random_mix(random_mix((uint64_t)key->side, key->own), key->other);
}

#endif
