/* site_turn.h - a turn of the loop: jobs that are due, then whatever comes until there is something
 * to do. What it does to the club is one transaction: begun when something first needs it,
 * committed before anything is answered.
 *
 * What is committed outlives the program, however it ends. It is synchronised with the disk about
 * once a second, beside the loop (record_checkpoint.h), so a power cut may cost the last moves: an
 * answer that waited for the disk would take as long as a busy disk does, up to half a second.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_TURN_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_TURN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct event_log;
struct site;
struct site_loop;

/* Begins the transaction unless it runs. False and a message: the file cannot be written. */
bool site_turn_begin(struct site *site, struct error *error);

/* Commits it, if it runs. False: nothing of the turn was kept. */
bool site_turn_end(struct site *site);

/* Adds an event to a log once the turn is committed, and not at all if it cannot be. */
void site_tell(struct site *site, struct event_log *log, const char *type, const char *text);

struct site_loop *site_loop_new(struct site *site); /* NULL: out of memory */
void site_loop_free(struct site_loop *loop);

/* Sleeps until something happens, or that time is over (clock_us(); INT64_MAX: never), and does it.
 * `awake` is the mask of signals meanwhile, NULL: as it is. A signal that comes just before the
 * sleep is not missed. */
void site_loop_turn(struct site_loop *loop, int64_t until, const sigset_t *awake);

#endif
