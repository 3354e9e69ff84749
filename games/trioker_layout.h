/* trioker_layout.h - the panel of the rapid game of Trioker as a file describes it: its shape, what
 * is dealt, and what its cells pay (games/rapid.ini). */
#ifndef TRIANCEY_GAMES_TRIOKER_LAYOUT_H
#define TRIANCEY_GAMES_TRIOKER_LAYOUT_H

#include "games/game.h"
#include "games/trioker_panel.h"

struct error;

/* What happens when a piece is laid on a cell; `amount` says how much is paid or taken. */
enum trioker_effect {
    TRIOKER_NOTHING,
    TRIOKER_PAY_BANK,
    TRIOKER_PAY_EACH,
    TRIOKER_TAKE_BANK,
    TRIOKER_TAKE_EACH,
    TRIOKER_GIVE
};

struct trioker_layout {
    char shape[GRID_NAME_MAX + 1]; /* a regular shape (grid_from_shape()) */
    int start;
    int hand[GAME_PLAYERS_MAX + 1], money[GAME_PLAYERS_MAX + 1]; /* by the number of players */
    int bank;                                                    /* its money at the start */
    int winner, others; /* paid at the end of a deal: to the winner, and by the others */
    uint8_t effect[TRIOKER_CELLS_MAX], amount[TRIOKER_CELLS_MAX];
};

/* Reads a file. Returns the grid of its panel, to be freed by grid_free(), or NULL and the first
 * fault, with section and key. */
struct grid *trioker_layout_load(struct trioker_layout *layout, const char *path,
                                 struct error *error);

#endif
