/* table_boards.h - the boards of tables: made from a name that somebody sends, written down as the
 * protocol spells them, and made again from that when a table is played.
 *
 * Names come from anywhere: files are not accepted as boards, and a refusal reveals nothing about
 * the machine.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLE_BOARDS_H
#define TRIANCEY_CLUB_STORE_TABLE_BOARDS_H

#include "games/game.h"

#include <stdbool.h>

struct error;
struct table_boards;

enum { TABLE_GRID_SIZE = 100 }; /* bytes of a board's name, with the final zero */

/* The line of the protocol for a game on the board of this name (a shape, one of the library or a
 * word; "": the game's own or its usual one) with `[KEY VALUE]...`. Allocated (free() it), and how
 * many play. NULL and a message. */
char *table_board_spell(const struct game *game, const char *grid, const char *keys, int *players,
                        struct error *error);

/* The board of such a line; the last ones are kept. `boards` points to NULL at first. It lasts
 * until another is asked for. NULL and a message. */
const struct game_board *table_boards_have(struct table_boards **boards, const char *line,
                                           int players, struct error *error);
void table_boards_free(struct table_boards *boards); /* NULL is allowed */

#endif
