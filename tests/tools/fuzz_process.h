/* fuzz_process.h - process.h without a process: linked instead of it, so that fuzzers start none.
 */
#ifndef TRIANCEY_TESTS_TOOLS_FUZZ_PROCESS_H
#define TRIANCEY_TESTS_TOOLS_FUZZ_PROCESS_H

#include "referee/engines/process.h"

/* Gives a process the descriptors `in` and `out`; NULL or false: no program can be started. */
extern bool (*fuzz_process_start)(struct process *process);

/* Called before anything is said to it. NULL: nothing is. */
extern void (*fuzz_process_asked)(void);

#endif
