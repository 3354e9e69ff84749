/* clock.h - what time it is, and sleep. wait.h has the waits that end at a time.
 *
 * Nothing else reads a clock, so that tests can give a whole program another one by defining these
 * functions themselves (tests/lib/given_clock.h).
 */
#ifndef TRIANCEY_BASE_CLOCK_H
#define TRIANCEY_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds, and microseconds, since some moment in the past: a time that never jumps. */
int64_t clock_ns(void);
int64_t clock_us(void);

/* The time of the calendar: microseconds since 1970, UTC. It may jump, also backwards. */
int64_t clock_wall_us(void);

void clock_sleep_us(int64_t us);

#endif
