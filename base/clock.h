/* clock.h - what time it is, and sleep. wait.h has the waits that end at a time.
 *
 * Nothing else reads a clock, so that one other definition of these functions gives a whole program
 * a clock of its own: tests/lib/given_clock.h.
 */
#ifndef TRIANCEY_BASE_CLOCK_H
#define TRIANCEY_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds, and microseconds, since some moment in the past: a time that never jumps. */
int64_t clock_ns(void);
int64_t clock_us(void);

/* Of the calendar: microseconds since 1970, UTC. May jump, also backwards. */
int64_t clock_wall_us(void);

void clock_sleep_us(int64_t us);

#endif
