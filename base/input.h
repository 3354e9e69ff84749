/* input.h - reads files that may come from strangers: opening one never waits. */
#ifndef TRIANCEY_BASE_INPUT_H
#define TRIANCEY_BASE_INPUT_H

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>

struct error;

/* Appends the contents of a regular file to the text; if the file has more than `most` bytes, also
 * some bytes beyond these. Other files are refused, because a pipe without a writer would block for
 * ever. False and a message that does not name the file. */
bool input_read(const char *path, size_t most, struct text *text, struct error *error);

/* Opens a regular file to read it bit by bit; also a pipe or a device, but only if its name is
 * below /dev, such as /dev/stdin, or /proc/self/fd. NULL and a message that does not name the file.
 */
FILE *input_open(const char *path, struct error *error);

#endif
