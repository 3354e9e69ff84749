/* routes_pages.c - the page, and what it asks first: who serves it. */
#include "config.h"

#include "base/error.h"
#include "referee/club/weeks.h"
#include "referee/site/http_request.h"
#include "referee/site/site_call.h"
#include "referee/site/site_entry.h"
#include "referee/site/site_part.h"
#include "referee/site/site_state.h"

static void answer_page(struct site_call *call) {
    const struct page_file *page = &call->site->page;
    http_answer_page(call->request, text_get(&page->policy), page->bytes.bytes, page->bytes.length);
}

static void add_features(struct json *json) {
    json_open(json, "features", '[');
    for (const struct site_part *const *part = site_parts; *part; part++)
        if ((*part)->feature)
            json_string(json, NULL, (*part)->feature);
    json_close(json, ']');
}

/* A browser that comes keeps its key for another while. */
static void answer_site(struct site_call *call) {
    const struct site *site = call->site;
    struct club_week week;
    struct error error;
    struct json json = {0};
    if (!weeks_read_current(&call->site->club, call->now, &week, &error)) {
        site_refuse(call, CLUB_FAILED, &error);
        return;
    }
    json_open(&json, NULL, '{');
    json_string(&json, "name", site->options->name);
    json_string(&json, "version", PACKAGE_VERSION);
    json_bool(&json, "public", site->options->public);
    site_add_time(&json, "time", call->now);
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

static const struct site_route routes[] = {
    {"GET", "", .page = true, .handle = answer_page},
    {"GET", "api/site", .handle = answer_site},
    {0},
};

const struct site_part site_part_pages = {.routes = routes};
