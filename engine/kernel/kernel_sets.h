/* kernel_sets.h - a part of a kernel: sets of cells of WORDS words, the board made of them,
 * reactions, the sets that searches use, and how promising a move is.
 *
 * A template: the file that is compiled defines WORDS and VECTOR before it includes this. VECTOR is
 * 512 (one word, by instructions of AVX512-BITALG), 256 (compiled for AVX2, with a part of its own
 * for one word) or 0 (plain C).
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_H

#if VECTOR
#include <immintrin.h>
#endif
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/sanitized.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/symmetry.h"

enum {
    SIZE = WORDS * 64,
    BYTES = WORDS == 1 && VECTOR < 512 ? 8 : 0 /* of a set that are counted by tables */
};

#if SANITIZED /* checks make what is inlined so large that it takes minutes to compile */
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* ---- sets ------------------------------------------------------------------------------------ */

struct set {
    uint64_t w[WORDS];
};

enum { NOT_THERE = 0x80 /* a byte that VPSHUFB makes 0 */ };

/* How many neighbours cells have in a byte of a set: both bits of a number for each cell. */
struct tally_row {
    uint64_t low, high;
};

struct kernel_board {
    struct set all;
    struct set around[SIZE];
    struct set pawn[2];
    /* Neighbours as control bytes, for one word. Pawns and what is no cell have themselves. */
    _Alignas(64) uint8_t side[3][64];
    uint8_t shuffle[3][4][64]; /* which of 16 cells it is in each quarter, or NOT_THERE */
    struct tally_row tally[BYTES + 1][256]; /* for each value of each byte */
    int bytes;                              /* that have cells or pawns */
    int cells;
    int sign; /* 1 where the most cells win, -1 where the fewest do */
    int archipelago;
    int symmetries; /* how many, the identity among them */
    uint16_t image[SYMMETRIES_MAX][SIZE];
    struct kernel_tuning tuning;
    struct kernel_weight {
        int64_t exposed, gain, captures, alone_theirs, alone_mine, quiet, empty, remote;
    } weight; /* of the order, with the sign */
};

/* gcc at -O2 does not unroll five steps, and keeps sets in memory: that is three times as slow. */
#if defined __GNUC__ && !defined __clang__
#define EACH_WORD _Pragma("GCC unroll 5") for (int i = 0; i < WORDS; i++)
#define SIX_TIMES _Pragma("GCC unroll 6") for (int i = 0; i < 6; i++)
#else
#define EACH_WORD for (int i = 0; i < WORDS; i++)
#define SIX_TIMES for (int i = 0; i < 6; i++)
#endif

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

enum { ROOM = SIZE + 16 /* for lists that are written or read in blocks */ };

/* Moves that lead to different positions: the mover's cells then. */
struct moves {
    int count;
    uint8_t cell[ROOM]; /* there are at most 256 */
    struct set after[ROOM];
};

/* ---- what there is in three kinds ------------------------------------------------------------ */

/* These functions follow for AVX512, for AVX2 and in plain C. What differs from outside:
 * whether all cells that fall at a step are found at once, and whether moves are ranked as they are
 * played, else when they must be. */
enum { STEP_AT_ONCE = VECTOR == 512, RANK_AT_ONCE = VECTOR > 0 && WORDS == 1 };

/* Whether the processor can run it. */
INLINE bool available(void);

/* The cells with at least one, two and three neighbours in `set`. */
INLINE void tally(const struct kernel_board *board, struct set set, struct set *once,
                  struct set *twice, struct set *thrice);

/* `own` after colouring a cell. `open` are the exposed cells: those beside the cell are the first
 * to fall, and without one nothing spreads. */
INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell);

/* The n-th cell of a set, from 0 on. */
INLINE int set_nth(struct set set, int n);

/* The index of the greatest number from index `from` on, the first one among equals. */
INLINE int find_greatest(const int *number, int from, int count);

/* Plays a move on each of some cells. With RANK_AT_ONCE their ranks go to `order`, if not NULL. */
INLINE void play_all(const struct kernel_board *board, struct set own, struct set other,
                     struct set cells, struct moves *moves, int *order);

/* ---- neighbours ------------------------------------------------------------------------------ */

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

