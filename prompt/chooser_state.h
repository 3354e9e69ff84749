/* chooser_state.h - what is known while a move is chosen on the board, for the chooser's own
 * modules.
 */
#ifndef TRIANCEY_PROMPT_CHOOSER_STATE_H
#define TRIANCEY_PROMPT_CHOOSER_STATE_H

#include "draw/draw_terminal.h"
#include "games/game.h"
#include "prompt/choices.h"

#include <stdbool.h>

struct console;
struct prompt_view;

struct chooser {
    /* Set by the caller, for good. */
    struct prompt_view *view;
    struct console *console;
    uint32_t *move; /* room for all moves */

    bool mouse; /* may be changed at any time */

    /* The chooser's own. */
    struct picture *picture;
    struct choices choices, further; /* what can be chosen, and what after it */
    char beginning[GAME_MOVE_TEXT];  /* of the move: what was chosen */
    char last[GAME_MOVE_TEXT];       /* what was chosen first in the move before */
    int at;                          /* the choice */
    int zoom;                        /* in percent of the window */
    struct drawn_part part;          /* what is on the screen */
    int lines, words;                /* how many lines that is, and of them words */
};

#endif
