/* wait.h - waits that end at a time, by clock_us() (clock.h), and waiting for a processor. */
#ifndef TRIANCEY_BASE_WAIT_H
#define TRIANCEY_BASE_WAIT_H

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <time.h>

/* poll() until a time; INT64_MAX: for ever. A time in the past asks what is ready now. `mask` (may
 * be NULL) is the signal mask during the wait, as in ppoll(). Returns what poll() does. */
int wait_poll(struct pollfd *wanted, nfds_t count, int64_t until, const sigset_t *mask);

/* The poll() of the system, for wait_poll(). It ends after `time`; NULL: never. On systems other
 * than Linux, with a mask, no descriptor may reach FD_SETSIZE, and only POLLIN and POLLOUT are
 * reported. */
int system_poll(struct pollfd *wanted, nfds_t count, const struct timespec *time,
                const sigset_t *mask);

/* Call it right after a wait until a time: by how many microseconds it was too long; 0 if that is
 * less than a second. A longer delay means that this process was stopped or the machine slept:
 * nobody else is to blame. */
int64_t wait_lost(int64_t until);

/* A condition for wait_condition(): 0, or what pthread_cond_init() returns. */
int wait_condition_init(pthread_cond_t *condition);

/* pthread_cond_wait() until a time: 0, or ETIMEDOUT. May end early, as any wait for a condition
 * may. */
int wait_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t until);

/* For a thread that works in the background, and the processes that it starts: sets their niceness,
 * as nice(1) does, 19 at most. If the system refuses, nothing changes. */
void wait_nicely(int niceness);

#endif
