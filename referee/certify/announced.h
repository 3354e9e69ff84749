/* announced.h - what an engine says of itself between `tgi` and `tgiok`. */
#ifndef TRIANCEY_REFEREE_CERTIFY_ANNOUNCED_H
#define TRIANCEY_REFEREE_CERTIFY_ANNOUNCED_H

#include "referee/certify/check.h"

#include <stdbool.h>

/* Starts a process and reads it into run->announced, with what the engine calls itself in `id`.
 * False: something is missing or malformed, and why is set. */
bool announced_read(struct check_run *run, char *id, size_t size);

void announced_free(struct announced *announced);

#endif
