/* terminal.h - what a terminal can show, and the colours of pictures on it.
 *
 * The sources are the terminal itself (its size), terminfo (how many colours, whether the cursor
 * moves), and the environment: COLORTERM (truecolor or 24bit), NO_COLOR, and, where the size is not
 * known, COLUMNS and LINES. A file or a pipe has no colours. The locale decides whether there is
 * more than ASCII.
 */
#ifndef TRIANCEY_DRAW_TERMINAL_H
#define TRIANCEY_DRAW_TERMINAL_H

#include "base/text.h"
#include "games/picture.h"

#include <stdbool.h>

enum terminal_colours { TERMINAL_MONO, TERMINAL_8, TERMINAL_16, TERMINAL_256, TERMINAL_TRUE };

enum { TERMINAL_COLUMNS = 80, TERMINAL_ROWS = 24, TERMINAL_SIZE_MAX = 1000, TERMINAL_STRING = 32 };

struct terminal {
    int columns, rows;
    enum terminal_colours colours;
    bool unicode;                                   /* UTF-8; else ASCII alone */
    char clear[2 * TERMINAL_STRING];                /* the screen, and what was scrolled away */
    char up[TERMINAL_STRING], cut[TERMINAL_STRING]; /* move the cursor up a line, clear what follows
                                                       it; "": it cannot */
    char below[TERMINAL_STRING];                    /* clears what follows the cursor to the last
                                                       line; "": it cannot */
    bool mouse;                                     /* terminfo says that it may report a mouse */
};

/* What the terminal of a descriptor can do; 80 x 24 without colours if there is none. */
void terminal_look(struct terminal *terminal, int descriptor);

/* How many columns the terminal of a descriptor has; 0: there is none. */
int terminal_width(int descriptor);

/* How a character is drawn. */
enum terminal_ink {
    INK_PLAIN,  /* the terminal's own colour */
    INK_TEXT,   /* to be read on the ground */
    INK_FAINT,  /* the same, less */
    INK_LINE,   /* the edges of cells */
    INK_COLOUR, /* the other colour itself: half of a character */
};

enum { TERMINAL_NO_COLOUR = -1 }; /* the terminal's own background */

/* A colour of pictures, bright where something is marked: 2 * enum picture_colour + bright. */
struct terminal_style {
    int ground; /* or TERMINAL_NO_COLOUR */
    enum terminal_ink ink;
    int colour; /* of INK_COLOUR */
    bool bold;
};

static inline int terminal_colour(enum picture_colour colour, bool bright) {
    return 2 * (int)colour + bright;
}

/* Whether a colour is only the terminal's own background here. */
bool terminal_is_ground(const struct terminal *terminal, int colour);

/* Adds what switches from one style to another; back to the terminal's own with NULL. Nothing
 * where there are no colours. */
void terminal_switch(const struct terminal *terminal, const struct terminal_style *style,
                     struct text *text);

/* The pattern that replaces a colour where there are none: one character. */
const char *terminal_pattern(const struct terminal *terminal, enum picture_colour colour);

/* Whether a picture can be drawn over another; and the text that moves the cursor up this many
 * lines for it. */
static inline bool terminal_moves(const struct terminal *terminal) {
    return terminal->up[0] && terminal->cut[0];
}
void terminal_go_up(const struct terminal *terminal, int lines, struct text *text);

/* Adds a sample of a colour, two columns wide. */
void terminal_sample(const struct terminal *terminal, enum picture_colour colour,
                     struct text *text);

#endif
