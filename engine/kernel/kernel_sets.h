/* kernel_sets.h - a part of a kernel: reactions, the sets that searches use, and how promising a
 * move is.
 *
 * A template like kernel_board.h.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_H

#if AVX512
#include "engine/kernel/kernel_sets_avx512.h"
#else
#include "engine/kernel/kernel_sets_plain.h"
#endif

/* The largest part of `own` in which every cell has two neighbours of the part: nothing in it can
 * ever be taken, since a first cell to fall would need two neighbours of the other colour. Pawns
 * never fall. Nothing if the part has less than `least` cells, which is mostly found out early. */
INLINE struct set stable_part(const struct kernel_board *board, struct set own, int least) {
    struct set pawns = set_minus(own, board->all);
    int size = set_size(own), pawn = set_size(pawns);
    while (size - pawn >= least) {
        struct set once, twice;
        int before = size;
        gather(board, own, &once, &twice);
        own = set_or(set_and(own, twice), pawns);
        size = set_size(own);
        if (size == before)
            return set_minus(own, pawns);
    }
    return (struct set){{0}};
}

/* Empty cells that touch no coloured cell and whose neighbours touch no own cell. */
INLINE struct set island_cells(const struct kernel_board *board, struct set own, struct set other) {
    struct set cells = set_and(set_or(own, other), board->all);
    struct set open = exposed(board, own);
    struct set empty = set_minus(board->all, cells);
    return set_minus(set_minus(empty, beside(board, cells)), beside(board, open));
}

/* The cells that may be played: in the archipelago, only islands. */
INLINE struct set legal_cells(const struct kernel_board *board, struct set own, struct set other,
                              bool islands) {
    return islands ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
}

/* How many sides of `own` are exposed. In a stable position an exposed cell has one own neighbour,
 * so that exposed sides are counted as cells. */
INLINE struct set exposed_sides(const struct kernel_board *board, struct set own,
                                struct set empty) {
    return set_and(exposed(board, set_and(own, board->all)), beside(board, empty));
}

/* Of the quiet cells, those that leave the best number of exposed sides. Colouring one exposes its
 * neighbours that still have another empty one beside them (none of them was exposed, or the move
 * would not be quiet), and its own side no longer: the change is from -1 to 3 sides, computed for
 * all cells at once. */
INLINE struct set best_exposing(const struct kernel_board *board, struct set own, struct set empty,
                                struct set quiet) {
    struct set once, twice, one, two, three, sides = exposed_sides(board, own, empty);
    gather(board, empty, &once, &twice);
    tally(board, set_minus(twice, own), &one, &two, &three);
    struct set more[4] = {/* those with more than n - 1 */
                          set_or(one, set_minus(quiet, sides)), set_or(two, set_minus(one, sides)),
                          set_or(three, set_minus(two, sides)), set_minus(three, sides)};
    for (int n = 0; n < 4; n++) {
        struct set best = board->sign < 0 ? set_minus(quiet, more[n]) : set_and(quiet, more[3 - n]);
        if (set_any(best))
            return best;
    }
    return quiet;
}

/* How much the mover's lead has grown when `own` has grown to `after`. */
INLINE int gain_of(struct set own, struct set other, struct set after) {
    return set_size(after) - set_size(own) + set_size(set_and(after, other));
}

/* As react_from(); where the fewest cells win it stops once the gain is worse than the best so far.
 */
INLINE struct set react_within(const struct kernel_board *board, struct set own, struct set other,
                               struct set open, int cell, int best_gain) {
    if (!STEP_AT_ONCE || board->sign > 0)
        return react_from(board, own, open, cell);
    struct set first = set_and(board->around[cell], open);
    for (struct set after = set_or(set_or(own, set_of(cell)), first);;) {
        struct set once, twice;
        gather(board, after, &once, &twice);
        struct set next = set_or(after, twice);
        if (set_same(next, after) || -gain_of(own, other, next) < best_gain)
            return next;
        after = next;
    }
}

/* The cells with the best margin after their reactions, then the best number of exposed sides. */
INLINE struct set best_reacting(const struct kernel_board *board, struct set own, struct set other,
                                struct set open, struct set empty, struct set legal) {
    struct set best = {{0}}, once, twice;
    int best_gain = INT32_MIN, best_sides = 0;
    gather(board, open, &once, &twice);
    struct set later = set_and(legal, twice); /* they take at least two more */
    for (legal = set_minus(legal, twice); set_any(legal) || set_any(later);) {
        int cell = set_take(set_any(legal) ? &legal : &later);
        struct set after = react_within(board, own, other, open, cell, best_gain);
        int gain = board->sign * gain_of(own, other, after);
        if (gain < best_gain)
            continue;
        int sides = board->sign * set_size(exposed_sides(board, after, set_minus(empty, after)));
        if (gain > best_gain || sides > best_sides) {
            best_gain = gain;
            best_sides = sides;
            best = set_of(cell);
        } else if (sides == best_sides) {
            best = set_or(best, set_of(cell));
        }
    }
    return best;
}

/* The cells among which the reference computer, version 1, would choose at random (reference.h):
 * the best margin that the board shows, then the best number of exposed sides. */
INLINE struct set reference_cells(const struct kernel_board *board, struct set own,
                                  struct set other, struct set legal, bool islands) {
    struct set open = exposed(board, own), empty = set_minus(board->all, set_or(own, other));
    struct set quiet = islands ? legal : set_minus(legal, beside(board, open));
    if (islands || (board->sign < 0 && set_any(quiet))) /* all show the same margin */
        return best_exposing(board, own, empty, quiet);
    return best_reacting(board, own, other, open, empty, legal);
}

/* How promising a move is, by the position that it leaves to the opponent, who then has `own`. A
 * good move leaves the opponent few moves that start no reaction, few empty cells far from
 * all colours, many exposed cells and cells that touch none of its own; the opposite for the mover
 * (struct kernel_order); where the most cells win, what is counted in colours changes its sign.
 * rank_eight() is the same for eight moves. */
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

#endif
