/* points.h - sets of the points of a hexagon as machine words, for games on points.
 *
 * A hexagon of `size` points a side has rows a, b, c ... from below and columns 1, 2, 3 ... that
 * lean to the left: point (row, column), both from 0, is bit row * stride + column with stride
 * 2 * size - 1, and lies on the board if the two differ by less than `size`. Neighbours in the
 * three directions are 1, stride and stride + 1 bits away. No line wraps around, because every row
 * but the middle one leaves a bit free at one end, and the middle one lies between two of these:
 * of two bits that are one step apart and both on the board, both are on one line.
 */
#ifndef TRIANCEY_POINTS_H
#define TRIANCEY_POINTS_H

#include <stdbool.h>
#include <stdint.h>

enum { POINTS_SIZE_MAX = 7, POINTS_BITS = 169, POINTS_WORDS = 3, POINTS_DIRECTIONS = 3 };

struct points {
    uint64_t word[POINTS_WORDS];
};

static inline struct points points_and(struct points a, struct points b) {
    return (struct points){{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]}};
}

static inline struct points points_or(struct points a, struct points b) {
    return (struct points){{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]}};
}

/* Those of `a` that are not in `b`. */
static inline struct points points_without(struct points a, struct points b) {
    return (struct points){
        {a.word[0] & ~b.word[0], a.word[1] & ~b.word[1], a.word[2] & ~b.word[2]}};
}

static inline bool points_any(struct points a) {
    return (a.word[0] | a.word[1] | a.word[2]) != 0;
}

static inline bool points_meet(struct points a, struct points b) {
    return points_any(points_and(a, b));
}

static inline int points_count(struct points a) {
    return __builtin_popcountll(a.word[0]) + __builtin_popcountll(a.word[1]) +
           __builtin_popcountll(a.word[2]);
}

/* Bits that do not exist are in no set. */
static inline bool points_has(const struct points *a, int bit) {
    return bit >= 0 && bit < POINTS_BITS && (a->word[bit / 64] >> bit % 64 & 1);
}

static inline void points_add(struct points *a, int bit) {
    a->word[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* The set moved by 1 to 63 bits: of each point the one this many bits after it, or before it. */
static inline struct points points_after(struct points a, int bits) {
    return (struct points){{a.word[0] << bits, a.word[1] << bits | a.word[0] >> (64 - bits),
                            a.word[2] << bits | a.word[1] >> (64 - bits)}};
}

static inline struct points points_before(struct points a, int bits) {
    return (struct points){{a.word[0] >> bits | a.word[1] << (64 - bits),
                            a.word[1] >> bits | a.word[2] << (64 - bits), a.word[2] >> bits}};
}

/* Whether three neighbours in a direction are all in the set. */
static inline bool points_three(struct points a, int step) {
    struct points two = points_and(a, points_after(a, step));
    return points_meet(two, points_after(a, 2 * step));
}

/* The points that would make three neighbours in a direction if they were in the set. */
static inline struct points points_third(struct points a, int step) {
    struct points after = points_after(a, step), before = points_before(a, step);
    struct points outer = points_or(points_and(after, points_after(a, 2 * step)),
                                    points_and(before, points_before(a, 2 * step)));
    return points_or(points_and(after, before), outer);
}

/* The least bit of a set that is not empty. */
static inline int points_first(struct points a) {
    return a.word[0]   ? __builtin_ctzll(a.word[0])
           : a.word[1] ? 64 + __builtin_ctzll(a.word[1])
                       : 128 + __builtin_ctzll(a.word[2]);
}

/* Walks through the bits of a set: for (int bit; points_take(&set, &bit);) ... */
static inline bool points_take(struct points *a, int *bit) {
    for (int w = 0; w < POINTS_WORDS; w++)
        if (a->word[w]) {
            *bit = w * 64 + __builtin_ctzll(a->word[w]);
            a->word[w] &= a->word[w] - 1;
            return true;
        }
    return false;
}

#endif
