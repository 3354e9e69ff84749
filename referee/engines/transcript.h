/* transcript.h - all lines between the referee and the engines, in one file.
 *
 *     SECONDS WORKER ENGINE DIRECTION TEXT
 *
 * SECONDS count from the line that the file, or its part, begins with; WORKER numbers the games
 * that are played at the same time, from 1 (0: the trial of each engine before them); DIRECTION is
 * > to the engine, < from it, ! from it on standard error, or - for what happens to it. A text that
 * is too long is cut, with its length after it, and anything but printable ASCII becomes a dot.
 *
 * Each line is written as soon as it was said, by one call, so that nothing is lost when the
 * referee is killed and threads do not mix. An existing file is appended to. A line that cannot be
 * written is lost, and play goes on.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_TRANSCRIPT_H
#define TRIANCEY_REFEREE_ENGINES_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>

struct error;

enum { DIALOGUE_TEXT_MAX = 1000 };

struct transcript;

/* Opens a file, or makes one. NULL and a message on failure. */
struct transcript *transcript_open(const char *path, struct error *error);

/* False and a message: lines were lost, how many, and why the first. NULL is allowed. */
bool transcript_close(struct transcript *transcript, struct error *error);

/* Adds each line of a text, the last of which needs no newline; may be called by several threads.
 */
void transcript_add_lines(struct transcript *transcript, int worker, const char *engine,
                          char direction, const char *text, size_t length);

#endif
