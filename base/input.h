/* input.h - a small file read as a whole. */
#ifndef TRIANCEY_BASE_INPUT_H
#define TRIANCEY_BASE_INPUT_H

#include "base/text.h"

#include <stdbool.h>

struct error;

/* Adds what stands in a regular file to the text; of one that has more than `most` bytes some of
 * those beyond. Waits for nobody: a pipe that nobody writes to would hold us for ever. False and a
 * message that does not name the file. */
bool input_read(const char *path, size_t most, struct text *text, struct error *error);

#endif
