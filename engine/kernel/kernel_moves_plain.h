/* kernel_moves_plain.h - a part of kernel_moves.h: playing all moves of a position in plain C, one
 * after the other.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_MOVES_PLAIN_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_MOVES_PLAIN_H

#include "engine/kernel/kernel_sets.h"

/* Whether moves are ranked as they are played; else when they must be. */
enum { RANK_AT_ONCE = 0 };

/* The moves that lead to the same position as `cell`, by which the mover takes `taken`. An exposed
 * cell that is taken takes the exposed cells beside it, so that a corridor is taken whole from
 * whichever of its cells; what else falls may take less when it is coloured by itself. */
INLINE struct set same_moves(const struct kernel_board *board, struct set open, int cell,
                             struct set taken) {
    struct set same = set_and(set_of(cell), open);
    if (!set_any(same))
        return same;
    if (!set_any(set_minus(taken, open)))
        return taken; /* it hangs together */
    for (;;) {
        struct set more = set_or(same, set_and(open, beside(board, same)));
        if (set_same(more, same))
            return same;
        same = more;
    }
}

/* Plays moves on all of some cells; the ranks are left to rank_position(). */
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
