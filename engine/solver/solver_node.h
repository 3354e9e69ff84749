/* solver_node.h - a part of solver_template.h: a node of the exact search, the positions that its
 * moves lead to, and what decides it without a search: the board or the table. */
#ifndef TRIANCEY_ENGINE_SOLVER_SOLVER_NODE_H
#define TRIANCEY_ENGINE_SOLVER_SOLVER_NODE_H

#include "engine/kernel/kernel_sets.h"
#include "engine/player/product.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solving.h"

/* ---- moves ----------------------------------------------------------------------------------- */

enum {
    SYMMETRY_FROM = 16, /* empty cells, for taking symmetric positions for one */
    INFINITE_MARGIN = 1000
};

/* What the table knows of a position: its value for the player to move, and the best cell. */
struct known {
    int16_t low, high, move;
};

/* What a move leads to. */
struct child {
    struct set own, other; /* of the player to move then */
    uint64_t key;
    int16_t cell;
    uint8_t symmetry; /* that takes it to the position of its key */
    bool looked;      /* the table was asked */
    struct known known;
};

static const struct known nothing_known = {-INFINITE_MARGIN, INFINITE_MARGIN, -1};

/* Both halves of a product of 128 bits: every bit of either factor reaches all of the result, which
 * sums of products by constants do not do for the highest bits. */
INLINE uint64_t fold(uint64_t a, uint64_t b) {
    struct product product = product_of(a, b);
    return product.low ^ product.high;
}

INLINE uint64_t node_key(struct set own, struct set other, int islands_left) {
    uint64_t key = (uint64_t)islands_left * UINT64_C(0xd6e8feb86659fd93);
    EACH_WORD {
        key = fold(own.w[i] ^ key ^ UINT64_C(0x9e3779b97f4a7c15),
                   other.w[i] ^ UINT64_C(0xc2b2ae3d27d4eb4f));
    }
    return fold(key, UINT64_C(0xd6e8feb86659fd93));
}

INLINE struct set permute(const struct kernel_board *board, struct set set, int symmetry) {
    struct set image = set_minus(set, board->all);
    set = set_and(set, board->all);
    while (set_any(set))
        image = set_or(image, set_of(board->image[symmetry][set_take(&set)]));
    return image;
}

/* The key of a node; with `symmetric` that of one of the positions into which symmetries take it,
 * which is one key for all of them. */
static void find_key(const struct kernel_board *board, bool symmetric, int islands_left,
                     struct child *child) {
    child->key = node_key(child->own, child->other, islands_left);
    child->symmetry = 0;
    if (!symmetric ||
        board->cells - set_size(set_and(set_or(child->own, child->other), board->all)) <
            SYMMETRY_FROM)
        return;
    for (int i = 1; i < board->symmetries; i++) {
        uint64_t key =
            node_key(permute(board, child->own, i), permute(board, child->other, i), islands_left);
        if (key < child->key) {
            child->key = key;
            child->symmetry = (uint8_t)i;
        }
    }
}

/* The cell of a node that is `move` in the position of its key; -1 if there is none. */
static int own_cell(const struct kernel_board *board, const struct child *node, int move) {
    if (node->symmetry == 0)
        return move;
    for (int cell = 0; cell < board->cells; cell++)
        if (board->image[node->symmetry][cell] == move)
            return cell;
    return -1;
}

/* Whether a position is among the children. */
INLINE bool has_key(const struct child *child, int count, uint64_t key) {
    for (int i = 0; i < count; i++)
        if (child[i].key == key)
            return true;
    return false;
}

/* All different positions after one move; `order` (or NULL) as for play_all(). With `solving`,
 * symmetric positions count as one, and their places in the table are fetched ahead. */
INLINE int expand(const struct kernel_board *board, struct solving *solving, struct set own,
                  struct set other, struct set cells, int islands_left, struct child *child,
                  int *order) {
    bool symmetric = solving && solving->symmetric;
    int count = 0, left = islands_left > 0 ? islands_left - 1 : 0;
    struct moves moves;
    play_all(board, own, other, cells, &moves, order);
    for (int i = 0; i < moves.count; i++) {
        struct child *now = &child[count];
        now->own = set_minus(other, moves.after[i]);
        now->other = moves.after[i];
        now->cell = moves.cell[i];
        now->looked = false;
        if (symmetric) {
            find_key(board, true, left, now);
            if (has_key(child, count, now->key))
                continue;
            if (RANK_AT_ONCE && order)
                order[count] = order[i];
        } else {
            now->key = node_key(now->own, now->other, left);
            now->symmetry = 0;
        }
        if (solving)
            table_prefetch(solving->table, now->key);
        count++;
    }
    return count;
}

/* Moves the best child that is left to the place `from`. */
INLINE void pick_child(struct child *child, int *order, int from, int count) {
    int best = find_greatest(order, from, count);
    struct child swap = child[from];
    int swap_order = order[from];
    child[from] = child[best];
    order[from] = order[best];
    child[best] = swap;
    order[best] = swap_order;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

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
    int *order;          /* of these moves: greater is tried first */
    int count, tried;
    int dropped; /* moves that the table knew not to be good enough */
    int islands_left, empty;
    int beta;              /* the margin that is to be reached or not */
    int best, best_cell;   /* so far; best is -INFINITE_MARGIN and the cell -1 before */
    bool looked;           /* the table was asked for its moves */
    bool partial;          /* some moves are left out */
    struct known known;    /* what the table knew of the node */
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

/* Where the fewest cells win there is a bound from moves that start no reaction, too. Call a move
 * of the mover soft if too few of its cells are stable afterwards to decide the node. While the
 * opponent only makes moves that start no reaction, on cells where the mover has no soft move, the
 * mover's cells only grow, so that no other move becomes soft: if the opponent has as many such
 * moves as the mover has soft ones, the mover runs out first. It is not here since it did not pay:
 * at 6 to 12 empty cells it took 10.5 % of the nodes (at 6 to 8, 6.9 %) from `bench solve 26`, but
 * these are the cheapest, and there were 1.1 % (0.5 %) more instructions. */

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
