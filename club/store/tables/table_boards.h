/* table_boards.h - the boards of tables: a name that somebody sends becomes the line of the
 * protocol from which the board is made when a table is played (half/boards.h).
 *
 * Names come from anywhere: files are not accepted as boards, and a refusal reveals nothing about
 * the machine.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_BOARDS_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_BOARDS_H

#include "games/game.h"

struct error;

enum { TABLE_GRID_SIZE = 100 }; /* bytes of a board's name, with the final zero */

/* The line of the protocol for a game on the board of this name (a shape, one of the library or a
 * word; "": the game's own or its usual one) with `[KEY VALUE]...`. Allocated (free() it), and how
 * many play. NULL and a message. */
char *table_board_spell(const struct game *game, const char *grid, const char *keys, int *players,
                        struct error *error);

#endif
