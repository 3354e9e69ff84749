/* referee_run.h - the referee as a program for tests: run in a folder that is made for the test,
 * its output and its records looked at.
 */
#ifndef TRIANCEY_TESTS_LIB_REFEREE_RUN_H
#define TRIANCEY_TESTS_LIB_REFEREE_RUN_H

#include <stdbool.h>
#include <sys/types.h>

/* Makes the folder; skips the whole test if it cannot be made, or without /proc. */
void run_begin(void);
void run_end(void);

/* A path in the folder: valid until the fourth call after it. */
const char *run_path(const char *name);
void run_write(const char *path, const char *text);

/* The program `name` beside the tests' own. */
const char *run_tool(const char *name);

/* Runs the referee with words separated by '|': its exit status, or 1000 and the signal. Its output
 * goes to the file `out`. */
pid_t run_start(const char *words);
int run_finish(pid_t child);
int run(const char *words);

/* Whether the last output holds a text; if not, a comment shows some of it. */
bool run_printed(const char *text);

/* The text that a query of a record answers (NULL: none; free() it), or the number (-1: none). */
char *run_ask(const char *path, const char *sql);
char *run_ask_attached(const char *attach, const char *sql); /* of several: ATTACH 'A' AS a; ... */
int run_number(const char *path, const char *sql);
void run_query(const char *path, const char *sql);

/* Waits until a record in the folder has so many halves, or the process that writes it has ended.
 */
void run_plays(pid_t child, const char *record, int halves);

/* Whether a process is gone, or dead and only waiting for its parent. */
bool run_is_dead(pid_t pid);

/* Whether it is stopped (SIGSTOP). */
bool run_is_stopped(pid_t pid);

/* Waits until a process is gone, or dead and only waiting for its parent; false: it lives on. */
bool run_dies(pid_t pid);

#endif
