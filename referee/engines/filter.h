/* filter.h - the system calls that an engine in a sandbox may use, as a filter for seccomp(2).
 */
#ifndef TRIANCEY_REFEREE_ENGINES_FILTER_H
#define TRIANCEY_REFEREE_ENGINES_FILTER_H

#include <stddef.h>

struct sock_filter;

enum { FILTER_MAX = 2048 };

/* The names of the machine's system calls, ordered by bytes, and their numbers: made of the headers
 * of its kernel when the program is built. */
struct system_call {
    const char *name;
    int number;
};
extern const struct system_call system_calls[];
extern const size_t system_calls_count;

/* The number of a system call; -1: the machine has none of this name. */
int system_call_number(const char *name);

/* Writes the filter, FILTER_MAX instructions at most; returns their number. */
size_t filter_make(struct sock_filter *filter);

#endif
