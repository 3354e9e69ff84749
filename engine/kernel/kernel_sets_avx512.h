/* kernel_sets_avx512.h - a part of a kernel: what is done with sets of one word with AVX512-BITALG,
 * where VPSHUFBITQMB gathers a neighbour of each of 64 cells. The same as kernel_sets_plain.h.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_AVX512_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_SETS_AVX512_H

#include <immintrin.h>

#include "engine/kernel/kernel_board.h"

/* Whether all cells that fall at a step are found at once. */
enum { STEP_AT_ONCE = 1 };

/* Whether the processor can run it. */
INLINE bool available(void) {
    return __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("gfni") && __builtin_cpu_supports("bmi2");
}

/* The cells with at least one, two and three neighbours in `set`. */
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

/* `own` and the cells with two neighbours in it, a byte a cell: that goes round faster than a mask
 * does. */
INLINE __m512i spread(const struct kernel_board *board, __m512i own) {
    __m512i a = at_side(board, 0, own), b = at_side(board, 1, own), c = at_side(board, 2, own);
    return _mm512_or_si512(own, _mm512_ternarylogic_epi64(a, b, c, 0xe8 /* two of the three */));
}

/* `own` after colouring a cell. `open` are the exposed cells: those beside the cell are the first
 * to fall, and without one nothing spreads. */
INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell) {
    struct set first = set_and(board->around[cell], open);
    own = set_or(own, set_of(cell));
    if (!set_any(first))
        return own;
    for (__m512i now = _mm512_movm_epi8(set_or(own, first).w[0]);;) {
        /* Two steps at a time: how many there are is less of a surprise to the processor. */
        __m512i next = spread(board, now), last = spread(board, next);
        if (_mm512_cmpneq_epi8_mask(last, next) == 0)
            return (struct set){{_mm512_movepi8_mask(last)}};
        now = last;
    }
}

/* The n-th cell of a set, from 0 on. */
INLINE int set_nth(struct set set, int n) {
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << n, set.w[0]));
}

/* The first of the greatest numbers from one on. */
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

#endif
