/* described.h - what a GUI makes of the answers to `board`, `state` and `preview`: their lines,
 * taken apart by the table of the protocol (protocol/commands.h) and put into plain arrays.
 */
#ifndef TRIANCEY_TESTS_LIB_DESCRIBED_H
#define TRIANCEY_TESTS_LIB_DESCRIBED_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"
#include "grids/grid.h"

enum {
    DESCRIBED_CELLS = 256,
    DESCRIBED_EDGES = 3 * DESCRIBED_CELLS,
    DESCRIBED_PIECES = 64,
    DESCRIBED_COUNTS = 8,
    DESCRIBED_HAND = 32,
    DESCRIBED_CHANGES = 256
};

/* `turn`: a seat from 1, or one of these. */
enum { DESCRIBED_NONE = -1, DESCRIBED_CHANCE = -2 };

/* A word of the protocol; "" if the line did not have it. */
typedef char described_word[32];

struct described_cell {
    bool told; /* a line of this number came */
    described_word name, ground, note, side[3], colour, value;
    int corners;
    struct grid_point corner[3];
    bool last, taken, closed;
};

struct described_place {
    described_word name;
    struct grid_point at;
};

struct described_edge {
    struct grid_point from, to, shift;
    int cell, side, across; /* -1: nothing is glued to it */
    described_word colour;
};

struct described_piece {
    int places;
    described_word place[3], colour[3], label;
    int colours, seat; /* 0: no seat's */
    bool last, taken;
};

struct described_seat {
    described_word colour;
    int points, margin;
    bool out;
    char holds[128], name[64];
    int hidden, pieces; /* of its hand; -1 hidden if it has none */
    described_word piece[DESCRIBED_HAND];
};

/* A place that a move changes. */
struct described_change {
    int wave;
    described_word place, cause[2]; /* "" if there is none */
};

struct described {
    int lines, faults; /* lines that the protocol's table does not take, or that are too long */
    bool ended;        /* by the word that ends the answer, as its last line */

    described_word name, game, surface;
    char keys[128];
    int cells, points, all_seats, halves, worst, periods, edges, labels;
    bool hidden;
    struct grid_point period[2];
    struct described_cell cell[DESCRIBED_CELLS];
    struct described_place place[DESCRIBED_CELLS];
    struct described_edge edge[DESCRIBED_EDGES];

    int half, turn, moves, seats, counts, pieces, histories;
    described_word phase, over, draw;
    unsigned checkers; /* the seats that give it: a set */
    struct described_seat seat[GAME_PLAYERS_MAX];
    struct {
        described_word name;
        int value;
    } count[DESCRIBED_COUNTS];
    struct described_piece piece[DESCRIBED_PIECES];
    struct {
        int points; /* 0: none */
        described_word point[3], colour;
    } line;                /* that has ended the half */
    char history[1 << 18]; /* the moves, each after a blank */

    described_word move, legal;
    int point[GAME_PLAYERS_MAX], margin, changes;
    described_word told[GAME_PLAYERS_MAX];
    struct described_change change[DESCRIBED_CHANGES];
};

/* Asks, and puts the answer into a description, whether that was empty or full. */
void described_board(struct described *described, const struct game_board *board);
void described_state(struct described *described, const struct game_board *board, int half,
                     const uint32_t *moves, int count);
void described_move(struct described *described, const struct game_board *board,
                    const struct game_state *state, uint32_t move);

/* The value of a count; -1000 if there is none. */
int described_count(const struct described *described, const char *name);

/* The cell of a name, the piece that stands on a place (with the number of its part); NULL: none.
 */
const struct described_cell *described_cell(const struct described *described, const char *name);
const struct described_piece *described_piece(const struct described *described, const char *place,
                                              int *part);

#endif
