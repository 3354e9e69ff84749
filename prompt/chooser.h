/* chooser.h - choosing a move on the board by keys and clicks, with a preview of what it would do.
 *
 * The board is drawn over the one above the prompt, or below all if that has been scrolled. The
 * arrows go from cell to cell and Tab to the next possible move; a click goes where it is. The
 * board shows the position after the move, and words below it what it brings, or why it is not
 * possible. A move of several parts is chosen part by part. A board too large for the window is
 * drawn so that its numbers can be read, and scrolls with the choice.
 */
#ifndef TRIANCEY_PROMPT_CHOOSER_H
#define TRIANCEY_PROMPT_CHOOSER_H

#include "draw/draw_terminal.h"
#include "games/game.h"
#include "games/picture.h"
#include "prompt/console.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- what can be chosen: choices.c ----------------------------------------------------------- */

/* Moves, cut into the cells and points that they name. A move such as C6o-D5o is chosen part by
 * part: first what it begins with, then how it goes on. A part that names a cell or a point of the
 * picture lies there; any other one, such as the values of a piece, lies nowhere. Where the two ends
 * of a piece can be written either way round, they can be chosen either way, too. Where each move is
 * the name of one cell, all cells can be visited, also those that are not possible now. */

struct choice {
    char text[GAME_MOVE_TEXT]; /* the move up to the end of this part */
    int cell, place;           /* of the picture; -1: it is none */
    bool lies;                 /* it has a place on the board, which is `at` */
    struct grid_point at;
    bool whole; /* it is a legal move */
    bool more;  /* moves go on after it */
};

struct choices {
    struct choice *choice; /* one allocation */
    int count, room;
};

/* Finds what may follow the beginning of a move, as the seat to move writes it; with "", what moves
 * begin with. If the beginning is itself a move, it is the first choice. `choices` starts all zero;
 * `move` has room for all moves. */
void choices_find(struct choices *choices, const struct game_board *board,
                  const struct game_state *state, const struct picture *picture,
                  const char *beginning, uint32_t *move);
void choices_free(struct choices *choices);

/* The choice that lies nearest to `from` in a direction, such as -1, 0 for the left; `from` if none
 * lies there. If `from` lies nowhere, choices_next() chooses by the sign of dx + dy. */
int choices_beside(const struct choices *choices, int from, int dx, int dy);

/* The next choice that is part of a legal move, or with step -1 the previous one; after the last
 * comes the first. */
int choices_next(const struct choices *choices, int from, int step);

/* The choice nearest to a point that is part of a legal move; 0 if none lies anywhere. */
int choices_nearest(const struct choices *choices, struct grid_point at);

/* The choice that lies on the cell or the place of this number, of which the other is -1. Returns
 * -1 if there is none. */
int choices_at(const struct choices *choices, int cell, int place);

/* Where the last part of the beginning of a move begins, with the characters that separate it from
 * the part before; 0: it has one part. */
size_t choices_last_part(const char *text);

/* The choice that is written this way, or -1. */
int choices_named(const struct choices *choices, const char *text);

struct prompt_view;

struct chooser {
    /* Set by the caller, for good. */
    struct prompt_view *view;
    struct console *console;
    uint32_t *move; /* room for all moves */

    bool mouse; /* may be changed at any time */

    /* The chooser's own. */
    struct picture *picture;
    struct choices choices, further; /* what can be chosen now, and what after that */
    char beginning[GAME_MOVE_TEXT];  /* the parts of the move that were chosen */
    char last[GAME_MOVE_TEXT];       /* the first part of the last move */
    int at;                          /* the present choice */
    int zoom;                        /* in percent of the window */
    struct drawn_part part;          /* what is on the screen */
    int lines, words;                /* how many lines this takes, and how many of them are words */
};

/* Members that the caller does not set must be zero, but for the picture, which belongs to the
 * chooser from now on. */
void chooser_close(struct chooser *chooser);

/* The smallest window in which moves can be chosen. */
enum { CHOOSER_COLUMNS = 40, CHOOSER_ROWS = 12 };

/* Whether moves can be chosen here now: the board can be drawn again and again. */
bool chooser_can(const struct chooser *chooser);

/* Lets the user choose a move: a console_choose (console.h). */
enum console_choice chooser_run(struct chooser *chooser, struct key first, bool disturbed,
                                char text[CONSOLE_CHOICE]);

#endif
