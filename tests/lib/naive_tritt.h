/* naive_tritt.h - Tritt once more, with nothing but arrays: to compare the real one with.
 *
 * Everything is done the slow and obvious way, by the text of the rules (games/RULES.md).
 */
#ifndef TRIANCEY_TESTS_LIB_NAIVE_TRITT_H
#define TRIANCEY_TESTS_LIB_NAIVE_TRITT_H

#include <stdbool.h>

enum { NAIVE_WIDTH = 13, NAIVE_PIECES = 16, NAIVE_MOVE_TEXT = 32 };
enum { NAIVE_RED, NAIVE_BLUE, NAIVE_NOTHING };

struct naive_piece {
    int row, column, direction; /* of the centre; along the row, the column, or both rising */
    int owner;
};

struct naive_tritt {
    int size;
    signed char point[NAIVE_WIDTH][NAIVE_WIDTH]; /* its colour */
    struct naive_piece piece[NAIVE_PIECES];      /* in the order in which they were placed */
    int pieces;
    int mover;
    const char *over; /* NULL while the game goes on, else why it ended */
    int winner;       /* NAIVE_NOTHING: none */
};

struct naive_turn {
    struct naive_piece placed;
    int slid; /* index of a piece, -1: none */
    int steps;
};

void naive_tritt_start(struct naive_tritt *game, int size);

/* All legal turns, in an order of its own; at most `room`. Returns how many there are. */
int naive_tritt_turns(const struct naive_tritt *game, struct naive_turn *turns, int room);
void naive_tritt_play(struct naive_tritt *game, const struct naive_turn *turn);
void naive_tritt_write(const struct naive_tritt *game, const struct naive_turn *turn, char *text);

/* Whether the mover wins in at most this many turns of their own, whatever the other does. */
bool naive_tritt_wins(const struct naive_tritt *game, int turns);

#endif
