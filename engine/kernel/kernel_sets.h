/* kernel_sets.h - a part of kernel_template.h: sets of cells, reactions, and the sets that searches
 * are made of. */

enum { SIZE = WORDS * 64 };

#define INLINE static inline __attribute__((always_inline))

/* ---- sets ------------------------------------------------------------------------------------ */

struct set {
    uint64_t w[WORDS];
};

struct kernel_board {
    struct set all;
    struct set around[SIZE];
    struct set pawn[2];
    /* Neighbours as control bytes, for one word. Pawns and what is no cell have themselves. */
    _Alignas(64) uint8_t side[3][64];
    int cells;
    int sign; /* 1 where most cells win, -1 where fewest do */
    int archipelago;
    int symmetries; /* how many, the identity among them */
    uint16_t image[SYMMETRIES_MAX][SIZE];
    struct kernel_tuning tuning;
    struct kernel_weight {
        int64_t exposed, gain, captures, alone_theirs, alone_mine, quiet, empty, remote;
    } weight; /* of the order, with the sign */
};

#define EACH_WORD for (int i = 0; i < WORDS; i++)

INLINE struct set set_or(struct set a, struct set b) {
    EACH_WORD a.w[i] |= b.w[i];
    return a;
}

INLINE struct set set_and(struct set a, struct set b) {
    EACH_WORD a.w[i] &= b.w[i];
    return a;
}

INLINE struct set set_minus(struct set a, struct set b) {
    EACH_WORD a.w[i] &= ~b.w[i];
    return a;
}

INLINE bool set_any(struct set a) {
    uint64_t any = 0;
    EACH_WORD any |= a.w[i];
    return any != 0;
}

INLINE bool set_same(struct set a, struct set b) {
    uint64_t differ = 0;
    EACH_WORD differ |= a.w[i] ^ b.w[i];
    return differ == 0;
}

INLINE int set_size(struct set a) {
    int size = 0;
    EACH_WORD size += __builtin_popcountll(a.w[i]);
    return size;
}

INLINE struct set set_of(int cell) {
    struct set a = {{0}};
    a.w[cell / 64] = UINT64_C(1) << (cell % 64);
    return a;
}

/* Takes the least cell out of a set that is not empty. */
INLINE int set_take(struct set *a) {
    int word = 0;
    while (WORDS > 1 && !a->w[word])
        word++;
    int cell = word * 64 + __builtin_ctzll(a->w[word]);
    a->w[word] &= a->w[word] - 1;
    return cell;
}

INLINE struct set set_load(const uint64_t *from) {
    struct set a;
    EACH_WORD a.w[i] = from[i];
    return a;
}

INLINE void set_store(uint64_t *to, struct set a) {
    memset(to, 0, sizeof(uint64_t) * SURFACE_WORDS);
    EACH_WORD to[i] = a.w[i];
}

/* ---- what lies around a set ------------------------------------------------------------------ */

/* The cells with at least one, two and three neighbours in `set`. */
INLINE void tally(const struct kernel_board *board, struct set set, struct set *once,
                  struct set *twice, struct set *thrice) {
#if AVX512
    __m512i bits = _mm512_set1_epi64((long long)set.w[0]);
    uint64_t a = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[0]));
    uint64_t b = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[1]));
    uint64_t c = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[2]));
    once->w[0] = (a | b | c) & board->all.w[0];
    twice->w[0] = ((a & b) | (c & (a | b))) & board->all.w[0];
    thrice->w[0] = a & b & c & board->all.w[0];
#else
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
#endif
}

/* The cells with at least one, and with at least two neighbours in `set`. */
INLINE void gather(const struct kernel_board *board, struct set set, struct set *once,
                   struct set *twice) {
    struct set thrice;
    tally(board, set, once, twice, &thrice);
}

/* Cells that are not own and have an own neighbour: one more beside them takes them. */
INLINE struct set exposed(const struct kernel_board *board, struct set own) {
    struct set once, twice;
    gather(board, own, &once, &twice);
    return set_minus(once, own);
}

/* The cells that touch a set. */
INLINE struct set beside(const struct kernel_board *board, struct set set) {
    struct set once, twice;
    gather(board, set, &once, &twice);
    return once;
}

#if AVX512
/* What a byte for each cell says of its neighbour at a side. */
INLINE __m512i at_side(const struct kernel_board *board, int side, __m512i cells) {
    return _mm512_permutexvar_epi8(_mm512_load_si512(board->side[side]), cells);
}

/* `own` and the cells with two neighbours in it, a byte a cell: that goes round faster than a mask
 * does. */
INLINE __m512i spread(const struct kernel_board *board, __m512i own) {
    __m512i a = at_side(board, 0, own), b = at_side(board, 1, own), c = at_side(board, 2, own);
    return _mm512_or_si512(own, _mm512_ternarylogic_epi64(a, b, c, 0xe8 /* two of the three */));
}
#endif

/* `own` after colouring a cell. `open` are the exposed cells: those beside the cell are the first
 * to fall, and without one nothing spreads. */
INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell) {
    struct set first = set_and(board->around[cell], open);
    own = set_or(own, set_of(cell));
    if (!set_any(first))
        return own;
#if AVX512
    for (__m512i now = _mm512_movm_epi8(set_or(own, first).w[0]);;) {
        /* Two steps at a time: how many there are is less of a surprise to the processor. */
        __m512i next = spread(board, now), last = spread(board, next);
        if (_mm512_cmpneq_epi8_mask(last, next) == 0)
            return (struct set){{_mm512_movepi8_mask(last)}};
        now = last;
    }
#else
    for (struct set frontier = first; set_any(frontier);) {
        int next = set_take(&frontier);
        struct set near = set_and(board->around[next], own);
        if (set_size(near) < 2)
            continue;
        own = set_or(own, set_of(next));
        frontier = set_or(frontier, set_minus(set_and(board->around[next], board->all), own));
    }
    return own;
#endif
}

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

/* Empty cells beside no coloured cell whose neighbours have no own neighbour. */
INLINE struct set island_cells(const struct kernel_board *board, struct set own, struct set other) {
    struct set cells = set_and(set_or(own, other), board->all);
    struct set open = exposed(board, own);
    struct set empty = set_minus(board->all, cells);
    return set_minus(set_minus(empty, beside(board, cells)), beside(board, open));
}

/* How many sides of `own` are exposed. In a stable position an exposed cell has one own neighbour,
 * so that exposed sides are counted as cells. */
INLINE struct set exposed_sides(const struct kernel_board *board, struct set own,
                                struct set empty) {
    return set_and(exposed(board, set_and(own, board->all)), beside(board, empty));
}

/* Of the quiet cells, those that leave the best number of exposed sides. Colouring one exposes its
 * neighbours that still have another empty one beside them (none of them was exposed, else it were
 * not quiet), and itself no more: from -1 to 3 sides more, told apart for all cells at once. */
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

/* What the mover is ahead by more than before, when `own` has grown to `after`. */
INLINE int gain_of(struct set own, struct set other, struct set after) {
    return set_size(after) - set_size(own) + set_size(set_and(after, other));
}

/* As react_from(), but where fewest cells win it stops as soon as the gain is worse than the best
 * one so far. */
INLINE struct set react_within(const struct kernel_board *board, struct set own, struct set other,
                               struct set open, int cell, int best_gain) {
    if (!AVX512 || board->sign > 0)
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
