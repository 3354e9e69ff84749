/* boards.h - makes boards when they are needed, from a name or from the line of the protocol that
 * spells one out, and keeps those used last.
 *
 * A board takes a moment to make, and records and sites have few of them. When there are more than
 * BOARDS_KEPT, the one that has been unused for longest makes room.
 */
#ifndef TRIANCEY_HALF_BOARDS_H
#define TRIANCEY_HALF_BOARDS_H

#include <stdint.h>

struct error;
struct game;
struct game_board;
struct grid;
struct protocol_parser;

enum { BOARDS_KEPT = 64 };

struct made_board {
    char *name;        /* by which it was asked for; NULL: by its line */
    char *line;        /* as the protocol spells it out */
    int players;       /* that were asked for; 0: the usual ones */
    struct grid *grid; /* NULL: the game has none */
    struct game_board *board;
    uint64_t used; /* when, by the clock of the boards */
};

/* Empty: all zero. */
struct boards {
    struct made_board *made[BOARDS_KEPT];
    int count;
    uint64_t clock;
    struct protocol_parser *parser; /* made when first needed */
};

/* The line `setgrid inline` of a game on a grid. The caller frees it. */
char *boards_spell(const struct game *game, const struct grid *grid);

/* The board of `setgrid inline GAME NAME ...` or `setgrid GAME [KEY VALUE]...`, for this many
 * players. It lasts until BOARDS_KEPT other boards were asked for. NULL and a message. */
const struct made_board *boards_by_line(struct boards *boards, const char *line, int players,
                                        struct error *error);

/* The board of a game on the grid of this name (grid_find()); `players` 0: the usual number. NULL
 * and a message. */
const struct made_board *boards_by_name(struct boards *boards, const struct game *game,
                                        const char *name, int players, struct error *error);

/* The board of a game on a grid of the library. NULL: there is none of that name, or the game takes
 * no grid. */
const struct made_board *boards_of_library(struct boards *boards, const struct game *game,
                                           const char *name, int players);

void boards_free(struct boards *boards);

#endif
