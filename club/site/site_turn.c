/* site_turn.c - see site_turn.h. */
#include "config.h"

#include "club/site/site_turn.h"

#include "base/clock.h"
#include "base/error.h"
#include "club/http/event_log.h"
#include "club/site/site_state.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An event that waits for the end of the turn. */
struct site_news {
    struct event_log *log;
    char *type, *text;
    struct site_news *next;
};

bool site_turn_begin(struct site *site, struct error *error) {
    if (site->turn)
        return true;
    site->turn = query_begin_writing(site->club.record, error);
    return site->turn;
}

void site_tell(struct site *site, struct event_log *log, const char *type, const char *text) {
    struct site_news *news = malloc(sizeof *news), **last = &site->news;
    if (!news)
        return;
    *news = (struct site_news){
        .log = event_log_hold(log), .type = type ? strdup(type) : NULL, .text = strdup(text)};
    while (*last)
        last = &(*last)->next;
    *last = news;
}

static void publish(struct site *site, bool good) {
    while (site->news) {
        struct site_news *news = site->news;
        site->news = news->next;
        if (good && news->text)
            event_log_add(news->log, news->type, news->text);
        event_log_release(news->log);
        free(news->type);
        free(news->text);
        free(news);
    }
}

bool site_turn_end(struct site *site) {
    struct error error;
    if (!site->turn)
        return true;
    site->turn = false;
    bool good = query_end_writing(site->club.record, true, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    publish(site, good);
    return good;
}
