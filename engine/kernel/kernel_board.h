/* kernel_board.h - a part of a kernel: sets of cells of WORDS words, and the board made of them.
 *
 * A template: the file that is compiled defines WORDS and VECTOR before it includes this. VECTOR is
 * 512 (one word, by instructions of AVX512-BITALG), 256 (compiled for AVX2, with a part of its own
 * for one word) or 0 (plain C).
 */
#ifndef TRIANCEY_ENGINE_KERNEL_KERNEL_BOARD_H
#define TRIANCEY_ENGINE_KERNEL_KERNEL_BOARD_H

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

/* ---- what there is in two kinds -------------------------------------------------------------- */

/* kernel_sets.h has these functions for AVX512, for AVX2 and in plain C. What differs from outside:
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

#endif
