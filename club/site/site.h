/* site.h - `serve`: the club on the web, for its members, their programs and visitors.
 *
 * One thread, one loop: it polls, handles all requests within one transaction, commits, and then
 * answers. SITE.md has every route with its JSON; parts (site_part.h) have their handlers.
 */
#ifndef TRIANCEY_CLUB_SITE_SITE_H
#define TRIANCEY_CLUB_SITE_SITE_H

#include <stdatomic.h>
#include <stdbool.h>

struct error;
struct site_options;

/* Serves until `stop` is not 0, and prints the address. False and a message: it could not begin. */
bool site_serve(const struct site_options *options, const atomic_int *stop, struct error *error);

#endif
