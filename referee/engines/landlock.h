/* landlock.h - rules of Landlock (landlock(7)): which files a process may still reach. Made by
 * system calls, since the C library has no functions for them. */
#ifndef TRIANCEY_REFEREE_ENGINES_LANDLOCK_H
#define TRIANCEY_REFEREE_ENGINES_LANDLOCK_H

#include <stdbool.h>

enum landlock_access {
    LANDLOCK_READ,    /* and run */
    LANDLOCK_SCRATCH, /* read, write, make and remove files, no folders */
    LANDLOCK_DEVICE   /* read and write */
};

/* The version of the kernel's interface from which connections, abstract sockets and signals can be
 * restricted, too. */
enum { LANDLOCK_WHOLE = 6 };

/* The version of the kernel's interface; 0: there is none. */
int landlock_version(void);

/* Makes rules that allow nothing. Returns their descriptor, which is closed by exec; -1 and errno
 * on failure. */
int landlock_rules(void);

/* Allows a file, or a folder and all in it. A path that does not exist is passed over. Only system
 * calls are used. False and errno on failure. */
bool landlock_allow(int rules, const char *path, enum landlock_access access);

/* Binds the calling process, and all that it starts, to the rules. Only system calls are used.
 * False and errno on failure. */
bool landlock_enter(int rules);

#endif
