/* kernel_sets_avx512.h - a part of a kernel: what kernel_board.h declares, for one word with
 * AVX512-BITALG, where VPSHUFBITQMB gathers a neighbour of each of 64 cells.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_AVX512_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_AVX512_H

#include <immintrin.h>

#include "engine/kernel/kernel_board.h"

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

/* What a byte for each cell says of its neighbour at a side. */
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

/* The cells of each word, this many times. */
INLINE __m512i count_eight(__m512i words, int64_t weight) {
    return _mm512_mul_epi32(_mm512_popcnt_epi64(words), _mm512_set1_epi64(weight));
}

/* 0, 1, 2 ... 63 */
INLINE __m512i cell_numbers(void) {
    return _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                            0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                            0x0f0e0d0c0b0a0908, 0x0706050403020100);
}

/* rank_position() for eight moves: what they leave, in layers and as words, and what the opponent
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

/* Those of eight words that are not the same as one before. */
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

#endif
