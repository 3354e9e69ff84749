/* trioker_pieces.h - the pieces of Trioker: triangles with a value from 0 to 3 at each corner.
 *
 * There are 24 up to rotation; mirror twins such as 012 and 021 are two pieces. A 25th, the Joker,
 * has one wild corner and two fixed values, 2 and 3 (our decision) unless a puzzle says otherwise:
 * `joker` has these two, in the order in which they follow the wild corner. Values are written in
 * the turning sense of the corners of a cell (grid.h): rotation r lays corner (k + r) % 3 of the
 * piece on corner k of the cell. Rules: Marc Odier, 1970. */
#ifndef TRIANCEY_GAMES_TRIOKER_PIECES_H
#define TRIANCEY_GAMES_TRIOKER_PIECES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TRIOKER_PIECES = 24, /* without the Joker */
    TRIOKER_JOKER = 24,  /* its number */
    TRIOKER_VALUES = 4,
    TRIOKER_WILD = 4, /* in the place of a value: any value */
    TRIOKER_PIECE_TEXT = 4
};

/* A set of pieces, bit i for piece i. */
typedef uint32_t trioker_set;

/* Corner values by piece; the least rotation, as a number of three digits, in ascending order. The
 * Joker comes last, as wild, 2, 3. */
extern const uint8_t trioker_piece[TRIOKER_PIECES + 1][3];

/* How many rotations differ: 1 for a triple such as 222, else 3. */
static inline int trioker_rotations(int piece) {
    const uint8_t *value = trioker_piece[piece];
    return value[0] == value[1] && value[1] == value[2] ? 1 : 3;
}

/* The Joker's fixed values where nothing else is said. */
static inline const uint8_t *trioker_joker_usual(void) {
    return &trioker_piece[TRIOKER_JOKER][1];
}

/* The value that a piece in this rotation has on corner k of its cell. */
static inline int trioker_corner(const uint8_t joker[2], int piece, int rotation, int k) {
    int i = (k + rotation) % 3;
    return piece == TRIOKER_JOKER && i > 0 ? joker[i - 1] : trioker_piece[piece][i];
}

/* The corner of its cell on which corner i of a piece in this rotation lies. */
static inline int trioker_corner_of(int rotation, int i) {
    return (i + 3 - rotation) % 3;
}

/* The sum of the values; the Joker counts 5. */
int trioker_points(int piece);

/* Writes a piece by the values on corners 0, 1 and 2, such as "012", or "*23" for the Joker. */
void trioker_piece_write(const uint8_t joker[2], int piece, int rotation,
                         char text[TRIOKER_PIECE_TEXT]);

/* Reads the three values on corners 0, 1 and 2: which piece they are, and its rotation, which is 0
 * for a triple. False: no such piece. */
bool trioker_piece_read(const uint8_t joker[2], const char *text, int *piece, int *rotation);

#endif