/* How promising a move is, by what it leaves: the mover's cells, the opponent's, and the cells
 * beside these, and beside what the opponent exposes. A good move leaves the opponent few moves
 * that start no reaction, few empty cells far from all colours, many exposed cells and cells that
 * touch none of its own; the opposite for the mover (struct kernel_order); where the most cells
 * win, what is counted in colours changes its sign. */
INLINE int rank_sets(const struct kernel_board *board, struct set mine, struct set theirs,
                     struct set by_mine, struct set by_theirs, struct set by_open) {
    const struct kernel_weight *weight = &board->weight;
    struct set empty = set_minus(board->all, set_or(mine, theirs));
    struct set exposed_mine = set_minus(by_mine, mine);
    struct set exposed_theirs = set_minus(by_theirs, theirs);
    return (int)(weight->exposed * (set_size(exposed_mine) - set_size(exposed_theirs)) +
                 weight->gain * (set_size(mine) - set_size(theirs)) +
                 weight->captures * set_size(set_and(exposed_mine, theirs)) +
                 weight->alone_theirs * set_size(set_minus(theirs, by_theirs)) -
                 weight->alone_mine * set_size(set_minus(mine, by_mine)) -
                 weight->quiet * set_size(set_minus(empty, by_open)) -
                 weight->empty * set_size(empty) -
                 weight->remote * set_size(set_minus(empty, set_or(by_mine, by_theirs))));
}

#if VECTOR == 512

/* For one word with AVX512-BITALG, where VPSHUFBITQMB gathers a neighbour of each of 64 cells. */

INLINE bool available(void) {
    return __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("gfni") && __builtin_cpu_supports("bmi2");
}

INLINE void tally(const struct kernel_board *board, struct set set, struct set *once,
                  struct set *twice, struct set *thrice) {
    __m512i bits = _mm512_set1_epi64((long long)set.w[0]);
    uint64_t a = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[0]));
    uint64_t b = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[1]));
    uint64_t c = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[2]));
    once->w[0] = (a | b | c) & board->all.w[0];
    twice->w[0] = ((a & b) | (c & (a | b))) & board->all.w[0];
    thrice->w[0] = a & b & c & board->all.w[0];
}

/* Gathers for each cell the byte of its neighbour at a side. */
INLINE __m512i at_side(const struct kernel_board *board, int side, __m512i cells) {
    return _mm512_permutexvar_epi8(_mm512_load_si512(board->side[side]), cells);
}

/* `own` and the cells with two neighbours in it, a byte a cell: a loop runs faster with bytes than
 * with a mask. */
INLINE __m512i spread(const struct kernel_board *board, __m512i own) {
    __m512i a = at_side(board, 0, own), b = at_side(board, 1, own), c = at_side(board, 2, own);
    return _mm512_or_si512(own, _mm512_ternarylogic_epi64(a, b, c, 0xe8 /* two of the three */));
}

INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell) {
    struct set first = set_and(board->around[cell], open);
    own = set_or(own, set_of(cell));
    if (!set_any(first))
        return own;
    for (__m512i now = _mm512_movm_epi8(set_or(own, first).w[0]);;) {
        /* Two steps at a time: the processor predicts better how many there are. */
        __m512i next = spread(board, now), last = spread(board, next);
        if (_mm512_cmpneq_epi8_mask(last, next) == 0)
            return (struct set){{_mm512_movepi8_mask(last)}};
        now = last;
    }
}

INLINE int set_nth(struct set set, int n) {
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << n, set.w[0]));
}

INLINE int find_greatest(const int *number, int from, int count) {
    int best = from;
    if (count - from <= 16) {
        __mmask16 mask = (__mmask16)((1u << (count - from)) - 1);
        __m512i numbers =
            _mm512_mask_loadu_epi32(_mm512_set1_epi32(INT32_MIN), mask, &number[from]);
        __m512i top = _mm512_set1_epi32(_mm512_reduce_max_epi32(numbers));
        return from + __builtin_ctz(_mm512_mask_cmpeq_epi32_mask(mask, numbers, top));
    }
    for (int i = from + 1; i < count; i++)
        best = number[i] > number[best] ? i : best;
    return best;
}

/* ---- eight sets at once ---------------------------------------------------------------------- */

