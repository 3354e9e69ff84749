/* setgrid.h - the board that a line of the protocol names: `setgrid` or `setgrid inline`. */
#ifndef TRIANCEY_ENGINE_SETGRID_H
#define TRIANCEY_ENGINE_SETGRID_H

#include "protocol/protocol.h"

struct game;
struct game_board;
struct grid;

/* Makes the board of a message that protocol_parse() has read, and its grid (NULL for a game with a
 * board of its own). `usual` is the game if the line names none. The caller frees both, the board
 * first. Not PROTOCOL_OK: there is neither, and `error` says why. */
enum protocol_code setgrid_read(struct protocol_parser *parser, struct protocol_message *message,
                                const struct game *usual, struct grid **grid,
                                struct game_board **board, struct protocol_error *error);

#endif
