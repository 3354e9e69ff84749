/* club_clock.h - whether the clock of the machine can be believed.
 *
 * A week is closed by the clock, and its secret is public from then on, for ever. So a clock that
 * is suddenly hours ahead of what the club's file last saw is believed only once the operator has
 * said that it is right. Smaller jumps close no week that still runs: a week is closed
 * WEEK_REST_MS (weeks.h) after its end.
 */
#ifndef TRIANCEY_CLUB_STORE_CLUB_CLOCK_H
#define TRIANCEY_CLUB_STORE_CLUB_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct club;
struct error;

enum { CLUB_CLOCK_JUMP_MS = 4 * 3600 * 1000 };

/* When the club was last open; 0: never. */
bool club_clock_seen(struct club *club, int64_t *at, struct error *error);

/* Says that the clock of the machine, which shows `now`, is right. */
bool club_clock_confirm(struct club *club, int64_t now, struct error *error);

/* Whether that was said of a clock that shows `now`, or some hours more or less. */
bool club_clock_is_confirmed(struct club *club, int64_t now, bool *confirmed, struct error *error);

#endif
