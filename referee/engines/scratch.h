/* scratch.h - a folder of its own for each engine in a sandbox, for its temporary files.
 *
 * It lies in TMPDIR (/tmp), and goes with the engine. Where the referee and the engine's supervisor
 * were killed together, nobody is left to remove it: the next referee does. A lock on the folder
 * (flock(2)) tells which ones are in use; it goes with the process that holds it. On a file system
 * without such locks nothing is swept.
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SCRATCH_H
#define TRIANCEY_REFEREE_ENGINES_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Makes one; `path` (of `size` bytes) is where, `lock` a descriptor that closes when a program is
 * run. False: errno. */
bool scratch_make(char *path, size_t size, int *lock);

/* Removes a folder with its files, of which it has no folders ("": there is none). Only system
 * calls are used. */
void scratch_remove(const char *path);

#endif
