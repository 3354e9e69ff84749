/* kernel_moves.h - a part of kernel_template.h: what the moves of a position lead to, and in which
 * order they are tried. */

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
    int order; /* greater is tried first */
    int16_t cell;
    uint8_t symmetry; /* that takes it to the position of its key */
    bool looked;      /* the table was asked */
    struct known known;
};

static const struct known nothing_known = {-INFINITE_MARGIN, INFINITE_MARGIN, -1};

/* Both halves of a product of 128 bits: every bit of either factor reaches all of the result, which
 * sums of products by constants do not do for the highest bits. */
INLINE uint64_t fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
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

/* How promising a move is. Good is one that leaves the opponent few moves that start no reaction,
 * few empty cells far from all colours, many exposed cells and cells that touch none of its own;
 * the opposite for the mover (struct kernel_order); where most cells win, the signs of what is
 * counted in colours turn. */
INLINE int rank_child(const struct kernel_board *board, const struct child *child) {
    const struct kernel_order *weight = &board->tuning.order;
    struct set empty = set_minus(board->all, set_or(child->own, child->other));
    struct set by_mine, by_theirs, twice;
    gather(board, child->other, &by_mine, &twice);
    gather(board, child->own, &by_theirs, &twice);
    struct set mine = set_minus(by_mine, child->other), theirs = set_minus(by_theirs, child->own);
    int coloured = weight->exposed * (set_size(mine) - set_size(theirs)) +
                   weight->gain * (set_size(child->other) - set_size(child->own)) +
                   weight->captures * set_size(set_and(mine, child->own)) +
                   weight->alone_theirs * set_size(set_minus(child->own, by_theirs)) -
                   weight->alone_mine * set_size(set_minus(child->other, by_mine));
    return board->sign * coloured -
           weight->quiet * set_size(set_minus(empty, beside(board, theirs))) -
           weight->empty * set_size(empty) -
           weight->remote * set_size(set_minus(empty, set_or(by_mine, by_theirs)));
}

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

/* Puts what a move leads to behind the `count` children there are, unless it is among them or, with
 * `symmetric`, alike to one. How many there are then. */
INLINE int add_child(const struct kernel_board *board, const struct table *table, bool symmetric,
                     struct set own, struct set other, int islands_left, int cell, bool unique,
                     struct child *child, int count) {
    struct child *now = &child[count];
    now->own = own;
    now->other = other;
    now->cell = (int16_t)cell;
    now->looked = false;
    for (int i = 0; i < count && !unique; i++)
        if (set_same(child[i].other, other))
            return count;
    if (symmetric) {
        find_key(board, true, islands_left, now);
        for (int i = 0; i < count; i++)
            if (child[i].key == now->key)
                return count;
    } else {
        now->key = node_key(own, other, islands_left);
        now->symmetry = 0;
    }
    if (table)
        table_prefetch(table, now->key);
    return count + 1;
}

/* All different positions after one move. With `solving` symmetric ones are the same, too, and
 * their places in the table are asked for ahead. */
INLINE int expand(const struct kernel_board *board, struct solving *solving, struct set own,
                  struct set other, struct set moves, int islands_left, struct child *child) {
    const struct table *table = solving ? solving->table : NULL;
    bool symmetric = solving && solving->symmetric;
    struct set open = exposed(board, own);
    struct set quiet = islands_left ? moves : set_minus(moves, beside(board, open));
    int count = 0, left = islands_left > 0 ? islands_left - 1 : 0;
    moves = set_minus(moves, quiet);
    while (set_any(moves)) {
        int cell = set_take(&moves);
        struct set after = react_from(board, own, open, cell), taken = set_minus(after, own);
        if (set_any(set_and(taken, moves)))
            moves = set_minus(moves, same_moves(board, open, cell, taken));
        count = add_child(board, table, symmetric, set_minus(other, after), after, left, cell,
                          false, child, count);
    }
    while (set_any(quiet)) {
        int cell = set_take(&quiet);
        count = add_child(board, table, symmetric, other, set_or(own, set_of(cell)), left, cell,
                          true, child, count);
    }
    return count;
}

/* The children in the order in which they will be tried are the best of those left. */
INLINE void pick_child(struct child *child, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (child[i].order > child[best].order)
            best = i;
    struct child swap = child[from];
    child[from] = child[best];
    child[best] = swap;
}

/* ---- moves in their order, for other searches ------------------------------------------------ */

static int list(const struct kernel_board *board, const struct kernel_node *node, uint32_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int left = board->archipelago - node->placed;
    struct child child[SIZE];
    struct set moves =
        left > 0 ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
    int count = expand(board, NULL, own, other, moves, left > 0 ? left : 0, child);
    for (int i = 0; i < count; i++)
        child[i].order = rank_child(board, &child[i]);
    for (int i = 0; i < count; i++) {
        pick_child(child, i, count);
        cells[i] = (uint32_t)child[i].cell;
    }
    return count;
}
