/* evaluation.h - what a position of the Triancey family is worth at a glance: the margin, in cells,
 * that the player to move can expect at the end of the half.
 *
 * A sum of terms. Each counts something, for both sides or once, and has a weight in cells that
 * changes evenly from the full board to one that is half empty; beyond that it stays. There are two
 * sets of weights, for games where the most cells win and where the fewest do. They were fitted to
 * exact margins by `tests/tools/tune evaluation`. It ignores the archipelago.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_EVALUATION_H
#define TRIANCEY_ENGINE_TRIANCEY_EVALUATION_H

#include <stdbool.h>

#include "engine/kernel/kernel.h"

struct task;

enum {
    EVALUATION_SHOWN,
    EVALUATION_EXPOSED,
    EVALUATION_ISOLATED,
    EVALUATION_STABLE,
    EVALUATION_QUIET,
    EVALUATION_GREATEST,
    EVALUATION_FORCED,
    EVALUATION_MOVE,
    EVALUATION_TERMS
};

/* The ends between which weights are interpolated. */
enum { EVALUATION_FULL, EVALUATION_HALF_EMPTY, EVALUATION_PHASES };

/* A row of the table of terms. */
struct evaluation_term {
    const char *name;
    const char *about;                   /* what it counts */
    bool sides;                          /* for both: the weight is that of the difference */
    double weight[2][EVALUATION_PHASES]; /* [0] where the most cells win, [1] where the fewest do */
};

extern const struct evaluation_term evaluation_terms[EVALUATION_TERMS];

/* What the terms count: [0] for the mover, [1] for the other, or all in [0]. */
struct evaluation_counts {
    int of[EVALUATION_TERMS][2];
};

void evaluation_count(const struct kernel_counts *position, struct evaluation_counts *counts);

/* How much the weights for the half empty board count, from 0 to 1. */
double evaluation_phase(int empty, int cells);

/* The weight of a term at a phase, and the sum of all. */
double evaluation_weight(int term, bool fewest, double phase);
double evaluation_sum(const struct evaluation_counts *counts, bool fewest, double phase);

/* The terms as a table for people: said by task_say(). */
void evaluation_explain(const struct task *task, const struct evaluation_counts *counts,
                        bool fewest, double phase);

/* The expected margin of a node's mover. */
double evaluation_margin(const struct kernel *kernel, const struct kernel_board *fast,
                         const struct triancey_board *board, const struct kernel_node *node);

#endif
