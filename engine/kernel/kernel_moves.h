/* kernel_moves.h - a part of a kernel: what the moves of a position lead to, and how promising they
 * are.
 *
 * A template like kernel_sets.h.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_MOVES_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_MOVES_H

#include "engine/kernel/kernel_sets.h"

enum { ROOM = SIZE + 16 /* for lists that are written or read in blocks */ };

/* Moves that lead to different positions: the mover's cells then. */
struct moves {
    int count;
    uint8_t cell[ROOM]; /* there are at most 256 */
    struct set after[ROOM];
};

/* How promising a move is, by the position that it leaves to the opponent, who has `own` then.
 * Good is one that leaves the opponent few moves that start no reaction,
 * few empty cells far from all colours, many exposed cells and cells that touch none of its own;
 * the opposite for the mover (struct kernel_order); where most cells win, the signs of what is
 * counted in colours turn. rank_eight() is the same for eight moves. */
INLINE int rank_position(const struct kernel_board *board, struct set own, struct set other) {
    const struct kernel_weight *weight = &board->weight;
    struct set empty = set_minus(board->all, set_or(own, other));
    struct set by_mine, by_theirs, twice;
    gather(board, other, &by_mine, &twice);
    gather(board, own, &by_theirs, &twice);
    struct set mine = set_minus(by_mine, other), theirs = set_minus(by_theirs, own);
    int64_t rank = weight->exposed * (set_size(mine) - set_size(theirs)) +
                   weight->gain * (set_size(other) - set_size(own)) +
                   weight->captures * set_size(set_and(mine, own)) +
                   weight->alone_theirs * set_size(set_minus(own, by_theirs)) -
                   weight->alone_mine * set_size(set_minus(other, by_mine)) -
                   weight->quiet * set_size(set_minus(empty, beside(board, theirs))) -
                   weight->empty * set_size(empty) -
                   weight->remote * set_size(set_minus(empty, set_or(by_mine, by_theirs)));
    return (int)rank;
}

#if AVX512
#include "engine/kernel/kernel_moves_avx512.h"
#else
#include "engine/kernel/kernel_moves_plain.h"
#endif

#endif
