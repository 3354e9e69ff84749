/* needed.h - memory without which a program cannot go on. For what is small, in rooms that only
 * programs use: libtriancey must not end the program that uses it, and a child of fork() reports
 * its failure in another way. */
#ifndef TRIANCEY_BASE_NEEDED_H
#define TRIANCEY_BASE_NEEDED_H

#include <stdio.h>

/* What malloc() and its like have returned. NULL: a message, and the program ends with status 1 at
 * once, as if it had been killed. Records and what else is kept are made for that. */
void *needed(void *memory) __attribute__((returns_nonnull));

/* A text as by printf(), to be freed. */
char *needed_string(const char *format, ...) __attribute__((returns_nonnull, format(printf, 1, 2)));

struct json;
struct text;

/* The text, "" if nothing was added. The program ends, as by needed(), if a part is missing. */
const char *needed_text(const struct text *text);

/* Writes a line of JSON (json.h) at once. Whether the file has taken it shows by ferror(). */
void needed_json(struct json *json, FILE *file);

#endif
