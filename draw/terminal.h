/* terminal.h - what a terminal can show, and the colours of pictures on it.
 *
 * The sources are the terminal itself (its size) and the environment: TERM, COLORTERM (truecolor or
 * 24bit), NO_COLOR, and, where the size is not known, COLUMNS and LINES. All terminals but "dumb"
 * understand the few controls of ECMA-48 that are used here, so no terminfo is asked. A file or a
 * pipe has no colours. The locale decides whether there is more than ASCII.
 */
#ifndef TRIANCEY_DRAW_TERMINAL_H
#define TRIANCEY_DRAW_TERMINAL_H

#include "base/text.h"
#include "games/picture.h"

#include <stdbool.h>

enum terminal_colours { TERMINAL_MONO, TERMINAL_8, TERMINAL_16, TERMINAL_256, TERMINAL_TRUE };

struct terminal {
    int columns, rows;
    enum terminal_colours colours;
    bool unicode; /* UTF-8; else ASCII alone */
    bool moves;   /* the cursor moves, so a picture can be drawn over another */
    bool mouse;   /* it may be able to report clicks */
};

/* Clear the screen and what was scrolled away; the rest of the line; the rest of the screen. Only
 * for a terminal that moves. */
#define TERMINAL_CLEAR "\033[H\033[2J\033[3J"
#define TERMINAL_CUT   "\033[K"
#define TERMINAL_BELOW "\033[J"

/* What the terminal of a descriptor can do; 80 x 24 without colours if there is none. */
void terminal_look(struct terminal *terminal, int descriptor);

/* How a character is drawn. */
enum terminal_ink {
    INK_PLAIN,  /* the terminal's own colour */
    INK_TEXT,   /* to be read on the ground */
    INK_FAINT,  /* text that stands out less */
    INK_LINE,   /* the edges of cells */
    INK_COLOUR, /* the other colour itself: half of a character */
};

enum { TERMINAL_NO_COLOUR = -1 }; /* the terminal's own background */

/* Colours here are terminal_colour(): 2 * enum picture_colour, + 1 for the bright one of a mark. */
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

/* Adds the codes that switch to a style, or with NULL back to the terminal's own; nothing where
 * there are no colours. */
void terminal_switch(const struct terminal *terminal, const struct terminal_style *style,
                     struct text *text);

/* The pattern that replaces a colour where there are no colours: one character. */
const char *terminal_pattern(const struct terminal *terminal, enum picture_colour colour);

/* Adds the codes that move the cursor to the beginning of the line that is this many lines up. */
void terminal_go_up(int lines, struct text *text);

/* Adds a sample of a colour, two columns wide. */
void terminal_sample(const struct terminal *terminal, enum picture_colour colour,
                     struct text *text);

#endif
