/* kernel_board.h - a part of a kernel: sets of cells of so many words, and the board made of them.
 *
 * A template: the file that is compiled defines WORDS before it includes this.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_BOARD_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/kernel/kernel.h"
#include "engine/kernel/symmetry.h"

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

#endif
