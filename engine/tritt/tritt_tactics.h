/* tritt_tactics.h - who wins at once in Tritt, without trying all moves.
 *
 * Only a slide makes a line, and it moves one enemy piece: two points of the mover's colour and one
 * of the enemy's. The placement before it matters in three ways alone: it must leave the way free,
 * it may add the one point that the line still lacks, and it must not add one to a line of the
 * enemy's. So it is enough to look at each slide and to ask for the set of placements that go with
 * it.
 */
#ifndef TRIANCEY_ENGINE_TRITT_TRITT_TACTICS_H
#define TRIANCEY_ENGINE_TRITT_TRITT_TACTICS_H

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

#endif
