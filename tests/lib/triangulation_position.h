/* triangulation_position.h - positions of Triangulation from words, for tests. */
#ifndef TRIANCEY_TESTS_LIB_TRIANGULATION_POSITION_H
#define TRIANCEY_TESTS_LIB_TRIANGULATION_POSITION_H

#include "games/triangulation.h"

/* Sets up pieces such as `rG=B8o` or, with the right to castle or to go two steps, `rI=C6o!`, and
 * the seat to move. A seat whose general stands is in; armies without one are commanded by the
 * first seat that is in. The state can be changed before triangulation_position_done(). */
struct triangulation_position *triangulation_position_set(const struct game_board *board,
                                                          struct game_state *state, int mover,
                                                          const char *pieces);

/* Makes key and history fit. */
void triangulation_position_done(const struct game_board *board, struct game_state *state);

#endif
