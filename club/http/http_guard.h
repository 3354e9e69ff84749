/* http_guard.h - whether a request is accepted at all, judged by its headers: pure functions.
 *
 * A foreign page that is open in the same browser can send requests to a server on this machine.
 * Two checks keep it out. The name that it uses for us must be one of ours, because a foreign name
 * may be made to point here (DNS rebinding). And the browser says whose page sends: by
 * Sec-Fetch-Site, or by Origin if it is an old one. Programs other than browsers send neither; they
 * must know the address.
 */
#ifndef TRIANCEY_CLUB_HTTP_HTTP_GUARD_H
#define TRIANCEY_CLUB_HTTP_HTTP_GUARD_H

#include <stdbool.h>

/* Headers as they came; NULL: there was none. */
struct http_headers {
    const char *host;
    const char *origin;
    const char *fetch_site, *fetch_mode; /* Sec-Fetch-Site, Sec-Fetch-Mode */
};

/* Whether the server is called by its name, the host of its origin (NULL: it has none), or by one
 * of this machine, "127.0.0.1:8000". The port of the latter may be any: a tunnel (ssh -L) listens
 * on its own, and no foreign name can become one of these. Letters may be large or small. */
bool guard_host(const struct http_headers *headers, const char *origin);

/* Whether the request comes from our own page, or from no page. `origin`: "https://club.example",
 * the only one that a page may have by that name; NULL: there is none. `navigates`: a person who
 * follows a link to us may come from anywhere. */
bool guard_site(const struct http_headers *headers, const char *origin, bool navigates);

#endif
