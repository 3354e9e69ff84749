/* site_parts.h - the parts of the site (site_part.h): their table, and routes that are no row in
 * it. */
#ifndef TRIANCEY_CLUB_SITE_SITE_PARTS_H
#define TRIANCEY_CLUB_SITE_SITE_PARTS_H

struct site;
struct site_part;
struct site_route;

extern const struct site_part *const site_parts[]; /* ended by NULL */

/* The routes of the page's addresses, for routes_addresses.c to answer. They
 * last until site_address_free(), which is also for a site that has none. */
const struct site_route *site_address_routes(struct site *site);
void site_address_free(struct site *site);

#endif
