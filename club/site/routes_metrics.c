/* routes_metrics.c - figures for the operator's monitoring, in Prometheus' text format. */
#include "config.h"

#include "base/error.h"
#include "base/system.h"
#include "base/text.h"
#include "club/http/http_server.h"
#include "club/http/limits.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "record/query.h"

#include <stdio.h>

static void add_times(struct text *text, const struct site *site) {
    int64_t count = 0;
    text_add(text, "# TYPE triancey_answer_seconds histogram\n");
    for (int i = 0; i < SITE_TOOK_BOUNDS; i++) {
        count += site->took[i];
        text_addf(text, "triancey_answer_seconds_bucket{le=\"%g\"} %lld\n",
                  site_took_bound[i] / 1000.0, (long long)count);
    }
    count += site->took[SITE_TOOK_BOUNDS];
    text_addf(text,
              "triancey_answer_seconds_bucket{le=\"+Inf\"} %lld\n"
              "triancey_answer_seconds_sum %.6f\ntriancey_answer_seconds_count %lld\n",
              (long long)count, (double)site->took_sum / 1e6, (long long)count);
}

static void add_limits(struct text *text, const struct site *site) {
    text_add(text, "# TYPE triancey_limited_total counter\n");
    for (int i = 0; i < LIMITS; i++)
        text_addf(text, "triancey_limited_total{limit=\"%s\"} %lld\n", limit_rules[i].name,
                  (long long)site->limited[i]);
}

/* Rows of the club; what cannot be counted is left out. */
static void add_club(struct text *text, const struct site *site) {
    static const struct {
        const char *name, *sql;
    } counts[] = {
        {"triancey_accounts", "SELECT COUNT(*) FROM club_account"},
        {"triancey_games_open",
         "SELECT COUNT(*) FROM club_table WHERE state = 1 AND ends IS NOT NULL"},
        {"triancey_moves_open",
         "SELECT COUNT(*) FROM club_table JOIN club_table_step ON tab = id AND"
         " club_table_step.half = club_table.half WHERE state = 1 AND ends IS NOT NULL AND"
         " kind = 3"},
        {"triancey_record_bytes",
         "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"}};
    struct error ignored;
    int64_t count;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (query_ask(site->club.record, counts[i].sql, NULL, &count, &ignored))
            site_add_metric(text, counts[i].name, "gauge", NULL, count);
}

static void answer_metrics(struct site_call *call) {
    struct site *site = call->site;
    struct text text = {0};
    int connections, streams;
    http_server_count(site->server, &connections, &streams);
    text_addf(&text, "# TYPE triancey_info gauge\ntriancey_info{version=\"%s\"} 1\n",
              PACKAGE_VERSION);
    site_add_metric(&text, "process_start_time_seconds", "gauge", NULL, site->started / 1000);
    site_add_metric(&text, "triancey_connections", "gauge", NULL, connections);
    site_add_metric(&text, "triancey_streams", "gauge", NULL, streams);
    text_add(&text, "# TYPE triancey_answers_total counter\n");
    for (int i = 0; i < SITE_STATUSES; i++)
        if (site->answers[i])
            text_addf(&text, "triancey_answers_total{status=\"%d\"} %lld\n", i + 100,
                      (long long)site->answers[i]);
    add_times(&text, site);
    add_limits(&text, site);
    add_club(&text, site);
    int64_t bytes = system_memory_used();
    if (bytes >= 0)
        site_add_metric(&text, "process_resident_memory_bytes", "gauge", NULL, bytes);
    for (const struct site_part *const *part = site_parts; *part; part++)
        if ((*part)->measure)
            (*part)->measure(site, &text);
    site_answer_text(call, CLUB_DONE, "text/plain; version=0.0.4; charset=utf-8", &text);
}

static const struct site_route routes[] = {
    {"GET", "metrics", SITE_OPERATOR, .handle = answer_metrics},
    {0},
};

const struct site_part site_part_metrics = {.routes = routes};
