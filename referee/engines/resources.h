/* resources.h - what an engine may take of the machine: memory, processor time, processes, files.
 *
 * 0 where nothing is bounded. Memory and processes hold for all processes of the engine together,
 * processor time and files for each.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_RESOURCES_H
#define TRIANCEY_REFEREE_ENGINES_RESOURCES_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct resources {
    int64_t memory;   /* bytes */
    int64_t cpu_time; /* seconds */
    int64_t processes;
    int64_t files; /* descriptors open at the same time */
};

/* Sets the one with this name (memory, in MiB; cpu_time, in seconds; processes; files) from its
 * text. False and a message: no such name, or what the value may be. */
bool resources_set(struct resources *resources, const char *key, const char *value, char *error);

/* What is not bounded in `resources` is bounded as in `all`. */
void resources_inherit(struct resources *resources, const struct resources *all);

/* As in a league file, "memory=200 files=16 " with a blank behind each; nothing where there is no
 * bound. */
void resources_write(const struct resources *resources, struct text *text);

/* Binds the calling process and what it will start, as far as the system does that by itself: the
 * rest is the supervisor's (supervisor.h). Safe between fork and exec. False: errno. */
bool resources_bind(const struct resources *resources);

#endif
