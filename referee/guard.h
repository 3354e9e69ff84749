/* guard.h - what ends the engines' processes when the referee itself is killed.
 *
 * An engine dies with the thread that started it, but what it has started itself (the program
 * behind a wrapper script, say) knows nothing of that. So one small process is forked before
 * anything else runs. It holds one end of a socket and nothing more, is told each process group
 * as it begins and ends, and when the other end is closed, for whatever reason, kills the groups
 * that are left and exits. It has a session of its own and blocks all signals, so that it outlives
 * what ends the referee. Out of its reach: a process that has left the group of its engine.
 *
 * A guard that is NULL guards nothing.
 */
#ifndef TRIANCEY_REFEREE_GUARD_H
#define TRIANCEY_REFEREE_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

struct guard {
    pid_t pid;
    int socket; /* our end; closed when a program is run */
};

/* Before any thread is started. False and a message (REFEREE_ERROR_SIZE). */
bool guard_start(struct guard *guard, char *error);

/* A group begins: said by its first process before it runs its program, so that there is no gap.
 * Safe between fork and exec. And a group has been killed: said before its first process is
 * reaped, so that its number cannot be another's yet. */
void guard_watch(const struct guard *guard, pid_t group);
void guard_forget(const struct guard *guard, pid_t group);

/* Has it exit, and waits for that. */
void guard_end(struct guard *guard);

#endif
