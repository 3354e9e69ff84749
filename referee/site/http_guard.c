/* http_guard.c - see http_guard.h. */
#include "config.h"

#include "referee/site/http_guard.h"

#include <string.h>
#include <strings.h>

bool guard_host(const struct http_headers *headers, const char *const *names) {
    for (; headers->host && *names; names++)
        if (strcasecmp(headers->host, *names) == 0)
            return true;
    return false;
}

/* Whether an origin is the host that was asked. The scheme is the proxy's affair. */
static bool is_own_origin(const char *origin, const char *host) {
    const char *slashes = strstr(origin, "://");
    return host && slashes && strcasecmp(slashes + 3, host) == 0;
}

bool guard_site(const struct http_headers *headers, bool navigates) {
    const char *site = headers->fetch_site, *mode = headers->fetch_mode;
    if (navigates && mode && strcmp(mode, "navigate") == 0)
        return true;
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return false;
    return !headers->origin || is_own_origin(headers->origin, headers->host);
}
