/* console.h - lines from the user: through GNU Readline on a terminal, plainly from a pipe or file.
 *
 * Readline knows its caller only through global hooks, so there is one console at a time, and the
 * only global variable of this folder is here: the console that is asked for completions.
 */
#ifndef TRIANCEY_PROMPT_CONSOLE_H
#define TRIANCEY_PROMPT_CONSOLE_H

#include "base/text.h"
#include "prompt/keys.h"

#include <stdatomic.h>
#include <stdbool.h>

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
