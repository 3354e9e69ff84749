/* kernel_sets_plain.h - part of a kernel: kernel_board.h in plain C, for any number of words. */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_PLAIN_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_PLAIN_H

#include "engine/kernel/kernel_board.h"

INLINE bool available(void) {
    return true;
}

INLINE void tally(const struct kernel_board *board, struct set set, struct set *once,
                  struct set *twice, struct set *thrice) {
    struct set one = {{0}}, two = {{0}}, three = {{0}};
    while (set_any(set)) {
        struct set near = board->around[set_take(&set)];
        three = set_or(three, set_and(two, near));
        two = set_or(two, set_and(one, near));
        one = set_or(one, near);
    }
    *once = set_and(one, board->all);
    *twice = set_and(two, board->all);
    *thrice = set_and(three, board->all);
}

INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell) {
    struct set first = set_and(board->around[cell], open);
    own = set_or(own, set_of(cell));
    if (!set_any(first))
        return own;
    for (struct set frontier = first; set_any(frontier);) {
        int next = set_take(&frontier);
        struct set near = set_and(board->around[next], own);
        if (set_size(near) < 2)
            continue;
        own = set_or(own, set_of(next));
        frontier = set_or(frontier, set_minus(set_and(board->around[next], board->all), own));
    }
    return own;
}

INLINE int set_nth(struct set set, int n) {
    int word = 0;
    for (int size; WORDS > 1 && n >= (size = __builtin_popcountll(set.w[word])); word++)
        n -= size;
    uint64_t bits = set.w[word];
    while (n-- > 0)
        bits &= bits - 1;
    return word * 64 + __builtin_ctzll(bits);
}

INLINE int find_greatest(const int *number, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        best = number[i] > number[best] ? i : best;
    return best;
}

/* The moves that lead to the same position as `cell`, by which the mover takes `taken`. An exposed
 * cell that is taken takes the exposed cells beside it, so that a corridor is taken whole from any
 * of its cells; what else falls may take less when it is coloured by itself. */
INLINE struct set same_moves(const struct kernel_board *board, struct set open, int cell,
                             struct set taken) {
    struct set same = set_and(set_of(cell), open);
    if (!set_any(same))
        return same;
    if (!set_any(set_minus(taken, open)))
        return taken; /* it is connected */
    for (;;) {
        struct set more = set_or(same, set_and(open, beside(board, same)));
        if (set_same(more, same))
            return same;
        same = more;
    }
}

INLINE void play_all(const struct kernel_board *board, struct set own, struct set other,
                     struct set cells, struct moves *moves, int *order) {
    struct set open = exposed(board, own);
    moves->count = 0;
    (void)other;
    (void)order;
    while (set_any(cells)) {
        int cell = set_take(&cells);
        struct set after = react_from(board, own, open, cell), gain = set_minus(after, own);
        if (set_any(set_and(gain, cells)))
            cells = set_minus(cells, same_moves(board, open, cell, gain));
        bool old = false, quiet = set_same(gain, set_of(cell));
        for (int i = 0; i < moves->count && !old && !quiet; i++)
            old = set_same(moves->after[i], after);
        moves->after[moves->count] = after;
        moves->cell[moves->count] = (uint8_t)cell;
        moves->count += !old;
    }
}

#endif
