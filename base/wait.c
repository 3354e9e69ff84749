/* wait.c - waiting until a moment of clock_us(). Waits are by CLOCK_MONOTONIC, which never jumps,
 * and end at a moment, not after a time, so that an interrupted one is simply begun again. */
#include "config.h"

#include "base/wait.h"

#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

enum { SECOND = 1000000 };

static struct timespec from_us(int64_t us) {
    return (struct timespec){.tv_sec = (time_t)(us / SECOND),
                             .tv_nsec = (long)(us % SECOND * 1000)};
}

int wait_poll(struct pollfd *wanted, nfds_t count, int64_t until, const sigset_t *mask) {
    int64_t left = until - clock_us();
    struct timespec time = from_us(left > 0 ? left : 0);
    return system_poll(wanted, count, until == INT64_MAX ? NULL : &time, mask);
}

int64_t wait_lost(int64_t until) {
    int64_t lost = clock_us() - until;
    return lost > SECOND ? lost : 0;
}

/* Where conditions cannot wait by CLOCK_MONOTONIC, wait_condition() converts the moment. */
int wait_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
#ifdef HAVE_PTHREAD_CONDATTR_SETCLOCK
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
#endif
    int code = pthread_cond_init(condition, &steady);
    pthread_condattr_destroy(&steady);
    return code;
}

int wait_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t until) {
#ifndef HAVE_PTHREAD_CONDATTR_SETCLOCK
    int64_t left = until - clock_us();
    until = clock_wall_us() + (left > 0 ? left : 0);
#endif
    struct timespec time = from_us(until);
    return pthread_cond_timedwait(condition, mutex, &time);
}

void wait_nicely(int niceness) {
    (void)setpriority(PRIO_PROCESS, 0, niceness); /* on Linux, of this thread alone */
}
