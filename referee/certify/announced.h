/* announced.h - what an engine says of itself between `tgi` and `tgiok`. */
#ifndef TRIANCEY_REFEREE_CERTIFY_ANNOUNCED_H
#define TRIANCEY_REFEREE_CERTIFY_ANNOUNCED_H

#include "referee/certify/check.h"

#include <stdbool.h>

/* Starts a process and reads what it announces into run->announced, and its name into `id`. False:
 * something is missing or malformed, and run->why is set. */
bool announced_read(struct check_run *run, char *id, size_t size);

void announced_free(struct announced *announced);

#endif
