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
 * counted in colours turn. rank_eight() is the same for eight moves. */
INLINE int rank_child(const struct kernel_board *board, const struct child *child) {
    const struct kernel_weight *weight = &board->weight;
    struct set empty = set_minus(board->all, set_or(child->own, child->other));
    struct set by_mine, by_theirs, twice;
    gather(board, child->other, &by_mine, &twice);
    gather(board, child->own, &by_theirs, &twice);
    struct set mine = set_minus(by_mine, child->other), theirs = set_minus(by_theirs, child->own);
    int64_t rank = weight->exposed * (set_size(mine) - set_size(theirs)) +
                   weight->gain * (set_size(child->other) - set_size(child->own)) +
                   weight->captures * set_size(set_and(mine, child->own)) +
                   weight->alone_theirs * set_size(set_minus(child->own, by_theirs)) -
                   weight->alone_mine * set_size(set_minus(child->other, by_mine)) -
                   weight->quiet * set_size(set_minus(empty, beside(board, theirs))) -
                   weight->empty * set_size(empty) -
                   weight->remote * set_size(set_minus(empty, set_or(by_mine, by_theirs)));
    return (int)rank;
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

/* Whether a position is among the children. */
INLINE bool has_key(const struct child *child, int count, uint64_t key) {
    for (int i = 0; i < count; i++)
        if (child[i].key == key)
            return true;
    return false;
}

/* ---- all moves of a position ----------------------------------------------------------------- */

enum {
    ROOM = SIZE + 16,      /* for lists that are written or read in blocks */
    RANK_AT_ONCE = AVX512, /* whether moves are ranked as they are played; else when they must be */
};

/* Moves that lead to different positions: the mover's cells then. */
struct moves {
    int count;
    uint8_t cell[ROOM]; /* there are at most 256 */
    struct set after[ROOM];
};

#if AVX512
/* Those of eight words that are not the same as one before. */
INLINE __mmask8 new_words(const struct moves *moves, __m512i words) {
    __mmask8 old = _mm512_test_epi64_mask(_mm512_conflict_epi64(words), _mm512_set1_epi64(-1));
    for (int i = 0; i < moves->count; i++)
        old |= _mm512_cmpeq_epi64_mask(words, all_eight(moves->after[i]));
    return (__mmask8)~old;
}

/* Plays moves on all of some cells. With RANK_AT_ONCE their ranks go to `order` unless it is NULL.
 */
INLINE void play_all(const struct kernel_board *board, struct set own, struct set other,
                     struct set cells, struct moves *moves, int *order) {
    moves->count = 0;
    while (set_any(cells)) { /* eight at a time */
        uint64_t now = _pdep_u64(0xff, cells.w[0]);
        __m512i first = _mm512_mask_expand_epi8(_mm512_movm_epi8(own.w[0]), now, each_set());
        __m512i layers = react_eight(board, first), words = words_of(layers);
        __m512i numbers = _mm512_maskz_compress_epi8(now, cell_numbers());
        __mmask8 fresh = new_words(moves, words) & (__mmask8)_pext_u64(now, now);
        int at = moves->count;
        moves->count += __builtin_popcount(fresh);
        cells.w[0] ^= now;
        _mm512_storeu_si512(&moves->after[at], _mm512_maskz_compress_epi64(fresh, words));
        _mm_storel_epi64((__m128i *)(void *)&moves->cell[at],
                         _mm_maskz_compress_epi8(fresh, _mm512_castsi512_si128(numbers)));
        if (!order)
            continue;
        __m512i ranks = rank_eight(board, layers, words, other);
        _mm256_storeu_si256((__m256i *)(void *)&order[at],
                            _mm512_cvtepi64_epi32(_mm512_maskz_compress_epi64(fresh, ranks)));
    }
}
#else
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
    int best = from;
#if AVX512
    if (count - from <= 16) {
        __mmask16 mask = (__mmask16)((1u << (count - from)) - 1);
        __m512i orders = _mm512_mask_loadu_epi32(_mm512_set1_epi32(INT32_MIN), mask, &order[from]);
        __m512i top = _mm512_set1_epi32(_mm512_reduce_max_epi32(orders));
        best = from + __builtin_ctz(_mm512_mask_cmpeq_epi32_mask(mask, orders, top));
    } else
#endif
        for (int i = from + 1; i < count; i++)
            best = order[i] > order[best] ? i : best;
    struct child swap = child[from];
    int swap_order = order[from];
    child[from] = child[best];
    order[from] = order[best];
    child[best] = swap;
    order[best] = swap_order;
}

/* ---- moves in their order, for other searches ------------------------------------------------ */

static int list(const struct kernel_board *board, const struct kernel_node *node, uint32_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int left = board->archipelago - node->placed;
    struct child child[SIZE];
    int order[ROOM];
    struct set moves =
        left > 0 ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
    int count = expand(board, NULL, own, other, moves, left > 0 ? left : 0, child, order);
    for (int i = 0; i < count && !RANK_AT_ONCE; i++)
        order[i] = rank_child(board, &child[i]);
    for (int i = 0; i < count; i++) {
        pick_child(child, order, i, count);
        cells[i] = (uint32_t)child[i].cell;
    }
    return count;
}
