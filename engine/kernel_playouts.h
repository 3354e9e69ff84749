/* kernel_playouts.h - a part of kernel_template.h: halves that are played to the end. */

enum {
    TRIES = 3, /* moves that a light policy chooses among */
};

/* ---- random halves --------------------------------------------------------------------------- */

/* A random cell of a set: the n-th one. */
INLINE int choose_cell(struct set set, struct random *random) {
    int n = (int)((random_next(random) >> 32) * (uint64_t)set_size(set) >> 32);
#if AVX512
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << n, set.w[0]));
#else
    int word = 0;
    for (int size; WORDS > 1 && n >= (size = __builtin_popcountll(set.w[word])); word++)
        n -= size;
    uint64_t bits = set.w[word];
    while (n-- > 0)
        bits &= bits - 1;
    return word * 64 + __builtin_ctzll(bits);
#endif
}

/* One half; the starter's margin. */
INLINE int playout(const struct kernel_board *board, struct random *random) {
    struct set own = board->pawn[0], other = board->pawn[1];
    int placed = 0;
    for (; placed < board->archipelago; placed++) {
        struct set legal = island_cells(board, own, other);
        if (!set_any(legal))
            return 0;
        struct set after = set_or(own, set_of(choose_cell(legal, random)));
        own = other;
        other = after;
    }
    for (struct set empty; set_any(empty = set_minus(board->all, set_or(own, other))); placed++) {
        int cell = choose_cell(empty, random);
        struct set after = react_from(board, own, exposed(board, own), cell);
        own = set_minus(other, after);
        other = after;
    }
    int margin = board->sign * (set_size(own) - set_size(other));
    return placed % 2 ? -margin : margin;
}

static int64_t playouts(const struct kernel_board *board, struct random *random, int halves) {
    int64_t sum = 0;
    while (halves-- > 0)
        sum += playout(board, random);
    return sum;
}

/* ---- halves that are played sensibly --------------------------------------------------------- */

/* What the mover's cells become by the better of a few random moves. */
INLINE struct set choose_few(const struct kernel_board *board, struct random *random,
                             struct set own, struct set open, struct set empty) {
    struct set best = react_from(board, own, open, choose_cell(empty, random));
    for (int i = 1; i < TRIES; i++) {
        struct set after = react_from(board, own, open, choose_cell(empty, random));
        if (board->sign * (set_size(after) - set_size(best)) > 0)
            best = after;
    }
    return best;
}

/* A light move in the open phase: what the mover's cells become. */
INLINE struct set move_lightly(const struct kernel_board *board, struct random *random,
                               struct set own, struct set empty) {
    struct set open = exposed(board, own);
    struct set quiet = set_minus(empty, beside(board, open));
    if (board->sign < 0 && set_any(quiet))
        return set_or(own, set_of(choose_cell(quiet, random)));
    return choose_few(board, random, own, open, empty);
}

/* Plays a half on lightly, the seats in `model` (bit 0: the mover) as the reference. */
INLINE int play_on(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node, unsigned model) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int placed = node->placed;
    for (;; placed++, model = model >> 1 | (model & 1) << 1) {
        bool islands = placed < board->archipelago;
        struct set legal =
            islands ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
        struct set after;
        if (!set_any(legal)) {
            if (islands)
                return 0;
            break;
        }
        if (model & 1)
            legal = reference_cells(board, own, other, legal, islands);
        if (model & 1 && !islands)
            after = react_from(board, own, exposed(board, own), choose_cell(legal, random));
        else if (islands)
            after = set_or(own, set_of(choose_cell(legal, random)));
        else
            after = move_lightly(board, random, own, legal);
        own = set_minus(other, after);
        other = after;
    }
    int margin = board->sign * (set_size(own) - set_size(other));
    return (placed - node->placed) % 2 ? -margin : margin;
}

static int rollout(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node) {
    return play_on(board, random, node, 0);
}

static int rollout_reference(const struct kernel_board *board, struct random *random,
                             const struct kernel_node *node) {
    return play_on(board, random, node, 3);
}