/* A vector holds them in one of two ways: as words, one after the other; or as layers, where each
 * byte is a cell and each of its bits a set. Neighbours are gathered from layers, for all eight
 * sets with the instructions that one set takes; and words can be counted. */

/* Layers in which each cell is in one set, one after the other. */
INLINE __m512i each_set(void) {
    return _mm512_set1_epi64((int64_t)0x8040201008040201);
}

/* Turns the bits of every eight bytes, which come in reverse: bit i of the byte numbered j goes to
 * bit j of byte i. */
INLINE __m512i turn_bits(__m512i mirrored) {
    return _mm512_gf2p8affine_epi64_epi8(each_set(), mirrored, 0);
}

/* Turns the bytes of eight words: byte i of word j goes to byte j of word i. */
INLINE __m512i turn_bytes(__m512i from) {
    return _mm512_permutexvar_epi8(_mm512_set_epi64(0x3f372f271f170f07, 0x3e362e261e160e06,
                                                    0x3d352d251d150d05, 0x3c342c241c140c04,
                                                    0x3b332b231b130b03, 0x3a322a221a120a02,
                                                    0x3931292119110901, 0x3830282018100800),
                                   from);
}

/* From layers to words. */
INLINE __m512i words_of(__m512i layers) {
    __m512i mirrored = _mm512_shuffle_epi8(
        layers, _mm512_set4_epi32(0x08090a0b, 0x0c0d0e0f, 0x00010203, 0x04050607));
    return turn_bytes(turn_bits(mirrored));
}

/* The cells with two neighbours in each set join it, until nothing changes. */
INLINE __m512i react_eight(const struct kernel_board *board, __m512i layers) {
    for (__m512i now = spread(board, spread(board, spread(board, layers)));;) {
        __m512i next = spread(board, spread(board, now)), last = spread(board, next);
        if (_mm512_cmpneq_epi8_mask(last, next) == 0)
            return last;
        now = last;
    }
}

/* The cells of the board with a neighbour in each set. */
INLINE __m512i beside_eight(const struct kernel_board *board, __m512i layers) {
    __m512i a = at_side(board, 0, layers), b = at_side(board, 1, layers);
    __m512i c = at_side(board, 2, layers);
    return _mm512_maskz_mov_epi8(board->all.w[0], _mm512_ternarylogic_epi64(a, b, c, 0xfe));
}

/* Eight times the same set, as words. */
INLINE __m512i all_eight(struct set set) {
    return _mm512_set1_epi64((int64_t)set.w[0]);
}

/* Counts the cells of each word, times a weight. */
INLINE __m512i count_eight(__m512i words, int64_t weight) {
    return _mm512_mul_epi32(_mm512_popcnt_epi64(words), _mm512_set1_epi64(weight));
}

/* 0, 1, 2 ... 63 */
INLINE __m512i cell_numbers(void) {
    return _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                            0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                            0x0f0e0d0c0b0a0908, 0x0706050403020100);
}

/* rank_sets() for eight moves: what they leave, in layers and as words, and what the opponent
 * had before. */
INLINE __m512i rank_eight(const struct kernel_board *board, __m512i layers, __m512i words,
                          struct set other) {
    const struct kernel_weight *weight = &board->weight;
    __m512i their_layers = _mm512_andnot_si512(layers, _mm512_movm_epi8(other.w[0]));
    __m512i layers_by_theirs = beside_eight(board, their_layers);
    __m512i their_open = _mm512_andnot_si512(their_layers, layers_by_theirs);
    __m512i mine = words, theirs = _mm512_andnot_si512(words, all_eight(other));
    __m512i empty = _mm512_andnot_si512(_mm512_or_si512(mine, theirs), all_eight(board->all));
    __m512i by_mine = words_of(beside_eight(board, layers)), by_theirs = words_of(layers_by_theirs);
    __m512i by_open = words_of(beside_eight(board, their_open));
    __m512i exposed_mine = _mm512_andnot_si512(mine, by_mine);
    __m512i exposed_theirs = _mm512_andnot_si512(theirs, by_theirs);
    __m512i remote = _mm512_andnot_si512(_mm512_or_si512(by_mine, by_theirs), empty);
    __m512i sum = count_eight(exposed_mine, weight->exposed);
    sum = _mm512_add_epi64(sum, count_eight(exposed_theirs, -weight->exposed));
    sum = _mm512_add_epi64(sum, count_eight(mine, weight->gain));
    sum = _mm512_add_epi64(sum, count_eight(theirs, -weight->gain));
    sum = _mm512_add_epi64(sum,
                           count_eight(_mm512_and_si512(exposed_mine, theirs), weight->captures));
    sum = _mm512_add_epi64(
        sum, count_eight(_mm512_andnot_si512(by_theirs, theirs), weight->alone_theirs));
    sum =
        _mm512_add_epi64(sum, count_eight(_mm512_andnot_si512(by_mine, mine), -weight->alone_mine));
    sum = _mm512_add_epi64(sum, count_eight(_mm512_andnot_si512(by_open, empty), -weight->quiet));
    sum = _mm512_add_epi64(sum, count_eight(empty, -weight->empty));
    return _mm512_add_epi64(sum, count_eight(remote, -weight->remote));
}

