/* actions.h - dense numbers for the moves of a board, for programs that learn.
 *
 * The games write moves in 32 bits of their own. An action is the number of a move, from 0, in
 * ascending order of these words. There are a few more actions than the rules ever allow, but they
 * are the same for everybody who makes the same board. */
#ifndef TRIANCEY_GAMES_ACTIONS_H
#define TRIANCEY_GAMES_ACTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct game_board;

/* Action i is move[i]. In the Triancey family an action is its move, and there is no list. */
struct actions {
    int count;
    uint32_t *move;
};

/* Lists the actions of a board; `move` is to be freed with free(). False: out of memory. */
bool actions_list(const struct game_board *board, struct actions *actions);

/* The action of a move; -1: it is in no position of the board. */
int actions_find(const struct actions *actions, uint32_t move);

#endif
