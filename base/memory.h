/* memory.h - how much memory is available. */
#ifndef TRIANCEY_BASE_MEMORY_H
#define TRIANCEY_BASE_MEMORY_H

/* How much memory is available now, in MiB: on the machine (in all, where the system does not say
 * how much is free), or what our control group, such as a container, may use if that is less. */
long long memory_mebibytes(void);

#endif