/* Which of eight words equal no earlier one, here or among the moves. */
INLINE __mmask8 new_words(const struct moves *moves, __m512i words) {
    __mmask8 old = _mm512_test_epi64_mask(_mm512_conflict_epi64(words), _mm512_set1_epi64(-1));
    for (int i = 0; i < moves->count; i++)
        old |= _mm512_cmpeq_epi64_mask(words, all_eight(moves->after[i]));
    return (__mmask8)~old;
}

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

/* Plain C, for any number of words; for one word with AVX2 moves are played eight at once. */

INLINE bool available(void) {
#if VECTOR
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("popcnt");
#else
    return true;
#endif
}

/* Adds the neighbours in one byte of a set; no cell has more than three. */
INLINE void tally_byte(const struct kernel_board *board, struct set set, int byte,
                       struct tally_row *sum) {
    const struct tally_row *row = &board->tally[byte][set.w[0] >> byte * 8 & 0xff];
    sum->high ^= row->high ^ (sum->low & row->low);
    sum->low ^= row->low;
}

INLINE void tally(const struct kernel_board *board, struct set set, struct set *once,
                  struct set *twice, struct set *thrice) {
    struct set one = {{0}}, two = {{0}}, three = {{0}};
    if (BYTES > 0) {
        struct tally_row sum = {0, 0};
        SIX_TIMES tally_byte(board, set, i, &sum); /* enough for 48 cells */
        for (int i = 6; i < board->bytes; i++)
            tally_byte(board, set, i, &sum);
        once->w[0] = sum.low | sum.high;
        twice->w[0] = sum.high;
        thrice->w[0] = sum.low & sum.high;
        return;
    }
    while (set_any(set)) {
        struct set near = board->around[set_take(&set)];
        three = set_or(three, set_and(two, near));
        two = set_or(two, set_and(one, near));
        one = set_or(one, near);
    }
    *once = set_and(one, board->all);
    *twice = set_and(two, board->all);
    *thrice = set_and(three, board->all);
}

INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell) {
    struct set first = set_and(board->around[cell], open);
    own = set_or(own, set_of(cell));
    if (!set_any(first))
        return own;
    for (struct set frontier = first; set_any(frontier);) {
        int next = set_take(&frontier);
        struct set near = set_and(board->around[next], own);
        if (set_size(near) < 2)
            continue;
        own = set_or(own, set_of(next));
        frontier = set_or(frontier, set_minus(set_and(board->around[next], board->all), own));
    }
    return own;
}

INLINE int set_nth(struct set set, int n) {
    int word = 0;
    for (int size; WORDS > 1 && n >= (size = __builtin_popcountll(set.w[word])); word++)
        n -= size;
    uint64_t bits = set.w[word];
    while (n-- > 0)
        bits &= bits - 1;
    return word * 64 + __builtin_ctzll(bits);
}

INLINE int find_greatest(const int *number, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        best = number[i] > number[best] ? i : best;
    return best;
}

#if VECTOR && WORDS == 1

/* ---- eight sets at once ---------------------------------------------------------------------- */

/* Layers: each byte is a cell and each of its bits one of eight sets. Neighbours are gathered for
 * all eight sets by the instructions that one set would take. */
struct layers {
    __m256i half[2]; /* of 32 cells */
};

