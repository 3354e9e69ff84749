/* input.h - a small file read as a whole. */
#ifndef TRIANCEY_BASE_INPUT_H
#define TRIANCEY_BASE_INPUT_H

#include "base/text.h"

#include <stdbool.h>

struct error;

/* Appends the contents of a regular file to the text; if the file has more than `most` bytes, also
 * some bytes beyond these. Other files are refused, because a pipe without a writer would block for
 * ever. False and a message that does not name the file. */
bool input_read(const char *path, size_t most, struct text *text, struct error *error);

#endif
