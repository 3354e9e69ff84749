/* resources.h - what an engine may take of the machine: memory, processor time, processes, files.
 *
 * The keys are in terms.c. 0 where nothing is bounded. Memory and processes hold for all processes
 * of the engine together, processor time and files for each.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_RESOURCES_H
#define TRIANCEY_REFEREE_ENGINES_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

struct resources {
    int64_t memory;   /* bytes */
    int64_t cpu_time; /* seconds */
    int64_t processes;
    int64_t files; /* descriptors open at the same time */
};

/* Binds the calling process and what it will start, as far as the system does that by itself: the
 * rest is the supervisor's (supervisor.h). Safe between fork and exec. False: errno. */
bool resources_bind(const struct resources *resources);

#endif
