/* site_entry.c - the way into a route: the transaction, limits of the address, who asks and what
 * the route needs, limits of the account, the body, the handler. Whatever refuses, answers, and the
 * request ends there. Routes for the operator do not exist for others: 404, not 403. */
#include "config.h"

#include "club/site/frame/site_entry.h"

#include "base/language.h"
#include "base/needed.h"
#include "club/http/http_request.h"
#include "club/http/object.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_charge.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COOKIE_SECONDS = 400 * 86400, COOKIE_SIZE = 300, COOKIE_NAME_SIZE = 64 };

/* ---- who asks -------------------------------------------------------------------------------- */

static const char *plain_name(const struct site *site) {
    return site->options->public ? "__Host-triancey" : "triancey";
}

static void name_for(const struct site *site, const char *kind, char name[COOKIE_NAME_SIZE]) {
    snprintf(name, COOKIE_NAME_SIZE, "%striancey-%s", site->options->public ? "__Secure-" : "",
             kind);
}

/* All ports of a host share cookies, so the number of the club is in the name of each. */
static const char *number_of(const struct site *site) {
    return site->club.source + strlen("club:");
}

static const char *find_cookie(const struct site_call *call, const char *plain) {
    char name[COOKIE_NAME_SIZE + SECRET_SIZE];
    snprintf(name, sizeof name, "%s-%s", plain, number_of(call->site));
    const char *value = http_cookie(call->request, name);
    return value ? value : http_cookie(call->request, plain); /* as earlier versions named it */
}

const char *site_kept_key(const struct site_call *call, const char *kind) {
    char name[COOKIE_NAME_SIZE];
    name_for(call->site, kind, name);
    return find_cookie(call, name);
}

void site_keep_key(struct site_call *call, const char *kind, const char *folder, const char *name,
                   int seconds) {
    char cookie[COOKIE_SIZE], plain[COOKIE_NAME_SIZE], age[40] = "";
    name_for(call->site, kind, plain);
    if (seconds)
        snprintf(age, sizeof age, "; Max-Age=%d", seconds);
    snprintf(cookie, sizeof cookie, "%s-%s=%s; Path=/api/%s/%s%s; HttpOnly; SameSite=Strict%s",
             plain, number_of(call->site), site_text(call, "key"), folder, name, age,
             call->site->options->public ? "; Secure" : "");
    http_add_header(call->request, "Set-Cookie", cookie);
}

void site_set_cookie(const struct site *site, struct http_request *request, const char *key) {
    char cookie[COOKIE_SIZE];
    snprintf(cookie, sizeof cookie, "%s-%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s",
             plain_name(site), number_of(site), key ? key : "", key ? COOKIE_SECONDS : 0,
             site->options->public ? "; Secure" : "");
    http_add_header(request, "Set-Cookie", cookie);
}

const char *site_bearer(const struct http_request *request) {
    static const char scheme[] = "Bearer ";
    const char *value = http_header(request, "Authorization");
    return value && strncasecmp(value, scheme, sizeof scheme - 1) == 0 ? value + sizeof scheme - 1
                                                                       : NULL;
}

/* False: the club cannot be read, which was answered. */
static bool find_account(struct site_call *call) {
    const char *key = site_bearer(call->request);
    if (!key) {
        key = find_cookie(call, plain_name(call->site));
        call->cookie = key != NULL;
    }
    if (!key || strlen(key) != DIGEST_SIZE - 1)
        return true;
    enum club_answer answer = account_of_device(call->club, key, &call->account, &call->error);
    call->signed_in = answer == CLUB_DONE;
    if (call->signed_in)
        memcpy(call->device, key, DIGEST_SIZE);
    if (answer == CLUB_FAILED)
        return site_refuse(call, answer);
    return true;
}

static bool is_operator(const struct site_call *call) {
    const char *key = site_bearer(call->request);
    return key && secret_is(call->site->operator_key, key);
}

/* Whether the caller may; if not, the request is refused. What is for the operator does not exist
 * for others. */
static bool check_need(struct site_call *call) {
    switch (call->route->need) {
    case SITE_ANYBODY:
        return find_account(call);
    case SITE_ACCOUNT:
        return find_account(call) &&
               (call->signed_in || site_refuse_as(call, 401, _("sign in first")));
    case SITE_OPERATOR:
        return is_operator(call) || site_refuse_as(call, 404, _("there is nothing here"));
    }
    return false;
}

/* ---- the body -------------------------------------------------------------------------------- */

static bool is_json(const struct http_request *request) {
    static const char json[] = "application/json";
    const char *type = http_header(request, "Content-Type");
    return type && strncasecmp(type, json, sizeof json - 1) == 0 &&
           strchr("; \t", type[sizeof json - 1]) != NULL;
}

/* Reads the body of a POST; a route that needs no member needs none. False: it is wrong, which was
 * answered. */
static bool read_body(struct site_call *call) {
    struct http_request *request = call->request;
    enum club_answer answer;
    bool needed = false;
    for (const struct site_member *member = call->route->body; member->name; member++)
        needed |= !member->optional;
    if (strcmp(call->route->method, "POST") != 0 || (request->body_length == 0 && !needed))
        return true;
    if (!is_json(request))
        return site_refuse_as(call, 415, _("the body must be application/json"));
    call->body =
        body_read(request->body, request->body_length, call->route->body, &answer, &call->error);
    return call->body || site_refuse(call, answer);
}

/* ---- the way --------------------------------------------------------------------------------- */

/* The numbers that addresses of the API have; links to the page may have anything. */
static bool check_numbers(struct site_call *call) {
    return strncmp(call->route->path, "api/", 4) != 0 ||
           (http_argument_check(call->request, "from") &&
            http_argument_check(call->request, "count") &&
            http_argument_check(call->request, "round"));
}

static void site_enter(void *context, struct http_request *request) {
    struct site *site = context;
    struct site_call call = {.site = site,
                             .club = &site->club,
                             .request = request,
                             .route = request->route->row,
                             .now = site_now(site)};
    site->entered++;
    if (site->parts_open == 0) /* the server is freed last, and may read one more request */
        site_refuse_as(&call, 503, _("the server is stopping: try again in a moment"));
    else if (!site_turn_begin(site, &call.error))
        site_refuse(&call, CLUB_FAILED);
    else if (site_charge_address(&call) && check_need(&call) && site_charge_account(&call) &&
             check_numbers(&call) && read_body(&call))
        call.route->handle(&call);
    object_free(call.body);
}

static size_t count_routes(const struct site_route *row) {
    size_t count = 0;
    for (; row && row->method; row++)
        count++;
    return count;
}

/* Adds the rows of a table; returns where the next goes. */
static struct http_route *add_routes(struct http_route *to, const struct site_route *row) {
    for (; row && row->method; row++)
        *to++ =
            (struct http_route){.method = row->method,
                                .path = row->path,
                                .body_max = strcmp(row->method, "POST") == 0 ? SITE_BODY_MAX : 0,
                                .page = row->page,
                                .stream = row->stream,
                                .handle = site_enter,
                                .row = row};
    return to;
}

struct http_route *site_routes(const struct site_route *more) {
    size_t count = count_routes(more);
    for (const struct site_part *const *part = site_parts; *part; part++)
        count += count_routes((*part)->routes);
    struct http_route *routes = needed(calloc(count + 1, sizeof *routes)), *end = routes;
    for (const struct site_part *const *part = site_parts; *part; part++)
        end = add_routes(end, (*part)->routes);
    add_routes(end, more);
    return routes;
}
