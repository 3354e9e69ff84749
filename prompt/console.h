/* console.h - lines from the user: through GNU Readline on a terminal, plainly from a pipe or file.
 *
 * Readline knows its caller only through global hooks, so there is one console at a time, and the
 * only global variable of this folder is here: the console that is asked for completions.
 */
#ifndef TRIANCEY_PROMPT_CONSOLE_H
#define TRIANCEY_PROMPT_CONSOLE_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>

/* ---- keys: keys.c ---------------------------------------------------------------------------- */

/* Keys, clicks and answers of a terminal, from the bytes that it sends. Sequences are those of
 * ECMA-48 and xterm: CSI and SS3 for keys, `CSI < b ; x ; y M` for the mouse (SGR, mode 1006), `CSI
 * M` and three bytes from terminals that know mode 1000 alone, and `CSI row ; column R` for where
 * the cursor is. `CSI 200 ~` comes before what is pasted (xterm, mode 2004). */

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

enum console_answer { CONSOLE_LINE, CONSOLE_END, CONSOLE_STOPPED };

/* Adds the words that may be typed next, one a line; `before` is the line up to there. */
typedef void console_complete(void *context, const char *before, struct text *words);

struct console;
struct line_reader;

enum { CONSOLE_CHOICE = 128 };

/* How a choice ended. */
enum console_choice {
    CONSOLE_IGNORED, /* the key did nothing */
    CONSOLE_LEFT,    /* nothing was chosen, but the screen has changed: the line is drawn again */
    CONSOLE_CHOSEN   /* the chosen text becomes the line */
};

/* Lets the user choose by keys and clicks, from the first one on, what they would otherwise type;
 * it is written to `text`. `disturbed`: what stands above the line may have moved, since the line
 * is long, words to complete it were listed, or another program had the terminal. */
typedef enum console_choice console_choose(void *context, struct key first, bool disturbed,
                                           char text[CONSOLE_CHOICE]);

/* `stop` not 0 ends a wait. `history`: a file of lines typed before, or NULL. `lines`: what is read
 * from a pipe or file, for a console after which another one goes on reading; NULL: it has its own.
 */
struct console *console_open(const atomic_int *stop, const char *history, struct line_reader *lines,
                             console_complete *complete, void *context);

/* Standard input for several consoles, one after the other: free() it. */
struct line_reader *console_lines(void);

/* Saves the history and frees the console. */
void console_close(struct console *console);

/* Whether a person sits at a terminal, to be shown a prompt. */
bool console_is_terminal(const struct console *console);

/* As long as there is `choose`, Left and Right in an empty line call it on a terminal, and so does
 * a click if `mouse` is set: clicks are reported while lines are read, and at no other time. NULL:
 * the keys are Readline's again. */
void console_set_choose(struct console *console, console_choose *choose, bool mouse);

/* For `choose`: the next key, or KEY_REDRAW; KEY_END comes after a signal, with the cursor in the
 * next line. */
struct key console_key(struct console *console);

/* For `choose`: the row of the cursor, from 1; 0: the terminal does not say. */
int console_cursor_row(struct console *console);

/* Lets a character, or the beginning of what is pasted, be the next key of the line that is edited.
 */
void console_give_back(struct console *console, const struct key *key);

/* Waits for a line, which becomes *line without its end; valid until the next call. What comes from
 * a pipe or file and cannot be a line (protocol/line.h) is ignored with a message. */
enum console_answer console_read(struct console *console, const char *prompt, char **line);

#endif
