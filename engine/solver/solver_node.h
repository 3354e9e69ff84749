/* solver_node.h - a part of solver_template.h: a node of the exact search, and what decides it
 * without a search: the board or the table. */
#ifndef TRIANCEY_ENGINE_SOLVER_SOLVER_NODE_H
#define TRIANCEY_ENGINE_SOLVER_SOLVER_NODE_H

#include "engine/player/stopwatch.h"
#include "engine/solver/solver_moves.h"

enum {
    STABLE_FROM = 6, /* empty cells, for bounds from stable cells */
    CHECK_EVERY = WORDS == 1   ? 1024
                  : WORDS == 2 ? 32
                               : 4, /* nodes: well under 10 ms */
    SCALE = 16                      /* values in the table are sixteenths of a cell */
};

/* A node whose moves are being tried. */
struct frame {
    const struct child *node;
    struct child *child; /* its moves, those that were tried first */
    int *order;          /* and their order: greater is tried first */
    int count, tried;
    int dropped; /* moves that the table knew not to be good enough */
    int islands_left, empty;
    int beta;              /* the margin that is to be reached or not */
    int best, best_cell;   /* so far; best is -INFINITE_MARGIN and the cell -1 before */
    bool looked;           /* the table was asked for its moves */
    bool partial;          /* some moves are left out */
    struct known known;    /* what the table knew of it */
    uint8_t refuted[SIZE]; /* how many of the moves were refuted by an answer on a cell */
};

INLINE struct frame make_frame(const struct child *node, int islands_left, int empty, int beta) {
    return (struct frame){.node = node,
                          .islands_left = islands_left,
                          .empty = empty,
                          .beta = beta,
                          .best = -INFINITE_MARGIN,
                          .best_cell = -1,
                          .known = node->known};
}

static bool is_over(struct solving *solving) {
    if (solving->nodes >= solving->nodes_max)
        solving->stopped = true;
    else if (solving->nodes % CHECK_EVERY == 0)
        solving->stopped = atomic_load_explicit(solving->done, memory_order_relaxed) ||
                           stopwatch_is_over(solving->watch, solving->limit);
    return solving->stopped;
}

/* ---- what decides a node without a search ---------------------------------------------------- */

/* Whether cells that can no longer change colour decide the node; *value is then a bound. */
INLINE bool bound_by_stable(const struct kernel_board *board, struct set own, struct set other,
                            int beta, int *value) {
    int cells = board->cells;
    struct set fewest = board->sign > 0 ? other : own, most = board->sign > 0 ? own : other;
    int stable = set_size(stable_part(board, fewest, (cells - beta + 2) / 2));
    if (stable > 0) {
        *value = cells - 2 * stable;
        return true;
    }
    stable = set_size(stable_part(board, most, (cells + beta + 1) / 2));
    *value = 2 * stable - cells;
    return stable > 0;
}

/* With two empty cells left, side by side, the player to move takes both. */
INLINE bool is_last_move(const struct kernel_board *board, const struct child *node,
                         struct set moves, int *value) {
    struct set open = exposed(board, node->own);
    struct set after = react_from(board, node->own, open, set_take(&moves));
    struct set theirs = set_minus(node->other, after);
    *value = board->sign * (set_size(after) - set_size(theirs));
    return !set_any(set_minus(moves, after));
}

/* Whether a node of this many empty cells, of which `moves` may be played, is decided as it is. */
INLINE bool is_decided(const struct kernel_board *board, const struct child *node, struct set moves,
                       int empty, int islands_left, int beta, int *value) {
    *value = 0; /* of a stalemate */
    if (empty == 0)
        *value = board->sign * (set_size(node->own) - set_size(node->other));
    if (!set_any(moves))
        return true;
    if (islands_left)
        return false;
    if (empty == 2)
        return is_last_move(board, node, moves, value);
    return empty >= STABLE_FROM && bound_by_stable(board, node->own, node->other, beta, value);
}

/* ---- what the table knows -------------------------------------------------------------------- */

