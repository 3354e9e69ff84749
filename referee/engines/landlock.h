/* landlock.h - rules of Landlock (landlock(7)): which files a process may still reach. By system
 * calls, since the C library has no functions for them.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_LANDLOCK_H
#define TRIANCEY_REFEREE_ENGINES_LANDLOCK_H

#include <stdbool.h>

enum landlock_access {
    LANDLOCK_READ,    /* and run */
    LANDLOCK_SCRATCH, /* read, write, make and remove files, no folders */
    LANDLOCK_DEVICE   /* read and write */
};

/* From here on connections, abstract sockets and signals are bounded, too. */
enum { LANDLOCK_WHOLE = 6 };

/* The version of the kernel's interface; 0: there is none. */
int landlock_version(void);

/* Rules that allow nothing; they close when a program is run. -1 and errno. */
int landlock_rules(void);

/* Allows a file, or a folder and all in it. One that is not there is passed over. Only system calls
 * are used. False and errno. */
bool landlock_allow(int rules, const char *path, enum landlock_access access);

/* From now on the calling process and all that it starts are bound. Only system calls are used.
 * False and errno. */
bool landlock_enter(int rules);

#endif