/* A set in all layers. */
INLINE struct layers layers_of(struct set set) {
    const __m256i spread =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((int64_t)0x8040201008040201);
    struct layers layers;
    for (int h = 0; h < 2; h++) {
        __m256i word = _mm256_set1_epi32((int)(uint32_t)(set.w[0] >> 32 * h));
        __m256i bytes = _mm256_and_si256(_mm256_shuffle_epi8(word, spread), bit);
        layers.half[h] = _mm256_cmpeq_epi8(bytes, bit);
    }
    return layers;
}

/* The words of eight layers. */
INLINE void words_of(struct layers layers, uint64_t *word) {
    for (int i = 7; i >= 0; i--) {
        word[i] = (uint64_t)(uint32_t)_mm256_movemask_epi8(layers.half[1]) << 32 |
                  (uint32_t)_mm256_movemask_epi8(layers.half[0]);
        for (int h = 0; h < 2; h++)
            layers.half[h] = _mm256_add_epi8(layers.half[h], layers.half[h]);
    }
}

/* The neighbours of 32 cells at a side, in three or four quarters of the board. */
INLINE __m256i at_side(const struct kernel_board *board, int side, int half,
                       const __m256i quarter[4], int quarters) {
    const __m256i *shuffle = (const __m256i *)(const void *)board->shuffle[side];
    __m256i a = _mm256_shuffle_epi8(quarter[0], _mm256_load_si256(&shuffle[half]));
    __m256i b = _mm256_shuffle_epi8(quarter[1], _mm256_load_si256(&shuffle[2 + half]));
    __m256i c = _mm256_shuffle_epi8(quarter[2], _mm256_load_si256(&shuffle[4 + half]));
    a = _mm256_or_si256(a, b);
    if (quarters > 3)
        c = _mm256_or_si256(c,
                            _mm256_shuffle_epi8(quarter[3], _mm256_load_si256(&shuffle[6 + half])));
    return _mm256_or_si256(a, c);
}

/* The cells with one neighbour in each set, or with two. */
INLINE struct layers near_layers(const struct kernel_board *board, struct layers layers, bool two,
                                 int quarters) {
    __m256i quarter[4];
    for (int i = 0; i < 2; i++) {
        quarter[2 * i] = _mm256_permute2x128_si256(layers.half[i], layers.half[i], 0x00);
        quarter[2 * i + 1] = _mm256_permute2x128_si256(layers.half[i], layers.half[i], 0x11);
    }
    for (int h = 0; h < 2; h++) {
        __m256i a = at_side(board, 0, h, quarter, quarters),
                b = at_side(board, 1, h, quarter, quarters);
        __m256i c = at_side(board, 2, h, quarter, quarters), either = _mm256_or_si256(a, b);
        layers.half[h] = two ? _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(c, either))
                             : _mm256_or_si256(c, either);
    }
    return layers;
}

INLINE struct layers layers_minus(struct layers a, struct layers b) {
    for (int h = 0; h < 2; h++)
        a.half[h] = _mm256_andnot_si256(b.half[h], a.half[h]);
    return a;
}

/* Each set and the cells with two neighbours in it. */
INLINE struct layers spread(const struct kernel_board *board, struct layers layers, int quarters) {
    struct layers more = near_layers(board, layers, true, quarters);
    for (int h = 0; h < 2; h++)
        layers.half[h] = _mm256_or_si256(layers.half[h], more.half[h]);
    return layers;
}

/* The cells with two neighbours in each set join it, until nothing changes. */
INLINE struct layers react_eight(const struct kernel_board *board, struct layers layers,
                                 int quarters) {
    for (struct layers now = spread(board, spread(board, layers, quarters), quarters);;) {
        struct layers next = spread(board, now, quarters);
        if (_mm256_testc_si256(now.half[0], next.half[0]) &&
            _mm256_testc_si256(now.half[1], next.half[1]))
            return next;
        now = spread(board, next, quarters);
    }
}

