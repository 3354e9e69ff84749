/* http_guard.c - see http_guard.h. */
#include "config.h"

#include "club/http/http_guard.h"

#include <string.h>
#include <strings.h>

static const char *host_of(const char *origin) {
    const char *slashes = origin ? strstr(origin, "://") : NULL;
    return slashes ? slashes + 3 : "";
}

static bool is_local(const char *host) {
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rest = host + strlen(names[i]);
        if (strncasecmp(host, names[i], strlen(names[i])) == 0 &&
            (!*rest || (*rest == ':' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")])))
            return true;
    }
    return false;
}

bool guard_host(const struct http_headers *headers, const char *origin) {
    const char *host = headers->host;
    return host && (is_local(host) || (origin && strcasecmp(host, host_of(origin)) == 0));
}

/* Whether an origin is the host that was asked. The scheme counts only for the name that we have
 * one for: nothing can come between a browser and its own machine. */
static bool is_own_origin(const char *theirs, const char *host, const char *ours) {
    if (ours && host && strcasecmp(host_of(ours), host) == 0)
        return strcasecmp(theirs, ours) == 0;
    return host && *host && strcasecmp(host_of(theirs), host) == 0;
}

bool guard_site(const struct http_headers *headers, const char *origin, bool navigates) {
    const char *site = headers->fetch_site, *mode = headers->fetch_mode;
    if (navigates && mode && strcmp(mode, "navigate") == 0)
        return true;
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return false;
    return !headers->origin || is_own_origin(headers->origin, headers->host, origin);
}
