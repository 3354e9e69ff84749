/* kernel.h - the inner loops of the Triancey family, compiled once for each kind of processor and
 * size.
 *
 * One source (kernel_template.h) is compiled for sets of one, two and five machine words in plain C
 * and for AVX2, and for one word with AVX512-BITALG, where one instruction gathers a neighbour of
 * each of 64 cells. The kernel is chosen once, by the abilities of the processor. All kernels agree
 * bit for bit.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "games/triancey.h"

/* A board made ready for a kernel: opaque, made by kernel->prepare(), freed with free(). */
struct kernel_board;

/* A position as a kernel takes it: the mover's cells and the other's, with their pawns. */
struct kernel_node {
    uint64_t own[SURFACE_WORDS], other[SURFACE_WORDS];
    int placed;
};

enum { KERNEL_TRIES = 3 };

/* Weights that were found by measuring. The defaults are in kernel.c. */
struct kernel_tuning {
    /* The order in which moves are tried: the weight of each property of the position after a move.
     * Where the most cells win, properties of colours change their sign. Only ratios matter, and no
     * sum may exceed 32,000. */
    struct kernel_order {
        int exposed;      /* cells that the mover exposes, less those of the opponent */
        int gain;         /* how many more cells the opponent has */
        int captures;     /* cells of the opponent that the mover exposes */
        int alone_mine;   /* cells of the mover without a neighbour of its own, against the move */
        int alone_theirs; /* cells of the opponent without a neighbour of its own, for the move */
        int quiet;        /* moves of the opponent that start no reaction, against the move */
        int empty;        /* empty cells, against the move */
        int remote;       /* empty cells far from all colours, against the move */
        int patterns;     /* what patterns expect of the position, for each cell of the margin */
        /* Weights of what the search has seen, as shares of the replies to the move: */
        int refuted;     /* alternatives to the move before that an answer on this cell refuted */
        int refuted_far; /* alternatives two moves earlier */
        int known;       /* replies that the table knows to be refuted */
    } order;
    int tries; /* moves that the light policy chooses among, KERNEL_TRIES by default */
};

/* [0] where the most cells win, [1] where the fewest do. */
extern const struct kernel_tuning kernel_tuning_default[2];

struct kernel {
    const char *name;
    int words;
    bool (*available)(void);

    /* NULL: out of memory. The board must need no more words than the kernel has. */
    struct kernel_board *(*prepare)(const struct triancey_board *board);

    /* Other weights than the default ones, for the tool that tunes them. */
    void (*tune)(struct kernel_board *board, const struct kernel_tuning *tuning);

    /* The sets that searches use: all cells that `own` has after colouring one; the empty cells
     * that start no reaction; the islands; the moves that the reference draws from; the cells of
     * `own` that are safe for ever. */
    void (*react)(const struct kernel_board *board, const uint64_t *own, int cell, uint64_t *after);
    void (*quiet)(const struct kernel_board *board, const struct kernel_node *node,
                  uint64_t *cells);
    void (*islands)(const struct kernel_board *board, const struct kernel_node *node,
                    uint64_t *cells);
    void (*reference)(const struct kernel_board *board, const struct kernel_node *node,
                      uint64_t *cells);
    void (*stable)(const struct kernel_board *board, const uint64_t *own, uint64_t *cells);

    /* Legal cells that lead to different positions, the most promising first; returns how many. */
    int (*list)(const struct kernel_board *board, const struct kernel_node *node, uint32_t *cells);

    /* Plays halves of random moves from the start; returns the sum of the starter's margins. */
    int64_t (*playouts)(const struct kernel_board *board, struct random *random, int halves);

    /* Plays a half to its end by a light policy: where the fewest cells win, moves that start no
     * reaction if there are any; else the best of a few by what the board shows. The margin of the
     * node's mover.
     */
    int (*rollout)(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node);

    /* Plays a half to its end against the reference, by moves that do well against it, or against
     * random moves. */
    int (*rollout_against)(const struct kernel_board *board, struct random *random,
                           const struct kernel_node *node, bool reference);
};

extern const struct kernel kernel_avx512, kernel_avx2_1, kernel_avx2_2, kernel_avx2_5;
extern const struct kernel kernel_plain1, kernel_plain2, kernel_plain5;

/* All kernels, fastest first, ended by NULL. */
extern const struct kernel *const kernels[];

/* The first available kernel for this many words; `name` (NULL: any) restricts one-word boards to
 * the kernel of that name. */
const struct kernel *kernel_choose(int words, const char *name);

/* The kernel of that name for one word, if it can run here; else NULL. */
const struct kernel *kernel_find(const char *name);

/* The kernel's view of a state: the mover first. */
void kernel_node_from(const struct triancey_state *state, struct kernel_node *node);

#endif
