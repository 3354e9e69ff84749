/* tool.h - runs the programs of a scheduler (sbatch, parallel): to their end for what they
 * print, or left running. */
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

/* Adds a word; words beyond TOOL_WORDS_MAX are lost. */
void tool_add(struct tool_words *words, const char *word);

/* Whether a program is found through PATH. False and a message that names its Debian package. */
bool tool_check(const char *program, const char *package, struct error *error);

/* How long to wait for a program: this many seconds, but no longer once *stop is not 0 (NULL:
 * nothing stops it). */
struct tool_patience {
    int seconds;
    const atomic_int *stop;
};

/* Runs a program and waits for it: what it prints is added to the text. A program that takes too
 * long is killed. False and a message, with what the program wrote to standard error, if it fails.
 */
bool tool_run(const struct tool_words *words, struct tool_patience patience, struct text *printed,
              struct error *error);

/* Starts a program whose output goes to a file. It is asked to end when we do; it and what it
 * starts have the descriptor `kept` open. -1 and a message on failure. */
pid_t tool_start(const struct tool_words *words, const char *output, int kept, struct error *error);

#endif
