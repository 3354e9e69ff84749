/* reaction.h - chain reactions on sets of cells: the inner loop of the Triancey family.
 *
 * A set of cells is an array of machine words, bit i % 64 of word i / 64 for cell i. Every function
 * takes the number of words, which its callers pass as a constant (see WITH_WORDS), so that each
 * size is compiled on its own and boards of at most 64 cells work in registers.
 *
 * The pawns around the board of Archipel are two further bits, one for each colour, that come after
 * the cells and never change: a cell on a coloured border has that bit as a neighbour. */
#ifndef TRIANCEY_REACTION_H
#define TRIANCEY_REACTION_H

#include <stdbool.h>
#include <stdint.h>

enum { SURFACE_CELLS_MAX = 256, SURFACE_NUMBERS = SURFACE_CELLS_MAX + 2, SURFACE_WORDS = 5 };

struct grid;

/* A board as the reaction sees it. Constant once made. */
struct surface {
    int cells;
    int words;                                         /* 1, 2 or 5: what a set needs */
    bool pawns;                                        /* some side lies on a coloured border */
    uint64_t all[SURFACE_WORDS];                       /* the cells, without pawns */
    uint64_t pawn[2][SURFACE_WORDS];                   /* the bit of each colour, if any */
    uint64_t around[SURFACE_CELLS_MAX][SURFACE_WORDS]; /* the three neighbours as a set */
    uint16_t side[SURFACE_CELLS_MAX][3];               /* the three neighbours as numbers */
};

/* Makes the surface of a grid whose cells have three distinct neighbours (grid_is_trivalent()). */
void surface_init(struct surface *surface, const struct grid *grid);

#define REACTION_INLINE static inline __attribute__((always_inline))

/* Calls `expression` with W as the constant number of words of a surface. */
#define WITH_WORDS(words, expression)                                                              \
    do {                                                                                           \
        if ((words) == 1) {                                                                        \
            enum { W = 1 };                                                                        \
            expression;                                                                            \
        } else if ((words) == 2) {                                                                 \
            enum { W = 2 };                                                                        \
            expression;                                                                            \
        } else {                                                                                   \
            enum { W = SURFACE_WORDS };                                                            \
            expression;                                                                            \
        }                                                                                          \
    } while (0)

REACTION_INLINE bool set_has(const uint64_t *set, int cell) {
    return set[cell >> 6] >> (cell & 63) & 1;
}

REACTION_INLINE void set_add(uint64_t *set, int cell) {
    set[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

REACTION_INLINE void set_remove(uint64_t *set, int cell) {
    set[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

REACTION_INLINE int set_count(int words, const uint64_t *set) {
    int count = 0;
    for (int w = 0; w < words; w++)
        count += __builtin_popcountll(set[w]);
    return count;
}

/* The first cell of the set at or after `from`, or -1: for (c = set_next(W, s, 0); c >= 0; ...). */
REACTION_INLINE int set_next(int words, const uint64_t *set, int from) {
    for (int w = from >> 6; w < words; w++) {
        uint64_t word = set[w];
        if (w == from >> 6)
            word &= ~UINT64_C(0) << (from & 63);
        if (word)
            return w * 64 + __builtin_ctzll(word);
    }
    return -1;
}

/* Whether at least two of the neighbours of a cell are in the set. */
REACTION_INLINE bool has_two(int words, const struct surface *surface, const uint64_t *set,
                             int cell) {
    if (words == 1) {
        uint64_t near = surface->around[cell][0] & set[0];
        return (near & (near - 1)) != 0;
    }
    const uint16_t *side = surface->side[cell];
    return set_has(set, side[0]) + set_has(set, side[1]) + set_has(set, side[2]) >= 2;
}

/* Colours a cell for `own` and lets the reaction run: GAMES.md, section 1. In a stable position
 * only neighbours of cells that become `own` can be taken: `frontier` has them. */
REACTION_INLINE void react(int words, const struct surface *surface, uint64_t *own, uint64_t *other,
                           int cell) {
    uint64_t frontier[SURFACE_WORDS];
    set_add(own, cell);
    for (int w = 0; w < words; w++)
        frontier[w] = surface->around[cell][w] & surface->all[w] & ~own[w];
    for (int w = 0; w < words;) {
        if (!frontier[w]) {
            w++;
            continue;
        }
        int next = w * 64 + __builtin_ctzll(frontier[w]);
        frontier[w] &= frontier[w] - 1;
        if (!has_two(words, surface, own, next))
            continue;
        set_add(own, next);
        for (int v = 0; v < words; v++)
            frontier[v] |= surface->around[next][v] & surface->all[v] & ~own[v];
        w = 0;
    }
    for (int w = 0; w < words; w++)
        other[w] &= ~own[w];
}

/* Whether colouring an empty cell keeps to the rules of the archipelago: it touches no coloured
 * cell, and no third cell would then have two neighbours of the colour. Pawns count as neighbours,
 * but not as coloured cells. */
REACTION_INLINE bool is_island(int words, const struct surface *surface, const uint64_t *own,
                               const uint64_t *other, int cell) {
    for (int w = 0; w < words; w++)
        if (surface->around[cell][w] & surface->all[w] & (own[w] | other[w]))
            return false;
    for (int k = 0; k < 3; k++) {
        int third = surface->side[cell][k];
        if (third >= surface->cells)
            continue;
        for (int w = 0; w < words; w++)
            if (surface->around[third][w] & own[w])
                return false;
    }
    return true;
}

/* The cells that have a neighbour in a set of cells. */
REACTION_INLINE void set_around(int words, const struct surface *surface, const uint64_t *set,
                                uint64_t *around) {
    for (int w = 0; w < words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1)
            for (int v = 0; v < words; v++)
                around[v] |= surface->around[w * 64 + __builtin_ctzll(left)][v];
}

/* The legal cells for `own`: every empty cell, or the islands. While islands count few cells are
 * coloured: to mark what they forbid takes less time than to test each empty cell. With pawns each
 * is tested, since a pawn has no list of neighbours to mark. */
REACTION_INLINE void legal_set(int words, const struct surface *surface, const uint64_t *own,
                               const uint64_t *other, bool islands, uint64_t *legal) {
    for (int w = 0; w < words; w++)
        legal[w] = surface->all[w] & ~(own[w] | other[w]);
    if (!islands)
        return;
    if (!surface->pawns) {
        uint64_t near[SURFACE_WORDS] = {0}, forbidden[SURFACE_WORDS] = {0};
        set_around(words, surface, own, near);
        for (int w = 0; w < words; w++)
            forbidden[w] = near[w];
        set_around(words, surface, near, forbidden);
        set_around(words, surface, other, forbidden);
        for (int w = 0; w < words; w++)
            legal[w] &= ~forbidden[w];
        return;
    }
    uint64_t empty[SURFACE_WORDS];
    for (int w = 0; w < words; w++)
        empty[w] = legal[w];
    for (int cell = set_next(words, empty, 0); cell >= 0; cell = set_next(words, empty, cell + 1))
        if (!is_island(words, surface, own, other, cell))
            set_remove(legal, cell);
}

/* Whether there is a legal cell: mostly one of the first empty ones. */
REACTION_INLINE bool legal_any(int words, const struct surface *surface, const uint64_t *own,
                               const uint64_t *other, bool islands) {
    for (int w = 0; w < words; w++)
        for (uint64_t left = surface->all[w] & ~(own[w] | other[w]); left; left &= left - 1)
            if (!islands || is_island(words, surface, own, other, w * 64 + __builtin_ctzll(left)))
                return true;
    return false;
}

#endif
