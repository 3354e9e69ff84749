/* site_entry.h - from a request to its handler: what the rows of all parts have in common is
 * checked here, once.
 */
#ifndef TRIANCEY_REFEREE_SITE_SITE_ENTRY_H
#define TRIANCEY_REFEREE_SITE_SITE_ENTRY_H

struct error;
struct http_request;
struct http_route;
struct site;

/* The routes of all parts as the server has them, in one allocation (free() it). NULL: out of
 * memory. */
struct http_route *site_routes(void);

/* The cookie by which browsers say who they are; programs send "Authorization: Bearer KEY". */
const char *site_cookie_name(const struct site *site);

/* Has the browser keep a key; NULL: forget it. */
void site_set_cookie(const struct site *site, struct http_request *request, const char *key);

#endif
