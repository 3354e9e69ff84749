/* solver_moves.h - part of solver_template.h: the positions that moves lead to, and their keys. */
#ifndef TRIANCEY_ENGINE_SOLVER_SOLVER_MOVES_H
#define TRIANCEY_ENGINE_SOLVER_SOLVER_MOVES_H

#include "engine/kernel/kernel_sets.h"
#include "engine/player/product.h"
#include "engine/player/table.h"
#include "engine/solver/solving.h"

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
 * the same for all of them. */
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

/* All different positions after one move; `order` (or NULL) as for play_all(). With
 * `solving` symmetric ones are the same, too, and their places in the table are asked for ahead. */
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

/* The child to be tried next is the best of those left. */
INLINE void pick_child(struct child *child, int *order, int from, int count) {
    int best = find_greatest(order, from, count);
    struct child swap = child[from];
    int swap_order = order[from];
    child[from] = child[best];
    order[from] = order[best];
    child[best] = swap;
    order[best] = swap_order;
}

#endif
