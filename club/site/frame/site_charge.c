/* site_charge.c - a request is charged twice: its address before anything is read, its account once
 * it is known, each in the bucket of all requests and in that of the route's cost. A stream is
 * counted for both from its beginning to its end; what it was counted for is kept with the request.
 */
#include "config.h"

#include "club/site/frame/site_charge.h"

#include "base/language.h"
#include "base/needed.h"
#include "club/http/http_request.h"
#include "club/http/limits.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"

#include <stdio.h>
#include <stdlib.h>

/* Whom a stream is counted for: an address, an account. */
struct charged {
    struct limit_owner owner[2];
    int owners;
};

struct address site_address(const struct site *site, const struct http_request *request) {
    const struct site_options *options = site->options;
    const struct address peer = http_peer_address(request);
    return address_behind(&peer, http_last_header(request, "X-Forwarded-For"), options->proxy,
                          options->proxies);
}

static bool charge_refuse(struct site_call *call, enum limit limit, int seconds) {
    char text[16];
    snprintf(text, sizeof text, "%d", seconds);
    call->site->limited[limit]++;
    http_add_header(call->request, "Retry-After", text);
    return site_refuse_as(call, 429, _("too many requests: wait a little"));
}

static bool charge_take(struct site_call *call, const struct limit_owner *owner, enum limit limit) {
    int seconds = limits_take(call->site->limits, owner, limit, call->now);
    return seconds == 0 || charge_refuse(call, limit, seconds);
}

static bool charge(struct site_call *call, const struct limit_owner *owner) {
    const enum limit limit = call->route->cost;
    return charge_take(call, owner, LIMIT_REQUESTS) &&
           (limit == LIMIT_REQUESTS || charge_take(call, owner, limit));
}

bool site_is_free(const struct site *site, const struct address *address) {
    const struct site_options *options = site->options;
    return options->limitless || (!options->public && address_is_here(address));
}

bool site_charge_address(struct site_call *call) {
    const struct address address = site_address(call->site, call->request);
    const struct limit_owner owner = limit_address(&address);
    return site_is_free(call->site, &address) || charge(call, &owner);
}

/* ---- streams --------------------------------------------------------------------------------- */

static bool open_stream(struct site_call *call, struct charged *charged,
                        const struct limit_owner *owner) {
    if (!limits_open_stream(call->site->limits, owner))
        return charge_refuse(call, LIMIT_STREAMS, 10);
    charged->owner[charged->owners++] = *owner;
    return true;
}

/* The address and, if it is known, the account have one stream more until it ends. */
static bool count_stream(struct site_call *call) {
    const struct address address = site_address(call->site, call->request);
    const struct limit_owner there = limit_address(&address);
    struct charged *charged = needed(calloc(1, sizeof *charged));
    call->request->kept = charged;
    if (!site_is_free(call->site, &address) && !open_stream(call, charged, &there))
        return false;
    const struct limit_owner account = limit_account(call->account.id);
    return !call->signed_in || open_stream(call, charged, &account);
}

bool site_charge_account(struct site_call *call) {
    if (call->site->options->limitless)
        return true;
    const struct limit_owner owner = limit_account(call->account.id);
    return (!call->signed_in || charge(call, &owner)) &&
           (!call->route->stream || count_stream(call));
}

void site_charge_end(struct site *site, const struct http_request *request) {
    struct charged *charged = request->kept;
    for (int i = 0; charged && i < charged->owners; i++)
        limits_close_stream(site->limits, &charged->owner[i]);
    free(charged);
}
