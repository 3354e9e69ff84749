/* sys/resource.h - stands in for the header of a system that counts what processes take: the whole
 * memory is what was taken (system.c). */
#ifndef TRIANCEY_PAGE_SYS_RESOURCE_H
#define TRIANCEY_PAGE_SYS_RESOURCE_H

enum { RUSAGE_SELF };

struct rusage {
    long ru_maxrss; /* KiB */
};

int getrusage(int whose, struct rusage *usage);

#endif
