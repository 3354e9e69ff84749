/* site_entry.h - from a request to its handler: what the rows of all parts have in common is
 * checked here, once.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_ENTRY_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_ENTRY_H

#include "club/store/club.h"

#include <stddef.h>

struct error;
struct http_request;
struct http_route;
struct json_object;
struct site;
struct site_call;
struct site_member;
struct site_route;

/* The routes of all parts and further ones as the server has them, in one allocation (free() it).
 */
struct http_route *site_routes(const struct site_route *more);

/* Browsers say by a cookie who they are; programs send "Authorization: Bearer KEY": that key, NULL
 * if there is none. */
const char *site_bearer(const struct http_request *request);

/* Has the browser keep the key of a device; NULL: forget it. */
void site_set_cookie(const struct site *site, struct http_request *request, const char *key);

/* Has the browser keep the key in the body, which was checked, for requests below /api/FOLDER/NAME,
 * for so many seconds (0: until it is closed). site_kept_key() returns the key that it keeps; NULL:
 * none. `kind` is part of the name of the cookie. */
void site_keep_key(struct site_call *call, const char *kind, const char *folder, const char *name,
                   int seconds);
const char *site_kept_key(const struct site_call *call, const char *kind);

/* ---- the body: site_body.c ------------------------------------------------------------------- */

/* Reads a body: an object with the members of a route's row (site_part.h), all that are needed, no
 * others, texts without a NUL. Any bytes may come. To be freed (club/http/object.h); NULL, what to
 * answer, and a message. */
struct json_object *body_read(const char *bytes, size_t length, const struct site_member *members,
                              enum club_answer *answer, struct error *error);

#endif
