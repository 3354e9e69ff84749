/* filter.h - the system calls that an engine in a sandbox may use, as a filter for seccomp(2).
 */
#ifndef TRIANCEY_REFEREE_ENGINES_FILTER_H
#define TRIANCEY_REFEREE_ENGINES_FILTER_H

#include <stddef.h>

struct sock_filter;

enum { FILTER_MAX = 2048 };

/* Writes the filter, FILTER_MAX instructions at most; returns their number. */
size_t filter_make(struct sock_filter *filter);

#endif
