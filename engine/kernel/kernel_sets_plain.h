/* kernel_sets_plain.h - a part of a kernel: what is done with sets in plain C. The same as
 * kernel_sets_avx512.h, for any number of words.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_PLAIN_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_PLAIN_H

#include "engine/kernel/kernel_board.h"

/* Whether all cells that fall at a step are found at once. */
enum { STEP_AT_ONCE = 0 };

/* Whether the processor can run it. */
INLINE bool available(void) {
    return true;
}

/* The cells with at least one, two and three neighbours in `set`. */
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

/* `own` after colouring a cell. `open` are the exposed cells: those beside the cell are the first
 * to fall, and without one nothing spreads. */
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

/* The n-th cell of a set, from 0 on. */
INLINE int set_nth(struct set set, int n) {
    int word = 0;
    for (int size; WORDS > 1 && n >= (size = __builtin_popcountll(set.w[word])); word++)
        n -= size;
    uint64_t bits = set.w[word];
    while (n-- > 0)
        bits &= bits - 1;
    return word * 64 + __builtin_ctzll(bits);
}

/* The first of the greatest numbers from one on. */
INLINE int find_greatest(const int *number, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        best = number[i] > number[best] ? i : best;
    return best;
}

#endif
