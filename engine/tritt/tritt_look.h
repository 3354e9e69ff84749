/* tritt_look.h - alpha-beta in Tritt: what a move is worth by looking some plies ahead.
 *
 * Every position is first asked for a win at once, which makes one ply of each. At depth 0 it is
 * then estimated (tritt_evaluation.h).
 *
 * Scores are thousandths of a won game. A won game scores less with each piece that is placed
 * before its end; since pieces are never taken off, that is the same on all ways to a position and
 * may be kept in the table as it is.
 */
#ifndef TRIANCEY_ENGINE_TRITT_TRITT_LOOK_H
#define TRIANCEY_ENGINE_TRITT_TRITT_LOOK_H

#include "engine/player/player.h"
#include "engine/tritt/tritt_evaluation.h"

enum {
    TRITT_WIN = 30000,                 /* less one for each piece on the board at the end */
    TRITT_WIN_LEAST = TRITT_WIN - 100, /* every score from here on is a proved win */
    TRITT_ALL_PIECES = 2 * TRITT_PIECES,
    TRITT_KILLERS = 2
};

struct tritt_look {
    struct task *task;
    const struct game *game;
    struct tritt_tactics tactics;
    uint32_t *room; /* for lists of moves, and how well they did, one after the other */
    uint64_t nodes;
    bool stopped; /* a limit was reached: what is found from then on means nothing */
    uint32_t killer[TRITT_ALL_PIECES + 1][TRITT_KILLERS]; /* by the number of pieces on the board */
    int history[2][2][TRITT_NO_PIECE + 1];                /* by player, of placements and slides */
};

/* Makes ready for the position of a task. False: out of memory; close it all the same. */
bool tritt_look_open(struct tritt_look *look, struct task *task);
void tritt_look_close(struct tritt_look *look);

static inline int tritt_count_pieces(const struct tritt_state *state) {
    return state->count[0] + state->count[1];
}

/* The score of a move in the task's position for the player to move, looking this many plies ahead
 * with it: exact within the window, else a bound. */
int tritt_look_after(struct tritt_look *look, uint32_t move, int depth, int alpha, int beta);

#endif
