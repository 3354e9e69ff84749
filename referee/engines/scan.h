/* scan.h - the entries of a folder, by system calls alone: for the child of a threaded program,
 * where opendir() may not be relied on.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SCAN_H
#define TRIANCEY_REFEREE_ENGINES_SCAN_H

/* Calls for each entry but "." and ".."; `folder` is a descriptor of it. A folder that cannot be
 * read has none. */
void scan_folder(const char *path, void (*call)(void *context, int folder, const char *name),
                 void *context);

#endif
