/* clock.c - the clocks of POSIX as 64-bit integers. */
#include "base/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_ns(void) {
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_us(void) {
    return clock_ns() / 1000;
}

int64_t clock_wall_us(void) {
    return read_ns(CLOCK_REALTIME) / 1000;
}

void clock_sleep_us(int64_t us) {
    struct timespec wait = {.tv_sec = (time_t)(us / 1000000),
                            .tv_nsec = (long)(us % 1000000 * 1000)};
    nanosleep(&wait, NULL);
}
