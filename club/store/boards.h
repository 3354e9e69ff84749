/* boards.h - the boards of the words of a club, made when first needed and kept.
 *
 * A board takes a moment to make, and a week has few, so the last ones are kept.
 */
#ifndef TRIANCEY_CLUB_STORE_BOARDS_H
#define TRIANCEY_CLUB_STORE_BOARDS_H

#include "club/store/week.h"

struct error;
struct game;
struct game_board;
struct grid;

enum { BOARDS_KEPT = 2 * WEEK_BOARDS };

struct club_board {
    char word[WEEK_WORD_SIZE];
    struct grid *grid;
    struct game_board *board;
    char *line; /* as the protocol spells it out */
};

/* Empty: all zero. */
struct boards {
    struct club_board board[BOARDS_KEPT];
    int next; /* to be replaced */
};

/* The board of a word: it lasts until as many others were asked for as are kept, less one. NULL and
 * a message. */
const struct club_board *boards_have(struct boards *boards, const struct game *game,
                                     const char *word, struct error *error);
void boards_free(struct boards *boards);

#endif
