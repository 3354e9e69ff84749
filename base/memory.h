/* memory.h - how much memory is available. */
#ifndef TRIANCEY_BASE_MEMORY_H
#define TRIANCEY_BASE_MEMORY_H

/* What is free now, in MiB: on the machine, or for its group (container) if that is less. */
long long memory_mebibytes(void);

#endif
