/* keys.h - keys, clicks and answers of a terminal, from the bytes that it sends.
 *
 * Sequences are those of ECMA-48 and xterm: CSI and SS3 for keys, `CSI < b ; x ; y M` for the mouse
 * (SGR, mode 1006), `CSI M` and three bytes from terminals that know mode 1000 alone, and `CSI row
 * ; column R` for where the cursor is. `CSI 200 ~` comes before what is pasted (xterm, mode 2004).
 */
#ifndef TRIANCEY_PROMPT_KEYS_H
#define TRIANCEY_PROMPT_KEYS_H

#include <stdbool.h>

enum key_kind {
    KEY_UNKNOWN, /* to be ignored: releases of buttons, keys without a meaning here */
    KEY_END,     /* nothing more will come */
    KEY_REDRAW,  /* from the console: another program had the screen, or the window has changed */
    KEY_CHARACTER,
    KEY_PASTE, /* KEYS_PASTE: what is pasted follows */
    KEY_ENTER,
    KEY_ESCAPE,
    KEY_ERASE,
    KEY_NEXT, /* Tab */
    KEY_PREVIOUS,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_CLICK, /* the left button was pressed */
    KEY_CURSOR /* where the cursor is: an answer to KEYS_ASK_CURSOR */
};

struct key {
    enum key_kind kind;
    char character;  /* of KEY_CHARACTER */
    int column, row; /* of KEY_CLICK and KEY_CURSOR, from 1 */
};

/* Requests to a terminal: report clicks, or stop doing so; say where the cursor is. */
#define KEYS_MOUSE_ON   "\033[?1000h\033[?1006h"
#define KEYS_MOUSE_OFF  "\033[?1006l\033[?1000l"
#define KEYS_ASK_CURSOR "\033[6n"

/* How what is pasted begins, and a report of the mouse. */
#define KEYS_PASTE     "\033[200~"
#define KEYS_CLICK     "\033[<"
#define KEYS_CLICK_OLD "\033[M"

enum { KEYS_SILENCE = 0, KEYS_OVER = -1 };

/* Returns the next byte; KEYS_SILENCE: nothing came for a while `within` a sequence; KEYS_OVER:
 * nothing will come any more. */
typedef int keys_next(void *context, bool within);

struct key keys_read(keys_next *next, void *context);

/* Read the rest of a report of the mouse, after KEYS_CLICK or KEYS_CLICK_OLD. */
struct key keys_read_click(keys_next *next, void *context);
struct key keys_read_old_click(keys_next *next, void *context);

#endif
