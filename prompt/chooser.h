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
#include "prompt/choices.h"
#include "prompt/console.h"

#include <stdbool.h>

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
