/* patterns.h - what a position of the Triancey family is worth at a glance: the margin, in
 * hundredths of a cell, that the player to move can expect at the end of the half.
 *
 * The sum of a weight for the pattern of the ball around each cell: the cell, its three neighbours
 * and their other neighbours, each empty, or of the player to move, or of the other. Patterns that
 * a symmetry of the ball maps to each other are one class. In a position at rest no cell has two
 * neighbours of a colour other than its own, so only 556 of 3,420 classes can occur. Another weight
 * is for who runs out of quiet moves, which start no reaction. Each weight has a value for the full
 * board and one for the empty board, and is interpolated between them.
 *
 * There are two sets of weights, for games where the most cells win and where the fewest do.
 *
 * Where the fewest win, a small neural network with one hidden layer adds part of what the sum
 * cannot express: each pattern and the quiet moves add to eight hidden units, and what is above
 * zero in a unit adds to the value, by a weight that is interpolated, too. With it, alpha-beta wins
 * 3.1 (error 0.7) cells a game more, at 5,000 nodes a move. Where the most win, a network errs by
 * 2.03 cells and the sum alone by 2.04, so there is none. The solver takes the sum alone: with the
 * network it needed 1.08 times the nodes, in 12 games from 26 empty cells.
 *
 * All was fitted by `tests/tools/tune evaluation`, on boards of many sizes. The rules of the
 * archipelago are ignored.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_PATTERNS_H
#define TRIANCEY_ENGINE_KERNEL_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/triancey.h"

/* The version that weights must have: others do not compile. */
enum { PATTERNS_VERSION = 2, PATTERN_CLASSES = 556, PATTERN_SPARES = 7, PATTERN_PHASES = 2 };

enum { PATTERN_UNITS = 8 };  /* hidden ones */
enum { PATTERN_CELL = 100 }; /* what a cell is worth */
enum { PATTERN_SCALE = 64 }; /* what is added to a hidden unit is counted in parts of this size */

/* The ends between which weights are interpolated. */
enum { PATTERN_FULL, PATTERN_EMPTY };

/* In hundredths of a cell. */
struct pattern_weights {
    int16_t of[PATTERN_PHASES][PATTERN_CLASSES];
    int16_t spare[PATTERN_PHASES][PATTERN_SPARES]; /* by the count of quiet moves to spare */
};

struct pattern_network {
    int16_t unit[PATTERN_PHASES][PATTERN_UNITS]; /* hundredths of a cell for a whole unit */
    int16_t spare[PATTERN_UNITS][PATTERN_SPARES];
    int16_t of[PATTERN_UNITS][PATTERN_CLASSES];
};

/* [0] where the most cells win, [1] where the fewest do. */
extern const struct pattern_weights pattern_weights[2];

/* Where the fewest cells win. */
extern const struct pattern_network pattern_network;

/* A board made ready: opaque, freed with free(). NULL: out of memory. */
struct patterns;
struct patterns *patterns_new(const struct triancey_board *board);

/* Other weights than the usual ones, and no network, for the tool that finds them. */
void patterns_tune(struct patterns *patterns, const struct pattern_weights *weights);

/* What a value is computed from. */
struct pattern_sums {
    int64_t weight;
    uint32_t quiet;
    int empty;
    bool network; /* is part of the value */
    int16_t unit[PATTERN_UNITS];
};

/* A position as it is before moves of a side, its patterns known so that little is to be done for
 * each move. */
struct pattern_view {
    uint8_t value[SURFACE_NUMBERS], arm[SURFACE_NUMBERS];
    uint16_t index[SURFACE_CELLS_MAX];
    struct pattern_sums sums;
};

/* `own` are the cells of the side that moves, sets with their pawns. The value is the sum of
 * weights alone. */
void patterns_see(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                  struct pattern_view *view);

/* With the network, if there is one. */
void patterns_see_all(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                      struct pattern_view *view);

/* What a move of that side leaves to the other one, who is to move then: `after` are the cells that
 * it has after the move. */
int patterns_after(const struct patterns *patterns, struct pattern_view *view, const uint64_t *own,
                   const uint64_t *other, const uint64_t *after);

/* What a position is worth for the player to move, who has `own`, with the network. */
int patterns_value(const struct patterns *patterns, const uint64_t *own, const uint64_t *other);

/* The value in whole cells without the network, with which the solver begins. */
int patterns_margin(const struct patterns *patterns, const uint64_t *own, const uint64_t *other);

/* The value in parts: of the empty cells, of the cells of the player to move, of those of the
 * other, of quiet moves, where what is counted is how many the player to move has to spare, and, in
 * games that have a network, of hidden units, where what is counted is how many are above zero. */
enum { PATTERN_PARTS = 5 };
struct pattern_part {
    int count, value;
};

void patterns_parts(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                    struct pattern_part *part);

/* What is counted: how many cells there are of each class, and which of the weights for quiet moves
 * applies. */
struct pattern_counts {
    uint16_t of[PATTERN_CLASSES];
    int spare, empty;
};

void patterns_count(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                    struct pattern_counts *counts);

#endif
