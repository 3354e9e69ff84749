/* tritt.h - Tritt from inside: for the players that know it and for its tests.
 *
 * Other code uses game.h. A piece is three points in a line, its centre in its owner's colour and
 * its ends in the other one. It is named by a number: 169 times its direction plus the bit of its
 * centre. A move is the piece that is placed and, if a piece is slid, the number of that piece
 * before and after. */
#ifndef TRIANCEY_TRITT_H
#define TRIANCEY_TRITT_H

#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- sets of points -------------------------------------------------------------------------- */

/* A hexagon of `size` points a side has rows a, b, c ... from below and columns 1, 2, 3 ... that
 * lean to the left: point (row, column), both from 0, is bit row * stride + column with stride 2 *
 * size - 1, and lies on the board if the two differ by less than `size`. Neighbours in the three
 * directions are 1, stride and stride + 1 bits away. No line wraps around, because every row but
 * the middle one leaves a bit free at one end, and the middle row lies between two such rows: two
 * bits that are one step apart and both on the board are on one line. */
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

/* The points of `a` that are not in `b`. */
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

/* The set moved by 1 to 63 bits: each point is replaced by the one this many bits after it, or
 * before it. */
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

/* ---- boards and states ----------------------------------------------------------------------- */

enum { TRITT_RED, TRITT_BLUE };
enum { TRITT_PIECE_BITS = 9, TRITT_NO_PIECE = 511 };
enum { TRITT_PIECES = 8, TRITT_SIZE_MIN = 4, TRITT_SIZE_MAX = POINTS_SIZE_MAX };

/* How a game ends, in the order in which it is tested. */
enum tritt_over { TRITT_GOING, TRITT_WRONG_LINE, TRITT_LINE, TRITT_PLACED, TRITT_BLOCKED };

struct tritt_board {
    struct game_board base;
    int size, stride;
    int step[POINTS_DIRECTIONS];
    struct points all;
    struct points three[POINTS_DIRECTIONS * POINTS_BITS]; /* the points of each piece */
    struct points ends[POINTS_DIRECTIONS * POINTS_BITS];  /* without the centre */
};

struct tritt_state {
    struct points colour[2];
    uint16_t piece[2][TRITT_PIECES]; /* by number, each player's in ascending order */
    uint8_t count[2];
    uint8_t mover;
    uint8_t over;  /* enum tritt_over */
    int8_t winner; /* -1: nobody, or not yet */
};

extern const struct game tritt;

bool tritt_is(const struct game_board *board);

GAME_BOARD(tritt)
GAME_STATE(tritt)

/* ---- pieces ---------------------------------------------------------------------------------- */

static inline int tritt_piece(int direction, int centre) {
    return direction * POINTS_BITS + centre;
}

static inline int tritt_centre(int piece) {
    return piece % POINTS_BITS;
}

static inline int tritt_direction(int piece) {
    return piece / POINTS_BITS;
}

/* Whether a number is that of a piece whose three points are on the board. */
static inline bool tritt_on_board(const struct tritt_board *board, int piece) {
    return piece < POINTS_DIRECTIONS * POINTS_BITS && points_any(board->three[piece]);
}

/* What a piece adds to the key of a position (the finaliser of splitmix64). */
static inline uint64_t tritt_key(int owner, int piece) {
    uint64_t key = ((uint64_t)owner << TRITT_PIECE_BITS | (uint64_t)piece) + 1;
    key *= UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
    return key ^ key >> 31;
}

/* ---- moves ----------------------------------------------------------------------------------- */

#define TRITT_NO_SLIDE                                                                             \
    ((uint32_t)TRITT_NO_PIECE << TRITT_PIECE_BITS | (uint32_t)TRITT_NO_PIECE                       \
                                                        << 2 * TRITT_PIECE_BITS)

static inline uint32_t tritt_slide(int from, int to) {
    return (uint32_t)from << TRITT_PIECE_BITS | (uint32_t)to << 2 * TRITT_PIECE_BITS;
}

static inline int tritt_placed(uint32_t move) {
    return (int)(move & TRITT_NO_PIECE);
}

static inline int tritt_from(uint32_t move) {
    return (int)(move >> TRITT_PIECE_BITS & TRITT_NO_PIECE);
}

static inline int tritt_to(uint32_t move) {
    return (int)(move >> 2 * TRITT_PIECE_BITS & TRITT_NO_PIECE);
}

static inline bool tritt_slides(uint32_t move) {
    return (move & TRITT_NO_SLIDE) != TRITT_NO_SLIDE;
}

/* ---- the rules on sets ----------------------------------------------------------------------- */

static inline struct points tritt_empty(const struct tritt_board *board,
                                        const struct tritt_state *state) {
    return points_without(board->all, points_or(state->colour[0], state->colour[1]));
}

/* The points that would complete a line of three if they had the colour of the set. */
static inline struct points tritt_third(const struct tritt_board *board, struct points set) {
    struct points third = points_third(set, board->step[0]);
    for (int d = 1; d < POINTS_DIRECTIONS; d++)
        third = points_or(third, points_third(set, board->step[d]));
    return third;
}

static inline bool tritt_has_line(const struct tritt_board *board, struct points set) {
    return points_three(set, board->step[0]) || points_three(set, board->step[1]) ||
           points_three(set, board->step[2]);
}

/* The centres of all pieces that may be placed, for each direction. The points of a piece form no
 * line of one colour with each other, so each point is judged alone. */
struct tritt_places {
    struct points centre[POINTS_DIRECTIONS];
};

static inline void tritt_find_places(const struct tritt_board *board,
                                     const struct tritt_state *state, int mover,
                                     struct tritt_places *places) {
    struct points empty = tritt_empty(board, state);
    struct points centre = points_without(empty, tritt_third(board, state->colour[mover]));
    struct points end = points_without(empty, tritt_third(board, state->colour[!mover]));
    for (int d = 0; d < POINTS_DIRECTIONS; d++)
        places->centre[d] = points_and(centre, points_and(points_after(end, board->step[d]),
                                                          points_before(end, board->step[d])));
}

static inline bool tritt_has_place(const struct tritt_places *places) {
    return points_any(places->centre[0]) || points_any(places->centre[1]) ||
           points_any(places->centre[2]);
}

static inline int tritt_count_places(const struct tritt_places *places) {
    return points_count(places->centre[0]) + points_count(places->centre[1]) +
           points_count(places->centre[2]);
}

/* How many steps a piece may slide forwards (sign 1) or backwards (sign -1) over empty points. */
static inline int tritt_reach(const struct tritt_board *board, const struct points *empty,
                              int piece, int sign) {
    int step = sign * board->step[tritt_direction(piece)], steps = 0;
    for (int end = tritt_centre(piece) + 2 * step; points_has(empty, end); end += step)
        steps++;
    return steps;
}

/* tritt_text.c: a point is the letter of its row and the number of its column, a1 to m13 at most;
 * returns the length. */
int tritt_write_point(const struct tritt_board *board, int bit, char *text);

/* tritt_text.c: functions of struct game. */
game_refuse_function tritt_refuse;
game_parse_function tritt_parse;
game_format_function tritt_format;
game_show_function tritt_show;
game_tell_function tritt_tell;

/* Three points of a set that lie in a row next to each other; false: there are none. */
bool tritt_find_line(const struct tritt_board *board, struct points set, int line[3]);

/* tritt_picture.c: draw() of struct game. */
game_draw_function tritt_draw;

#endif
