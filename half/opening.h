/* opening.h - what the halves of a game begin with, as text: moves, "12 7", or `at`, a position of
 * the first half in words KEY=VALUE (games/position.h), and moves from there: "at turn=1
 * cells=.1... moves 12 7". In other halves seats are exchanged, so that all begin alike.
 */
#ifndef TRIANCEY_HALF_OPENING_H
#define TRIANCEY_HALF_OPENING_H

#include <stdbool.h>

struct game_board;
struct text;

/* Whether a position is spelled out; and the moves, "" if there are none. */
bool opening_is_spelled(const char *opening);
const char *opening_moves(const char *opening);

/* Adds the position as it is in a half, from 1; nothing if none is spelled out. */
void opening_position(const struct game_board *board, int half, const char *opening,
                      struct text *text);

#endif
