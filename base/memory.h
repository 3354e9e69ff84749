/* memory.h - how much memory is available. */
#ifndef TRIANCEY_BASE_MEMORY_H
#define TRIANCEY_BASE_MEMORY_H

/* The memory that is available now, in MiB: what is free on the machine (all of it, where the
 * system does not say what is free), or what the control group of this process, such as a
 * container, may use if that is less. */
long long memory_mebibytes(void);

#endif
