/* stopwatch.h - the time of a search, and whether it is used up.
 *
 * Limits of time are durations. They count from the moment a stopwatch is started: at `go`, or at
 * `ponderhit` when the search began on the opponent's time. One thread starts and stops it, all
 * threads of the search look at it.
 */
#ifndef TRIANCEY_ENGINE_PLAYER_STOPWATCH_H
#define TRIANCEY_ENGINE_PLAYER_STOPWATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct stopwatch {
    atomic_bool stopped;
    _Atomic int64_t start;   /* by clock_ns(); INT64_MAX: not started */
    const atomic_int *ended; /* set by stopwatch_heed(), may be NULL */
};

/* Makes a watch neither started nor stopped. */
void stopwatch_reset(struct stopwatch *watch);
/* Resets a watch that counts as stopped when *ended is not 0, too; NULL is allowed. */
void stopwatch_heed(struct stopwatch *watch, const atomic_int *ended);
void stopwatch_start(struct stopwatch *watch);
/* Ends the time, whatever the limits are. */
void stopwatch_stop(struct stopwatch *watch);
bool stopwatch_is_started(const struct stopwatch *watch);
bool stopwatch_is_stopped(const struct stopwatch *watch);

/* Whether it was stopped, or was started and has run for this many nanoseconds (INT64_MAX: no
 * limit). Takes some twenty nanoseconds when there is a limit. */
bool stopwatch_is_over(const struct stopwatch *watch, int64_t limit);

#endif
