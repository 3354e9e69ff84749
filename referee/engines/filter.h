/* filter.h - the system calls that an engine in a sandbox may not use, as a filter for seccomp(2).
 */
#ifndef TRIANCEY_REFEREE_ENGINES_FILTER_H
#define TRIANCEY_REFEREE_ENGINES_FILTER_H

#include <stdbool.h>

struct error;

/* Writes the filter to a file in memory, from its beginning; -1 and a message. */
int filter_make(struct error *error);

#endif
