/* trioker.h - the games of Trioker from inside: for the players that know them and for tests.
 *
 * Everybody else uses game.h. The pieces and the panel are in trioker_pieces.h and trioker_panel.h.
 */
#ifndef TRIANCEY_GAMES_TRIOKER_H
#define TRIANCEY_GAMES_TRIOKER_H

#include "games/game.h"
#include "games/trioker_panel.h"

/* ---- the duel -------------------------------------------------------------------------------- */

enum { TRIOKER_PAIR, TRIOKER_IMPAIR, TRIOKER_CAMP = 12 };

/* How a duel ends. */
enum trioker_duel_over { TRIOKER_DUEL_GOING, TRIOKER_DUEL_LAID, TRIOKER_DUEL_BLOCKED };

struct trioker_duel_board {
    struct game_board base;
    struct grid grid;
    struct trioker_panel panel;
    int start;
    trioker_set camp[2];
};

struct trioker_duel_state {
    struct trioker_laid laid;
    trioker_set hand[2];
    uint8_t mover;
    uint8_t plays; /* pieces that the mover lays before the other one moves: 1, and the replays */
    uint8_t over;  /* enum trioker_duel_over */
};

extern const struct game trioker_duel;

static inline const struct trioker_duel_board *trioker_duel_board(const struct game_board *board) {
    return (const struct trioker_duel_board *)(const void *)board;
}

static inline const struct trioker_duel_state *trioker_duel_state(const struct game_state *state) {
    return (const struct trioker_duel_state *)(const void *)state->bytes;
}

static inline int trioker_count(trioker_set set) {
    return __builtin_popcount(set);
}

#endif
