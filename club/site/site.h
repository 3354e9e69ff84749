/* site.h - `serve`: the club on the web, for its members, their programs and visitors.
 *
 * One thread, one loop: it polls, handles all requests within one transaction, commits, and then
 * answers. SITE.md has every route with its JSON; parts (site_part.h) have their handlers.
 */
#ifndef TRIANCEY_CLUB_SITE_SITE_H
#define TRIANCEY_CLUB_SITE_SITE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct site;
struct site_options;

/* Opens a club and all that serves it, but listens nowhere yet. NULL and a message. */
struct site *site_open(const struct site_options *options, struct error *error);

/* Listens where the options say, or on the sockets that a service manager hands over. False and a
 * message. */
bool site_listen(struct site *site, struct error *error);

/* One turn: site_loop_turn(). */
void site_turn(struct site *site, int64_t until, const sigset_t *awake);

/* Accepts no more connections, and goes on until all requests are answered, at most five seconds.
 */
void site_finish(struct site *site);

/* NULL is allowed. */
void site_close(struct site *site);

/* Serves until `stop` is not 0, and prints the address. False and a message: it could not begin. */
bool site_serve(const struct site_options *options, const atomic_int *stop, struct error *error);

#endif
