/* replay.h - plays a recorded half again, move by move, by the rules.
 *
 * A board (half/boards.h) is made from the line of the protocol that spells it out; nothing else is
 * needed.
 */
#ifndef TRIANCEY_RECORD_REPLAY_H
#define TRIANCEY_RECORD_REPLAY_H

#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct half_result;

/* One move that was played: from `before` to `after`. */
struct replay_move {
    const struct game_board *board;
    int ply;  /* from 1 */
    int turn; /* the seat, or GAME_CHANCE */
    uint32_t move;
    const char *text; /* as the record has it */
    int64_t took;     /* microseconds; -1: not known */
    const struct game_state *before, *after;
};

/* What is done with each move; answers false to end the replay, which is not an error. */
typedef bool replay_each(void *context, const struct replay_move *move);

/* The position that a recorded half begins at. False and what is wrong with its opening. */
bool replay_start(const struct game_board *board, const struct half_result *half,
                  struct game_state *state, struct error *error);

/* Puts the game and the half before a message; returns false. */
bool replay_reword(struct error *error, int64_t game, int half);

/* Plays the moves of a half, which are known, from its beginning to `state`. `each` may be NULL.
 * False and a message for the first that is not legal, or clocks that do not fit the moves. */
bool replay_moves(const struct game_board *board, const struct half_result *half,
                  struct game_state *state, replay_each *each, void *context, struct error *error);

/* Whether all that is known of a half is what the rules give: its moves, number of plies, end,
 * margins, points, a forfeit. Where hands are hidden, each seat must also know turns, score and its
 * own moves from the moves as it may read them. With `board` NULL, not known, only the margins are
 * checked. False and a message. */
bool replay_check(const struct game_board *board, const struct half_result *half, int seats,
                  struct error *error);

/* Checks a half, and calls `each` for every move up to the first that is not legal. */
bool replay_check_moves(const struct game_board *board, const struct half_result *half, int seats,
                        replay_each *each, void *context, struct error *error);

/* Whether the margins are possible: on this board or, NULL, on any board of the game (NULL: that is
 * not known either). */
bool replay_check_margins(const struct game_board *board, const struct game *game,
                          const struct half_result *half, int seats, struct error *error);

#endif