/* What the table knows of a position. */
INLINE struct known look_up(struct solving *solving, uint64_t key) {
    struct table_entry entry;
    struct known known = nothing_known;
    if (!table_probe(solving->table, key, &entry))
        return known;
    known.move = (int16_t)entry.move;
    if (entry.depth < TABLE_EXACT)
        return known;
    known.low = (int16_t)(entry.low / SCALE);
    known.high = (int16_t)(entry.high / SCALE);
    return known;
}

/* Whether what the table knows of a node decides it. */
INLINE bool is_known(const struct known *known, int beta, int *value) {
    *value = known->low >= beta ? known->low : known->high;
    return known->low >= beta || known->high < beta;
}

/* Keeps what was found, beside what was known before. `worth` is counted in empty cells. */
INLINE void remember(struct solving *solving, const struct child *node, const struct known *known,
                     int value, int beta, int cell, int worth) {
    struct table_entry entry;
    int depth = worth < 0 ? 0 : worth < TABLE_DEPTH_MAX ? worth : TABLE_DEPTH_MAX;
    int low = value >= beta && value > known->low ? value : known->low;
    int high = value < beta && value < known->high ? value : known->high;
    entry.low = (int16_t)(SCALE * low);
    entry.high = (int16_t)(SCALE * high);
    entry.move = (uint16_t)(node->symmetry ? solving->board->image[node->symmetry][cell] : cell);
    entry.depth = (uint8_t)(TABLE_EXACT + depth);
    table_store(solving->table, node->key, &entry);
}

/* A move has the value, or at most that. */
INLINE void take_value(struct frame *frame, int cell, int value) {
    if (value > frame->best) {
        frame->best = value;
        frame->best_cell = cell;
    }
}

/* Takes a move that is not good enough off the list. */
INLINE void drop_child(struct frame *frame, int i) {
    frame->dropped++;
    frame->count--;
    frame->child[i] = frame->child[frame->count];
    frame->order[i] = frame->order[frame->count];
}

/* What is known of a move counts for the node, and decides it if the move is good enough: true.
 * One that is known not to be is taken off the list, else *i goes on to the next. */
INLINE bool take_known(struct frame *frame, int *i) {
    const struct child *child = &frame->child[*i];
    int low = -child->known.high, high = -child->known.low;
    if (low >= frame->beta || high < frame->beta)
        take_value(frame, child->cell, low >= frame->beta ? low : high);
    if (high >= frame->beta)
        ++*i;
    else
        drop_child(frame, *i);
    return low >= frame->beta;
}

/* Looks the moves up before any is searched. One that is known to be bad enough for the opponent
 * ends the node (enhanced transposition cutoff: Plaat et al., 1996); those that are known not to
 * reach the bound are taken off the list. True: the node is decided. */
INLINE bool known_children(struct solving *solving, struct frame *frame) {
    for (int i = 0; i < frame->count;) {
        struct child *child = &frame->child[i];
        child->known = look_up(solving, child->key);
        child->looked = true;
        if (take_known(frame, &i))
            return true;
    }
    return frame->count == 0;
}

/* Looks up the replies to a move. The fewer of them are still to be refuted, the earlier the move
 * is tried, since most of the work of refuting it is then done. Where they decide the child, its
 * known bounds are narrowed. */
INLINE void known_replies(struct solving *solving, struct child *child, int beta, int *order) {
    struct child reply[SIZE];
    int count = expand(solving->board, solving, child->own, child->other,
                       legal_cells(solving->board, child->own, child->other, 0), 0, reply, NULL);
    if (count == 0)
        return;
    int unknown = 0, lowest = INFINITE_MARGIN;
    for (int i = 0; i < count; i++) {
        struct known known = look_up(solving, reply[i].key);
        if (known.high < beta) {
            child->known.low = (int16_t)-known.high;
            return;
        }
        unknown += known.low < beta;
        lowest = known.low < lowest ? known.low : lowest;
    }
    if (unknown == 0)
        child->known.high = (int16_t)-lowest;
    *order += solving->board->tuning.order.known * (count - unknown) / count;
}

/* Looks up the replies to all moves in the table, after known_children(). */
INLINE bool known_grandchildren(struct solving *solving, struct frame *frame) {
    for (int i = 0; i < frame->count;) {
        known_replies(solving, &frame->child[i], frame->beta, &frame->order[i]);
        if (take_known(frame, &i))
            return true;
    }
    return frame->count == 0;
}

#endif
