/* patterns.h - what a position of the Triancey family is worth at a glance: the margin, in
 * hundredths of a cell, that the player to move can expect at the end of the half.
 *
 * The sum of a weight for the pattern of the ball around each cell: the cell, its three neighbours
 * and their other neighbours, each empty, or of the player to move, or of the other. Patterns that
 * a symmetry of the ball maps to each other are one class. In a position at rest no cell has two
 * neighbours of a colour other than its own, so only 556 of 3,420 classes can occur. Another weight
 * is for who runs out of quiet moves, which start no reaction. Each weight has a value for the full
 * board and one for the empty board, and is interpolated between them. There are two sets, for
 * games where the most cells win and where the fewest do; they were fitted by `tests/tools/tune
 * evaluation`, on boards of many sizes. The rules of the archipelago are ignored.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_PATTERNS_H
#define TRIANCEY_ENGINE_KERNEL_PATTERNS_H

#include <stdint.h>

#include "games/triancey.h"

/* The version that weights must have: others do not compile. */
enum { PATTERNS_VERSION = 1, PATTERN_CLASSES = 556, PATTERN_SPARES = 7, PATTERN_PHASES = 2 };

enum { PATTERN_CELL = 100 }; /* what a cell is worth */

/* The ends between which weights are interpolated. */
enum { PATTERN_FULL, PATTERN_EMPTY };

/* In hundredths of a cell. */
struct pattern_weights {
    int16_t of[PATTERN_PHASES][PATTERN_CLASSES];
    int16_t spare[PATTERN_PHASES][PATTERN_SPARES]; /* by pattern_spare() */
};

/* [0] where the most cells win, [1] where the fewest do. */
extern const struct pattern_weights pattern_weights[2];

/* A board made ready: opaque, freed with free(). NULL: out of memory. */
struct patterns;
struct patterns *patterns_new(const struct triancey_board *board);

/* Other weights than the usual ones, for the tool that finds them. */
void patterns_tune(struct patterns *patterns, const struct pattern_weights *weights);

/* A position as it is before moves of a side, its patterns known so that little is to be done for
 * each move. */
struct pattern_view {
    uint8_t value[SURFACE_NUMBERS], arm[SURFACE_NUMBERS];
    uint16_t index[SURFACE_CELLS_MAX];
    int64_t sum;
    uint32_t quiet;
    int empty;
};

/* `own` are the cells of the side that moves, sets with their pawns. */
void patterns_see(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                  struct pattern_view *view);

/* What a move of that side leaves to the other one, who is to move then: `after` are the cells that
 * it has after the move. */
int patterns_after(const struct patterns *patterns, struct pattern_view *view, const uint64_t *own,
                   const uint64_t *other, const uint64_t *after);

/* What a position is worth for the player to move, who has `own`. */
int patterns_value(const struct patterns *patterns, const uint64_t *own, const uint64_t *other);

/* patterns_value() in whole cells, with which the solver begins. */
int patterns_margin(const struct patterns *patterns, const uint64_t *own, const uint64_t *other);

/* The value in parts: of the empty cells, of the cells of the player to move, of those of the
 * other, and of quiet moves, where what is counted is how many the player to move has to spare. */
enum { PATTERN_PARTS = 4 };
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
