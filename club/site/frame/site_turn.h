/* site_turn.h - a turn of the loop: jobs that are due, then whatever comes until there is something
 * to do. What it does to the club is one transaction: begun when something first needs it,
 * committed before anything is answered.
 *
 * What is committed outlives the program, however it ends. It is synchronised with the disk about
 * once a second, beside the loop (record/record.h), so a power cut may cost the last moves: an
 * answer that waited for the disk would take as long as a busy disk does, up to half a second.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_TURN_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_TURN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct event_log;
struct http_end;
struct http_request;
struct site;
struct site_loop;

/* Begins the transaction unless it runs. False and a message: the file cannot be written. */
bool site_turn_begin(struct site *site, struct error *error);

/* Commits it, if it runs. False: nothing of the turn was kept. */
bool site_turn_end(struct site *site);

/* Adds an event to a log once the turn is committed, and not at all if it cannot be. */
void site_tell(struct site *site, struct event_log *log, const char *type, const char *text);

struct site_loop *site_loop_new(struct site *site); /* free() it */

/* Sleeps until something happens, or that time is over (clock_us(); INT64_MAX: never), and does it.
 * `awake` is the mask of signals meanwhile, NULL: as it is. A signal that comes just before the
 * sleep is not missed. */
void site_loop_turn(struct site_loop *loop, int64_t until, const sigset_t *awake);

/* ---- the time of the club -------------------------------------------------------------------- */

/* The time of the club, which others reach: that of the machine, unless its clock has jumped by
 * hours (club_clock.h). Then the club goes on from the time that it was until the operator says
 * that the clock is right. */

/* Call it once the club is open, before anything depends on the clock. */
bool site_clock_begin(struct site *site, struct error *error);

/* The clock of the machine went on by `ms` milliseconds more than time did. Returns by how many of
 * them the club's time goes on, too. */
int64_t site_clock_moved(struct site *site, int64_t ms);

/* The job that asks what the operator has said. */
bool site_clock_look(struct site *site, int64_t now, struct error *error);

/* ---- the log --------------------------------------------------------------------------------- */

/* One line on standard error for each request that is to be written down:
 *
 *     2026-11-22T17:20:00Z 192.0.2.7 "POST /api/session" 403 118
 *
 * when it ended, where it came from, what it asked for (printable, without the part after a
 * question mark), the status and the milliseconds that it took. Refusals are always written down:
 * fail2ban reads them. A line ends in "cross-site" if a page of another site may have made the
 * browser send the request: its visitor has done nothing for which to block them. */

/* Counts a request that has ended, and writes it down. */
void site_log_end(struct site *site, const struct http_request *request,
                  const struct http_end *end);

/* Sends the lines of a turn to standard error. */
void site_log_flush(struct site *site);

#endif
