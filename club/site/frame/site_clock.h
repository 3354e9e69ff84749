/* site_clock.h - the time of the club, which others reach: that of the machine, unless its clock
 * has jumped by hours (club_clock.h). Then the club goes on from the time that it was until the
 * operator says that the clock is right. */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_CLOCK_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct site;

/* When the club is open, before anything is done by the clock. */
bool site_clock_begin(struct site *site, struct error *error);

/* The clock of the machine went on by that many milliseconds more than time did. Returns by how
 * many the club's time did. */
int64_t site_clock_moved(struct site *site, int64_t ms);

/* The job that asks what the operator has said. */
bool site_clock_look(struct site *site, int64_t now);

#endif
