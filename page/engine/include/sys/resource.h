/* sys/resource.h - a replacement for the header, for a system that does not measure its processes:
 * the memory in use is all that was allocated (system.c). */
#ifndef TRIANCEY_PAGE_SYS_RESOURCE_H
#define TRIANCEY_PAGE_SYS_RESOURCE_H

enum { RUSAGE_SELF };

struct rusage {
    long ru_maxrss; /* KiB */
};

int getrusage(int whose, struct rusage *usage);

#endif
