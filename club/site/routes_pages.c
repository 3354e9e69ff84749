/* routes_pages.c - what the page asks first: who serves it. */
#include "config.h"

#include "base/error.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"
#include "club/store/weeks.h"

#include <string.h>

enum { NEWS_BYTES = 16384 };

static void answer_asset(struct site_call *call) {
    page_file_answer_asset(&call->site->page, call->request, "assets/", site_word(call, 0));
}

/* The service worker of the page. A site whose page is now one file has none, but a browser may
 * have one from an earlier visit, which would show its copies for ever: it gets one that deletes
 * them. */
static void answer_worker(struct site_call *call) {
    static const char last[] =
        "addEventListener('install', () => skipWaiting());\n"
        "addEventListener('activate', (event) => event.waitUntil((async () => {\n"
        "  for (const name of await caches.keys()) await caches.delete(name);\n"
        "  await registration.unregister();\n"
        "})()));\n";
    if (call->site->page.count == 0)
        http_answer(call->request, 200, "text/javascript; charset=utf-8", last, sizeof last - 1);
    else
        page_file_answer_asset(&call->site->page, call->request, "", "sw.js");
}

static void answer_manifest(struct site_call *call) {
    page_file_answer_asset(&call->site->page, call->request, "", "manifest.webmanifest");
}

static void add_features(struct json *json) {
    json_open(json, "features", '[');
    for (const struct site_part *const *part = site_parts; *part; part++)
        if ((*part)->feature)
            json_string(json, NULL, (*part)->feature);
    json_close(json, ']');
}

/* What a page must know of its site. The cookie is set again, so that it does not expire while its
 * owner comes back. */
static void answer_site(struct site_call *call) {
    const struct site *site = call->site;
    struct club_week week;
    if (!weeks_read(call->club, WEEK_CURRENT, call->now, &week, &call->error)) {
        site_refuse(call, CLUB_FAILED);
        return;
    }
    struct json json = json_new_object();
    json_string(&json, "name", site->options->name);
    json_string(&json, "version", PACKAGE_VERSION);
    json_bool(&json, "public", site->options->public);
    club_add_time(&json, "time", call->now);
    json_string(&json, "week", week.name);
    json_string(&json, "game", CLUB_GAME);
    json_integer(&json, "clock_ms", CLUB_CLOCK_MS);
    json_integer(&json, "increment_ms", CLUB_INCREMENT_MS);
    json_integer(&json, "boards", WEEK_BOARDS);
    if (call->signed_in)
        site_add_account(&json, "account", &call->account);
    else
        json_string(&json, "account", NULL);
    add_features(&json);
    for (const struct site_part *const *part = site_parts; *part; part++)
        if ((*part)->describe)
            (*part)->describe(call->site, &json);
    if (call->signed_in && call->cookie)
        site_set_cookie(site, call->request, call->device);
    site_answer_json(call, 200, &json);
}

/* ---- news ------------------------------------------------------------------------------------ */

static void follow_news(struct site_call *call) {
    http_answer_events(call->request, call->site->news_log);
}

/* Tells of a week that has begun or of places that have changed, once each time the job runs. */
static bool tell_news(struct site *site, int64_t now, struct error *error) {
    struct club_week week;
    if (!weeks_read(&site->club, WEEK_CURRENT, now, &week, error))
        return true; /* the job of the weeks says so */
    if (*site->news_week && strcmp(site->news_week, week.name) != 0)
        site_tell(site, site->news_log, "week", week.name);
    else if (site->ranking_changed)
        site_tell(site, site->news_log, "ranking", week.name);
    site->ranking_changed = false;
    strcpy(site->news_week, week.name);
    return true;
}

static bool open_pages(struct site *site, struct error *error) {
    (void)error;
    site->news_log = event_log_new(NEWS_BYTES);
    return true;
}

static void close_pages(struct site *site) {
    event_log_end(site->news_log);
    event_log_release(site->news_log);
}

/* ---- the part -------------------------------------------------------------------------------- */

static const struct site_route routes[] = {
    {"GET", "assets/?", .handle = answer_asset},
    {"GET", "manifest.webmanifest", .handle = answer_manifest},
    {"GET", "sw.js", .handle = answer_worker},
    {"GET", "api/site", .handle = answer_site},
    {"GET", "api/events", SITE_ANYBODY, LIMIT_STREAMS, .stream = true, .handle = follow_news},
    {0},
};

const struct site_part site_part_pages = {.routes = routes,
                                          .jobs = {{"news", 5 * 1000, tell_news}},
                                          .open = open_pages,
                                          .close = close_pages};
