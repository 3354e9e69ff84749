/* given_clock.h - a clock that a test sets, in the place of base/clock.c and base/wait.c: an hour
 * costs nothing.
 *
 * The linker takes these definitions, for a program that names one of them before libbase.a: every
 * test program, and tests/clocked/triancey-referee and triancey-engine, which are the programs but
 * for this. Nothing of it is in what is installed. Until a clock is given, time is the system's.
 *
 * A given clock stands still until it is moved. It is a file that a test and the programs that it
 * starts share; TRIANCEY_CLOCK names it. tests/lib/clock.py is the same for scripts. When the fake
 * engine sleeps it moves the clock instead, and while it hangs the clock runs (fake_behaviour.c). A
 * wait ends early, after two milliseconds, so that whoever waits looks at the clock again; so does
 * a sleep.
 */
#ifndef TRIANCEY_TESTS_LIB_GIVEN_CLOCK_H
#define TRIANCEY_TESTS_LIB_GIVEN_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Gives a clock to this program and those that it starts from now on; it shows some hours, and the
 * calendar's time of now. Ends the program if it cannot be made. */
void clock_give(void);

/* Takes it back, before the program ends. */
void clock_take(void);

bool clock_is_given(void);

/* Moves it forward, and the calendar with it. */
void clock_advance_us(int64_t us);

/* Moves it forward by time in which the program that waits was stopped, as it will be told. */
void clock_lose_us(int64_t us);

/* Sets the calendar alone: microseconds since 1970. */
void clock_set_wall_us(int64_t us);

#endif
