/* given_clock.c - a clock that a test sets, linked in place of the system's. */
#include "config.h"

#include "tests/lib/given_clock.h"

#include "base/clock.h"
#include "base/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define VARIABLE "TRIANCEY_CLOCK"

enum { SLICE_US = 2000 };

static const int64_t start_us = INT64_C(3600000000);

/* What the file holds. */
struct given {
    _Atomic int64_t now;  /* microseconds */
    _Atomic int64_t wall; /* what to add for the calendar's */
    _Atomic int64_t lost; /* of what has passed, not yet told by wait_lost() */
};

static struct given *given;
static pthread_once_t looked = PTHREAD_ONCE_INIT;
static char path[] = "/tmp/triancey-clock-XXXXXX";

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static struct given *map(int file) {
    struct given *mapped = mmap(NULL, sizeof *mapped, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        fail(VARIABLE);
    close(file);
    return mapped;
}

/* The clock that the environment names, if any. */
static void look(void) {
    const char *name = getenv(VARIABLE);
    if (!name || given)
        return;
    int file = open(name, O_RDWR | O_CLOEXEC);
    if (file < 0)
        fail(name);
    given = map(file);
}

static struct given *clock_given(void) {
    pthread_once(&looked, look);
    return given;
}

/* ---- for tests ------------------------------------------------------------------------------- */

void clock_give(void) {
    int file = mkstemp(path);
    if (file < 0 || ftruncate(file, sizeof *given) != 0)
        fail(path);
    int64_t wall = clock_wall_us();
    given = map(file);
    given->now = start_us;
    given->wall = wall - start_us;
    setenv(VARIABLE, path, 1);
}

void clock_take(void) {
    unlink(path);
    unsetenv(VARIABLE);
    munmap(given, sizeof *given);
    given = NULL;
}

bool clock_is_given(void) {
    return clock_given() != NULL;
}

void clock_advance_us(int64_t us) {
    clock_given()->now += us;
}

void clock_lose_us(int64_t us) {
    clock_given()->lost += us;
    clock_advance_us(us);
}

void clock_set_wall_us(int64_t us) {
    struct given *clock = clock_given();
    clock->wall = us - clock->now;
}

/* ---- base/clock.h ---------------------------------------------------------------------------- */

static int64_t read_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_ns(void) {
    const struct given *clock = clock_given();
    return clock ? clock->now * 1000 : read_ns(CLOCK_MONOTONIC);
}

int64_t clock_us(void) {
    return clock_ns() / 1000;
}

int64_t clock_wall_us(void) {
    const struct given *clock = clock_given();
    return clock ? clock->now + clock->wall : read_ns(CLOCK_REALTIME) / 1000;
}

static struct timespec from_us(int64_t us) {
    return (struct timespec){.tv_sec = (time_t)(us / 1000000),
                             .tv_nsec = (long)(us % 1000000 * 1000)};
}

void clock_sleep_us(int64_t us) {
    struct timespec wait = from_us(clock_given() && us > SLICE_US ? SLICE_US : us);
    nanosleep(&wait, NULL);
}

/* ---- base/wait.h ----------------------------------------------------------------------------- */

/* How long to wait before the next look at the clock: real microseconds. */
static int64_t slice_us(int64_t until) {
    int64_t left = until - clock_us();
    return left <= 0 ? 0 : clock_given() && left > SLICE_US ? SLICE_US : left;
}

int wait_poll(struct pollfd *wanted, nfds_t count, int64_t until, const sigset_t *mask) {
    struct timespec time = from_us(slice_us(until));
    return system_poll(wanted, count, until == INT64_MAX && !clock_given() ? NULL : &time, mask);
}

int64_t wait_lost(int64_t until) {
    (void)until;
    struct given *clock = clock_given();
    return clock ? atomic_exchange(&clock->lost, 0) : 0;
}

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
#ifdef HAVE_PTHREAD_CONDATTR_SETCLOCK
    clockid_t clock = CLOCK_MONOTONIC;
#else
    clockid_t clock = CLOCK_REALTIME;
#endif
    struct timespec time = from_us(read_ns(clock) / 1000 + slice_us(until));
    int code = pthread_cond_timedwait(condition, mutex, &time);
    return code == ETIMEDOUT && clock_us() < until ? 0 : code;
}

/* On a busy machine a test would wait for such a thread without end. */
void wait_nicely(int niceness) {
    (void)niceness;
}
