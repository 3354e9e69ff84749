/* routes_feed.c - what is new, as an Atom feed (RFC 4287): an entry for each week that is over,
 * with its champions and the first of its ranking, and one for the week that runs.
 *
 * The ids are tag URIs (RFC 4151) of the club's own number, so that they stay if the site moves.
 */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/accounts.h"
#include "club/store/ratings/ranking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 12, FIRST = 10 };

static void add_link(struct text *xml, const struct site *site, const char *relation,
                     const char *where) {
    text_addf(xml, "<link rel=\"%s\" href=\"", relation);
    text_add_escaped(xml, site->address);
    text_addf(xml, "%s\"/>\n", where);
}

/* A running week is new since it began, another one since it was over. */
static void week_time(const struct week_row *row, char utc[CALENDAR_TIME_SIZE]) {
    struct calendar_week week;
    struct error error;
    snprintf(utc, CALENDAR_TIME_SIZE, "1970-01-01T00:00:00Z");
    if (calendar_read_week(row->week, &week, &error))
        memcpy(utc, row->provisional ? week.begin : week.end, CALENDAR_TIME_SIZE);
}

static void add_title(struct text *xml, const struct week_row *row) {
    char names[RANKING_CHAMPIONS * (NAME_BYTES_MAX + 3)] = "", title[sizeof names + 80];
    for (int i = 0; i < row->champions; i++)
        text_append(names, sizeof names, ", ", ranked_name(&row->champion[i]));
    if (row->provisional)
        snprintf(title, sizeof title, _("The boards of week %s are out"), row->week);
    else if (row->champions == 0)
        snprintf(title, sizeof title, _("Week %s is over: nobody has played"), row->week);
    else
        snprintf(title, sizeof title,
                 ngettext("Champion of week %s: %s", "Champions of week %s: %s",
                          (unsigned long)row->champions),
                 row->week, names);
    text_add(xml, "<title>");
    text_add_escaped(xml, title);
    text_add(xml, "</title>\n");
}

/* The first of the people, one a line. */
static bool add_ranking(struct site_call *call, struct text *xml, const char *week) {
    struct week_ranking ranking;
    const struct page_request page = {0, FIRST};
    if (ranking_week(call->club, week, call->now, ACCOUNT_PERSON, &page, &ranking, &call->error) !=
        CLUB_DONE)
        return false;
    text_add(xml, "<content type=\"text\">");
    for (int i = 0; i < ranking.count; i++) {
        const struct ranking_row *row = &ranking.row[i];
        text_addf(xml, "%lld. ", (long long)row->place);
        text_add_escaped(xml, ranked_name(&row->who));
        text_addf(xml, " %+lld (%lld)\n", (long long)row->total, (long long)row->counted);
    }
    text_add(xml, "</content>\n");
    return true;
}

static bool add_entry(struct site_call *call, struct text *xml, const struct week_row *row) {
    char utc[CALENDAR_TIME_SIZE], where[40];
    week_time(row, utc);
    if (row->provisional)
        snprintf(where, sizeof where, "week");
    else
        snprintf(where, sizeof where, "week/%.4s-W%.2s", row->week, row->week + 5);
    text_add(xml, "<entry>\n");
    add_title(xml, row);
    text_addf(xml, "<id>tag:triancey,2026:%s/%s/%s</id>\n", call->site->club.source, row->week,
              row->provisional ? "boards" : "champion");
    text_addf(xml, "<updated>%s</updated>\n", utc);
    add_link(xml, call->site, "alternate", where);
    bool done = row->provisional || add_ranking(call, xml, row->week);
    text_add(xml, "</entry>\n");
    return done;
}

static bool add_feed(struct site_call *call, struct text *xml, const struct week_list *list) {
    char utc[CALENDAR_TIME_SIZE] = "1970-01-01T00:00:00Z";
    bool done = true;
    if (list->count > 0)
        week_time(&list->row[0], utc);
    text_add(xml, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    text_add_escaped(xml, call->site->options->name ? call->site->options->name : "triancey");
    text_addf(xml, "</title>\n<id>tag:triancey,2026:%s</id>\n<updated>%s</updated>\n",
              call->site->club.source, utc);
    text_add(xml, "<author><name>triancey</name></author>\n");
    add_link(xml, call->site, "self", "feed.atom");
    add_link(xml, call->site, "alternate", "");
    for (int i = 0; done && i < list->count; i++)
        done = add_entry(call, xml, &list->row[i]);
    text_add(xml, "</feed>\n");
    return done;
}

static void answer_feed(struct site_call *call) {
    const struct page_request page = {0, ENTRIES};
    struct week_list list;
    struct text xml = {0};
    if (site_refused(call, ranking_weeks(call->club, call->now, &page, &list, &call->error)))
        return;
    bool done = add_feed(call, &xml, &list);
    site_answer_text(call, club_done(done), "application/atom+xml", &xml);
}

static const struct site_route routes[] = {
    {"GET", "feed.atom", .page = true, .handle = answer_feed},
    {0},
};

const struct site_part site_part_feed = {.routes = routes};
