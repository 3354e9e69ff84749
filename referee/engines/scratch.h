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

/* Makes one; `path` (of `size` bytes) is where, `lock` a descriptor that closes when a program is
 * run. False: errno. */
bool scratch_make(char *path, size_t size, int *lock);

/* Removes a folder with its files, which has no folders in it ("": there is none), and is open as
 * `folder`, since an engine may have closed it to all. Only system calls are used. */
void scratch_remove(const char *path, int folder);

#endif
