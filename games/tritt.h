/* tritt.h - Tritt from inside: for the players that know it and for its tests.
 *
 * Everybody else uses game.h. A piece is three points in a line, its centre in its owner's colour
 * and its ends in the other one. It is named by a number: 169 times its direction plus the bit of
 * its centre (points.h). A move is the piece that is placed and, if one is slid, the numbers of
 * that piece before and after.
 */
#ifndef TRIANCEY_TRITT_H
#define TRIANCEY_TRITT_H

#include "games/game.h"
#include "games/points.h"

struct error;

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

static inline const struct tritt_board *tritt_board(const struct game_board *board) {
    return (const struct tritt_board *)(const void *)board;
}

static inline const struct tritt_state *tritt_state(const struct game_state *state) {
    return (const struct tritt_state *)(const void *)state->bytes;
}

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
 * line of one colour with each other, so each of them can be judged on its own. */
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

/* Puts a piece of a player on the board, or takes one off. */
void tritt_put(const struct tritt_board *board, struct tritt_state *state, int owner, int piece);
void tritt_take(const struct tritt_board *board, struct tritt_state *state, int owner, int piece);

/* tritt_text.c: a point is the letter of its row and the number of its column, a1 to m13 at most;
 * returns the length. */
int tritt_write_point(const struct tritt_board *board, int bit, char *text);

/* tritt_text.c: functions of struct game. */
const char *tritt_refuse(const struct game_board *base, const struct game_state *state,
                         uint32_t move, struct error *why);
bool tritt_parse(const struct game_board *base, const struct game_state *state, const char *text,
                 uint32_t *move);
void tritt_format(const struct game_board *base, const struct game_state *state, uint32_t move,
                  int reader, char *text);
void tritt_show(const struct game_board *base, const struct game_state *state, char *text);
void tritt_tell(const struct game_board *base, const struct game_state *state, uint32_t move,
                char *text);

/* Three points of a set that lie in a row next to each other; false: there are none. */
bool tritt_find_line(const struct tritt_board *board, struct points set, int line[3]);

/* tritt_picture.c: draw() of struct game. */
bool tritt_draw(const struct game_board *base, const struct game_state *state,
                const struct picture_before *before, struct picture *picture);

#endif
