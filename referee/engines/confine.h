/* confine.h - the last step into a sandbox: Landlock, then the filter of system calls. Only system
 * calls are used, so that a child of a threaded program may take it, and triancey-sandbox
 * (sandbox_main.c) needs no library for it. */
#ifndef TRIANCEY_REFEREE_ENGINES_CONFINE_H
#define TRIANCEY_REFEREE_ENGINES_CONFINE_H

#include <stdbool.h>

struct sock_fprog;

/* The program that takes this step within bwrap, and the words that it is given before those of the
 * engine: its name, and three descriptors. A struct process_failure is written to the first one if
 * the engine cannot be run; the second one has the filter, the third one Landlock's rules. */
#define CONFINE_PROGRAM "triancey-sandbox"
enum { CONFINE_STATUS = 1, CONFINE_FILTER, CONFINE_RULES, CONFINE_COMMAND };

/* Landlock (landlock(7)): which files a process may still reach. */
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

/* Adds paths, ended by NULL, to Landlock's rules: files, or folders and all in them. One that does
 * not exist is passed over. False and errno on failure. */
bool confine_allow(int rules, const char *const *paths, enum landlock_access access);

/* Binds the calling process, and all that it starts, to Landlock's rules (-1: none), to which it
 * adds figures about the machine and about itself, and to a filter. False and errno on failure. */
bool confine(int rules, const struct sock_fprog *filter);

#endif
