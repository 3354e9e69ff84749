/* site_loop.h - one turn of the loop: jobs that are due, then whatever comes until there is
 * something to do.
 */
#ifndef TRIANCEY_CLUB_SITE_SITE_LOOP_H
#define TRIANCEY_CLUB_SITE_SITE_LOOP_H

#include <signal.h>
#include <stdint.h>

struct site;
struct site_loop;

struct site_loop *site_loop_new(struct site *site); /* NULL: out of memory */
void site_loop_free(struct site_loop *loop);

/* Sleeps until something happens, or that time is over (clock_us(); INT64_MAX: never), and does it.
 * `awake` is the mask of signals meanwhile, NULL: as it is. A signal that comes just before the
 * sleep is not missed. */
void site_loop_turn(struct site_loop *loop, int64_t until, const sigset_t *awake);

#endif
