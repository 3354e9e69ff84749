/* setup_board.h - the boards of a league: a list of them, the one of a game that has its own, or
 * those made from words. */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_BOARD_H
#define TRIANCEY_REFEREE_SETUP_SETUP_BOARD_H

#include <stdbool.h>

struct game_board;
struct grid;
struct setup;

struct setup_board {
    char *name;        /* as the setup names it */
    struct grid *grid; /* NULL: the game is played without one */
    struct game_board *board;
    char *board_line; /* the protocol line `setgrid ...` */
};

/* Makes the boards, once the game is known. */
bool setup_finish_boards(struct setup *setup, char *error);

/* Makes the board with this number from its word: one that the list does not hold. To be freed by
 * setup_board_free(), also after a failure. False and a message. */
bool setup_word_board(const struct setup *setup, int number, struct setup_board *board,
                      char *error);
void setup_board_free(struct setup_board *board);

#endif
