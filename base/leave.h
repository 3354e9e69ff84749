/* leave.h - how to end a child of fork() that does not run another program. A build that measures
 * coverage (--enable-coverage) loses the counts of a process that does not end by exit(). */
#ifndef TRIANCEY_BASE_LEAVE_H
#define TRIANCEY_BASE_LEAVE_H

#include <unistd.h>

#ifdef MEASURES_COVERAGE
void __gcov_dump(void);
#endif

/* Writes the counts, in a build that measures coverage; what the process runs afterwards is not
 * counted. Call it before _exit(), and before a process loses the right to write to its files. exec
 * writes the counts by itself. */
static inline void leave_counts(void) {
#ifdef MEASURES_COVERAGE
    __gcov_dump();
#endif
}

/* _exit(), after the counts are written. */
_Noreturn static inline void leave(int status) {
    leave_counts();
    _exit(status);
}

#endif
