/* needed.h - memory without which a program cannot go on. For what is small, in rooms that only
 * programs use: libtriancey must not end the program that uses it, and a child of fork() reports
 * its failure in another way. */
#ifndef TRIANCEY_BASE_NEEDED_H
#define TRIANCEY_BASE_NEEDED_H

#include <stdio.h>

/* Returns what malloc() or its like has returned. NULL: prints a message and ends the program with
 * status 1 at once, as if it were killed, which records and other files are made to survive. */
void *needed(void *memory) __attribute__((returns_nonnull));

/* A text as by printf(), to be freed. */
char *needed_string(const char *format, ...) __attribute__((returns_nonnull, format(printf, 1, 2)));

struct json;
struct text;

/* The text, "" if nothing was added. The program ends, as by needed(), if a part is missing. */
const char *needed_text(const struct text *text);

/* Writes a line of JSON (json.h) at once. ferror() says whether it could be written. */
void needed_json(struct json *json, FILE *file);

#endif
