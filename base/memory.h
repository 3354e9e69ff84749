/* memory.h - how much memory there is to be had. */
#ifndef TRIANCEY_BASE_MEMORY_H
#define TRIANCEY_BASE_MEMORY_H

/* What is available now, in MiB: of the machine, or of the group of processes (container) if that
 * may take less. */
long long memory_mebibytes(void);

#endif
