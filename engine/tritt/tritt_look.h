/* tritt_look.h - what positions and moves of Tritt are worth. Wins at once are found without trying
 * all moves; positions are evaluated by features that are counted in them, and moves by looking
 * some plies ahead (alpha-beta).
 *
 * Only a slide makes a line, and it moves one enemy piece: two points of the mover's colour and one
 * of the enemy's. The placement before it matters in three ways alone: it must leave the way free,
 * it may add the one point that is still missing in the line, and it must not add one to a line of
 * the enemy. So it is enough to find, for each slide, the placements that go with it.
 */
#ifndef TRIANCEY_ENGINE_TRITT_TRITT_LOOK_H
#define TRIANCEY_ENGINE_TRITT_TRITT_LOOK_H

#include "engine/player/player.h"
#include "games/tritt.h"

/* A board with what looking for lines needs. */
struct tritt_tactics {
    const struct tritt_board *board;
    struct points near[POINTS_BITS]; /* the points that may share a line of three with one */
};

void tritt_tactics_init(struct tritt_tactics *tactics, const struct tritt_board *board);

/* How many slides win at once by a line, each with some placement, if it is `player`'s turn;
 * stops at `most`. With `move` not NULL it gets the last one found. `places` are the player's. */
int tritt_wins(const struct tritt_tactics *tactics, const struct tritt_state *state, int player,
               const struct tritt_places *places, int most, uint32_t *move);

/* Whether a move that was legal in some position is legal in this one. `places` are the mover's. */
bool tritt_is_legal(const struct tritt_board *board, const struct tritt_state *state,
                    const struct tritt_places *places, uint32_t move);

/* ---- the worth ------------------------------------------------------------------------------- */

/* What is counted, each for the player to move and for the enemy. */
enum tritt_term {
    TRITT_THIRDS,  /* empty points that would complete a line of the colour */
    TRITT_SLIDES,  /* slides that the player has before placing */
    TRITT_PLACES,  /* places for a piece, up to 32: a player without any loses */
    TRITT_THREATS, /* slides that win at once, up to 8; the mover has none here */
    TRITT_TERMS
};

struct tritt_counts {
    int count[TRITT_TERMS][2];
};

/* A row of the table: a name for people, and the weight of the difference. */
struct tritt_weight {
    const char *name, *about;
    int weight; /* thousandths of a won game */
};

extern const struct tritt_weight tritt_weights[TRITT_TERMS];

/* Counts where the mover has no win at once. `places` are both players', the mover's first. */
void tritt_count(const struct tritt_tactics *tactics, const struct tritt_state *state,
                 const struct tritt_places places[2], struct tritt_counts *counts);

/* Their weighted sum, in thousandths of a won game, for the player to move. */
int tritt_evaluate(const struct tritt_counts *counts);

/* ---- looking ahead --------------------------------------------------------------------------- */

/* Every position is first searched for a win at once, which is one ply more than the depth says. At
 * depth 0 it is then evaluated.
 *
 * Scores are thousandths of a won game. A won game scores less with each piece that is placed
 * before its end; since pieces are never taken off, that is the same on all ways to a position and
 * may be kept in the table as it is. */
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

/* Makes ready for the position of a task. False: out of memory; close it in any case. */
bool tritt_look_open(struct tritt_look *look, struct task *task);
void tritt_look_close(struct tritt_look *look);

static inline int tritt_count_pieces(const struct tritt_state *state) {
    return state->count[0] + state->count[1];
}

/* The score of a move in the task's position for the player to move, looking this many plies ahead
 * with it: exact within the window, else a bound. */
int tritt_look_after(struct tritt_look *look, uint32_t move, int depth, int alpha, int beta);

#endif
