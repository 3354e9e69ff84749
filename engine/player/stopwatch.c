/* stopwatch.c - the time of a search. A time is written once by the thread that starts or stops
 * the watch, and read by all others with relaxed loads: whether they see it one node earlier or
 * later makes no difference. */
#include "engine/player/stopwatch.h"

#include "base/clock.h"

#include <stddef.h>

void stopwatch_reset(struct stopwatch *watch) {
    atomic_store(&watch->stopped, false);
    atomic_store(&watch->start, INT64_MAX);
    watch->ended = NULL;
}

void stopwatch_heed(struct stopwatch *watch, const atomic_int *ended) {
    stopwatch_reset(watch);
    watch->ended = ended;
}

void stopwatch_start(struct stopwatch *watch) {
    atomic_store(&watch->start, clock_ns());
}

void stopwatch_stop(struct stopwatch *watch) {
    atomic_store(&watch->stopped, true);
}

bool stopwatch_is_started(const struct stopwatch *watch) {
    return atomic_load_explicit(&watch->start, memory_order_relaxed) != INT64_MAX;
}

bool stopwatch_is_stopped(const struct stopwatch *watch) {
    return atomic_load_explicit(&watch->stopped, memory_order_relaxed) ||
           (watch->ended && atomic_load_explicit(watch->ended, memory_order_relaxed) != 0);
}

bool stopwatch_is_over(const struct stopwatch *watch, int64_t limit) {
    if (stopwatch_is_stopped(watch))
        return true;
    /* A watch that was not started has run for a negative time. */
    return limit != INT64_MAX &&
           clock_ns() - atomic_load_explicit(&watch->start, memory_order_relaxed) >= limit;
}
