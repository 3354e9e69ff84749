/* kernel_counts.h - a part of a kernel: what an evaluation counts in a position. */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_COUNTS_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_COUNTS_H

#include "engine/kernel/kernel_sets.h"

/* The cells beside the coloured one that the greatest reaction of `own` takes, and the cheapest. */
static void count_reactions(const struct kernel_board *board, struct set own, struct set other,
                            int *greatest, int *cheapest) {
    struct set open = exposed(board, own);
    struct set moves =
        set_and(set_minus(board->all, set_or(own, other)), beside(board, open)); /* not quiet */
    int before = set_size(own) + 1;
    *greatest = 0;
    *cheapest = set_any(moves) ? SIZE : 0;
    while (set_any(moves)) {
        struct set after = react_from(board, own, open, set_take(&moves));
        int taken = set_size(after) - before;
        *greatest = taken > *greatest ? taken : *greatest;
        *cheapest = taken < *cheapest ? taken : *cheapest;
    }
}

static void count(const struct kernel_board *board, const struct kernel_node *node,
                  struct kernel_counts *counts) {
    struct set side[2] = {set_load(node->own), set_load(node->other)}, near[2], quiet[2], twice;
    struct set empty = set_minus(board->all, set_or(side[0], side[1]));
    for (int i = 0; i < 2; i++) {
        struct set cells = set_and(side[i], board->all);
        gather(board, side[i], &near[i], &twice);
        struct set open = set_minus(near[i], side[i]);
        quiet[i] = set_minus(empty, beside(board, open));
        counts->cells[i] = set_size(cells);
        counts->exposed[i] = set_size(open);
        counts->isolated[i] = set_size(set_minus(cells, near[i]));
        counts->stable[i] = set_size(stable_part(board, side[i], 0));
        count_reactions(board, side[i], side[!i], &counts->greatest[i], &counts->cheapest[i]);
    }
    for (int i = 0; i < 2; i++)
        counts->quiet_alone[i] = set_size(set_minus(quiet[i], quiet[!i]));
    counts->quiet_both = set_size(set_and(quiet[0], quiet[1]));
    counts->empty = set_size(empty);
}

#endif
