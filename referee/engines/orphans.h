/* orphans.h - processes that an engine leaves when its supervisor is killed.
 *
 * The referee, like its supervisors, is a subreaper (Linux, prctl PR_SET_CHILD_SUBREAPER): a
 * process that loses its supervisor becomes a child of the referee. So a child that the referee did
 * not start itself was started under a supervisor that is dead, and is killed. Code that starts a
 * process which is to outlive the referee calls orphans_spare().
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_ORPHANS_H
#define TRIANCEY_REFEREE_ENGINES_ORPHANS_H

#include <stdbool.h>
#include <sys/types.h>

/* Forks a known child, by the function `fork_child`. */
pid_t orphans_fork(pid_t (*fork_child)(void *context), void *context);

/* Forgets a known child that has been reaped. */
void orphans_forget(pid_t child);

/* Kills and reaps all children that are not known, and what descends from them, until
 * none has died for ORPHANS_SWEEP_MS, and for at most ORPHANS_CHASE_MS. */
void orphans_sweep(void);

/* Whether the last sweep had to leave processes alive: those of another user (setuid) cannot be
 * killed. */
bool orphans_left(void);

/* Call this before starting a process that is to be left alone: from now on nothing is swept. */
void orphans_spare(void);

enum { ORPHANS_SWEEP_MS = 2000, ORPHANS_CHASE_MS = 20000 };

#endif
