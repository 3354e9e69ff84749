/* spelled.h - boards, positions and moves as lines of the protocol spell them. */
#ifndef TRIANCEY_ENGINE_TRIANCEY_SPELLED_H
#define TRIANCEY_ENGINE_TRIANCEY_SPELLED_H

#include "protocol/protocol.h"

struct error;
struct game;
struct game_board;
struct game_state;
struct grid;

/* Makes the board of a message `setgrid` or `setgrid inline`, and its grid (NULL for a game with a
 * board of its own). `usual` is the game if the line names none; NULL: it must name one. The caller
 * frees both, the board first. Not PROTOCOL_OK: there is neither, and `error` says why. */
enum protocol_code spelled_board(struct protocol_parser *parser, struct protocol_message *message,
                                 const struct game *usual, struct grid **grid,
                                 struct game_board **board, struct protocol_error *error);

/* Where the moves of a message begin: at the start of the half or, if it is `position` with `at`,
 * at the position that this spells. False and why: `at` is wrong, or memory is short. */
bool spelled_start(const struct game_board *board, int half, const struct protocol_message *message,
                   struct game_state *start, struct error *why);

/* Reads a move and asks the rules about it: PROTOCOL_OK, or what kind of error it is and why. */
enum protocol_code spelled_move(const struct game_board *board, const struct game_state *state,
                                const char *text, uint32_t *move, struct error *why);

#endif
