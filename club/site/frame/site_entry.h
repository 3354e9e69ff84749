/* site_entry.h - from a request to its handler: what the rows of all parts have in common is
 * checked here, once.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_ENTRY_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_ENTRY_H

struct http_request;
struct http_route;
struct site;
struct site_route;

/* The routes of all parts and further ones as the server has them, in one allocation (free() it).
 */
struct http_route *site_routes(const struct site *site, const struct site_route *more);

/* The name of a cookie: the prefix, and the number of the club, since all ports of a host share
 * cookies. Browsers say by one of them who they are; programs send "Authorization: Bearer KEY". */
enum { SITE_COOKIE_SIZE = 64 };
void site_name_cookie(const struct site *site, const char *prefix, char name[SITE_COOKIE_SIZE]);

/* Has the browser keep a key; NULL: forget it. */
void site_set_cookie(const struct site *site, struct http_request *request, const char *key);

#endif
