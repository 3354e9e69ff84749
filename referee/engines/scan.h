/* scan.h - the entries of a folder, by system calls alone: for the child of a threaded program,
 * where opendir() may not be relied on.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SCAN_H
#define TRIANCEY_REFEREE_ENGINES_SCAN_H

#include <stdbool.h>

/* Calls for each entry but "." and ".."; `folder` is a descriptor of it. False: it cannot be read.
 */
bool scan_folder(const char *path, void (*call)(void *context, int folder, const char *name),
                 void *context);

/* Calls for each entry of a folder that is open. */
bool scan_open(int folder, void (*call)(void *context, int folder, const char *name),
               void *context);

#endif
