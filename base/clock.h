/* clock.h - time that never jumps. */
#ifndef TRIANCEY_BASE_CLOCK_H
#define TRIANCEY_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds, and microseconds, since some moment in the past. */
static inline int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t clock_us(void) {
    return clock_ns() / 1000;
}

static inline void clock_sleep_us(int64_t us) {
    struct timespec wait = {.tv_sec = (time_t)(us / 1000000),
                            .tv_nsec = (long)(us % 1000000 * 1000)};
    nanosleep(&wait, NULL);
}

#endif
