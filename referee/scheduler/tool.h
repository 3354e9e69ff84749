/* tool.h - the programs of a scheduler: run to their end for what they print, or left running.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_TOOL_H
#define TRIANCEY_REFEREE_SCHEDULER_TOOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

struct error;
struct text;

/* A list of words to run, ended by NULL; they are not copied. */
enum { TOOL_WORDS_MAX = 256 };
struct tool_words {
    const char *word[TOOL_WORDS_MAX + 1];
    int count;
};

void tool_add(struct tool_words *words, const char *word); /* those beyond that are lost */

/* Whether a program is found through PATH; else a message that names Debian's package of it. */
bool tool_check(const char *program, const char *package, struct error *error);

/* How long a program is waited for: this many seconds, and not once *stop is other than 0; NULL: it
 * never is. */
struct tool_patience {
    int seconds;
    const atomic_int *stop;
};

/* Runs a program and waits for it: what it prints is added to the text. False and a message, with
 * what it wrote to standard error, if it fails. What takes longer is killed. */
bool tool_run(const struct tool_words *words, struct tool_patience patience, struct text *printed,
              struct error *error);

/* Starts a program whose output goes to a file. It is asked to end when we do, and it and what it
 * starts have the descriptor `kept` open. -1 and a message. */
pid_t tool_start(const struct tool_words *words, const char *output, int kept, struct error *error);

#endif
