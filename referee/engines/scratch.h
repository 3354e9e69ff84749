/* scratch.h - a folder of its own for each engine in a sandbox, for its temporary files.
 *
 * It is in TMPDIR (/tmp), and is removed with the engine. If the referee and the engine's
 * supervisor are killed together, the next referee removes it. A lock on the folder (flock(2))
 * shows that it is in use; the lock ends with the process that holds it. On a file system without
 * such locks, nothing is swept.
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SCRATCH_H
#define TRIANCEY_REFEREE_ENGINES_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a folder: its path (of `size` bytes), and `lock`, a descriptor of it that is closed by
 * exec. False and errno. */
bool scratch_make(char *path, size_t size, int *lock);

/* Removes a folder ("": there is none) with its files; an engine cannot make folders in it.
 * `folder` is a descriptor of it, since the engine may have removed all permissions. Only system
 * calls are used. */
void scratch_remove(const char *path, int folder);

#endif
