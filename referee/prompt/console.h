/* console.h - lines from whoever types them: through GNU Readline on a terminal, plainly from a
 * pipe or file.
 *
 * Readline knows its caller through global hooks alone, so there is one console at a time, and the
 * only variable of this folder outside of main.c is here: who is asked for completions.
 */
#ifndef TRIANCEY_REFEREE_PROMPT_CONSOLE_H
#define TRIANCEY_REFEREE_PROMPT_CONSOLE_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>

enum console_answer { CONSOLE_LINE, CONSOLE_END, CONSOLE_STOPPED };

/* Adds the words that may be typed next, one a line; `before` is the line up to there. */
typedef void console_complete(void *context, const char *before, struct text *words);

struct console;

/* `stop` not 0 ends a wait. `history`: a file of lines typed before, or NULL. NULL: no memory. */
struct console *console_open(const atomic_int *stop, const char *history,
                             console_complete *complete, void *context);

/* Keeps the history, and frees. */
void console_close(struct console *console);

/* Whether a person sits at a terminal, to be shown a prompt. */
bool console_is_terminal(const struct console *console);

/* Waits for a line, which becomes *line without its end; valid until the next call. What comes from
 * a pipe or file and cannot be a line (protocol/line.h) is told and left out. */
enum console_answer console_read(struct console *console, const char *prompt, char **line);

#endif