/* `own`, and in each layer one of the cells. */
INLINE struct layers colour_each(struct layers own, const uint8_t *cell, int count) {
    static const _Alignas(64)
        uint8_t bit[8][2 * 64] = {[0][64] = 1,  [1][64] = 2,  [2][64] = 4,  [3][64] = 8,
                                  [4][64] = 16, [5][64] = 32, [6][64] = 64, [7][64] = 128};
    for (int i = 0; i < count; i++)
        for (int h = 0; h < 2; h++)
            own.half[h] = _mm256_or_si256(
                own.half[h],
                _mm256_loadu_si256((const __m256i *)(const void *)&bit[i][64 + 32 * h - cell[i]]));
    return own;
}

/* rank_sets() for eight moves: what they leave, in layers and as words, and what the opponent
 * had before. */
INLINE void rank_eight(const struct kernel_board *board, struct layers layers, const uint64_t *word,
                       struct set other, struct layers other_layers, int count, int *order,
                       int quarters) {
    uint64_t word_by_mine[8], word_by_theirs[8], word_by_open[8];
    struct layers theirs_layers = layers_minus(other_layers, layers);
    struct layers by_theirs_layers = near_layers(board, theirs_layers, false, quarters);
    struct layers open = layers_minus(by_theirs_layers, theirs_layers);
    words_of(near_layers(board, layers, false, quarters), word_by_mine);
    words_of(by_theirs_layers, word_by_theirs);
    words_of(near_layers(board, open, false, quarters), word_by_open);
    for (int i = 0; i < count; i++) {
        struct set mine = {{word[i]}}, by_open = {{word_by_open[i]}};
        struct set by_mine = set_and((struct set){{word_by_mine[i]}}, board->all);
        struct set by_theirs = set_and((struct set){{word_by_theirs[i]}}, board->all);
        order[i] = rank_sets(board, mine, set_minus(other, mine), by_mine, by_theirs, by_open);
    }
}

INLINE void play_by_eight(const struct kernel_board *board, struct set own, struct set other,
                          struct set cells, struct moves *moves, int *order, int quarters) {
    struct layers own_layers = layers_of(own), other_layers = layers_of(other);
    moves->count = 0;
    while (set_any(cells)) { /* eight at a time */
        uint8_t cell[8];
        uint64_t word[8];
        int count = 0, rank[8];
        for (; count < 8 && set_any(cells); count++)
            cell[count] = (uint8_t)set_take(&cells);
        struct layers layers = react_eight(board, colour_each(own_layers, cell, count), quarters);
        words_of(layers, word);
        if (order)
            rank_eight(board, layers, word, other, other_layers, count, rank, quarters);
        for (int i = 0; i < count; i++) {
            bool old = false, quiet = word[i] == (own.w[0] | UINT64_C(1) << cell[i]);
            for (int j = 0; j < moves->count && !quiet; j++)
                old |= moves->after[j].w[0] == word[i];
            moves->after[moves->count].w[0] = word[i];
            moves->cell[moves->count] = cell[i];
            if (order)
                order[moves->count] = rank[i];
            moves->count += !old;
        }
    }
}

INLINE void play_all(const struct kernel_board *board, struct set own, struct set other,
                     struct set cells, struct moves *moves, int *order) {
    if (board->bytes <= 6) /* most boards have 48 cells */
        play_by_eight(board, own, other, cells, moves, order, 3);
    else
        play_by_eight(board, own, other, cells, moves, order, 4);
}

#else

/* The moves that lead to the same position as `cell`, by which the mover takes `taken`. An exposed
 * cell that is taken takes the exposed cells beside it, so that a corridor is taken whole from any
 * of its cells; what else falls may take less when it is coloured by itself. */
INLINE struct set same_moves(const struct kernel_board *board, struct set open, int cell,
                             struct set taken) {
    struct set same = set_and(set_of(cell), open);
    if (!set_any(same))
        return same;
    if (!set_any(set_minus(taken, open)))
        return taken; /* it is connected */
    for (;;) {
        struct set more = set_or(same, set_and(open, beside(board, same)));
        if (set_same(more, same))
            return same;
        same = more;
    }
}

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

/* rank_sets() of the position that a move leaves to the opponent, who then has `own`. */
INLINE int rank_position(const struct kernel_board *board, struct set own, struct set other) {
    struct set by_mine = beside(board, other), by_theirs = beside(board, own);
    struct set by_open = beside(board, set_minus(by_theirs, own));
    return rank_sets(board, other, own, by_mine, by_theirs, by_open);
}

#endif
