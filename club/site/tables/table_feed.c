/* table_feed.c - logs in a hash table by the name of the table, one for each kind of reader. A log
 * is marked when its table changes, and brought up to date from the file after the commit; events
 * are numbered by the steps of the file. If a log has steps that were not committed after all, it
 * ends, and its readers come back for what is true. */
#include "config.h"

#include "club/site/tables/table_feed.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/secret.h"
#include "club/http/event_log.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/table_json.h"
#include "club/store/tables/table_view.h"
#include "record/half_json.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 12, LOG_BYTES = 1 << 20 };

struct followed {
    char table[SECRET_SIZE];
    int reader;
    bool due;
    struct event_log *log;
    struct followed *after;
};

struct table_feed {
    struct site *site;
    struct followed *bucket[BUCKETS];
    size_t count, due;
};

static void drop(struct table_feed *feed, struct followed **place) {
    struct followed *followed = *place;
    *place = followed->after;
    feed->count--;
    feed->due -= followed->due;
    event_log_release(followed->log);
    free(followed);
}

static struct followed **bucket_of(struct table_feed *feed, const char *table) {
    return &feed->bucket[text_hash(table) % BUCKETS];
}

/* ---- events ---------------------------------------------------------------------------------- */

static const char *const kinds[] = {
    [STEP_JOIN] = "join", [STEP_BEGIN] = "begin", [STEP_MOVE] = "move", [STEP_OVER] = "over"};

/* A step as an event, which gets its number. */
static void add_event(void *context, const struct table_step *step) {
    struct event_log *log = context;
    struct json json = json_new_object();
    json_integer(&json, "step", step->number);
    json_string(&json, "kind", kinds[step->kind]);
    if (step->kind == STEP_BEGIN || step->kind == STEP_MOVE)
        json_integer(&json, "half", step->half);
    if (step->kind != STEP_OVER)
        json_integer_if(&json, "seat", step->seat >= 0, step->seat + 1);
    if (step->kind == STEP_MOVE) {
        json_integer(&json, "ply", step->ply);
        json_string(&json, "move", step->move);
        json_integer(&json, "took_us", step->took);
        json_integer_if(&json, "left_ms", step->left >= 0, step->left);
    }
    if (step->kind == STEP_OVER)
        half_json_add(step->result, step->players, &json);
    if (step->stand) {
        json_open(&json, "now", '{');
        table_json_stand(&json, step->stand, true); /* all followers get this one */
        json_close(&json, '}');
    }
    event_log_add_json(log, NULL, &json);
}

/* Adds the steps that a log does not have. The log of a table that is over or gone ends, as does
 * one with steps that were not committed after all: its readers come back and get what is true. */
static bool add_steps(struct table_feed *feed, struct followed *followed, int64_t now,
                      struct error *error) {
    bool over = false;
    int steps = 0, known = (int)event_log_last(followed->log);
    bool done = table_steps(&feed->site->club, followed->table, followed->reader, known, now,
                            add_event, followed->log, &steps, &over, error);
    if (over || !done || known > steps)
        event_log_end(followed->log);
    return done && (known <= steps || error_set(error, _("there is no such table")));
}

/* ---- logs ------------------------------------------------------------------------------------ */

static struct followed *table_feed_add(struct table_feed *feed, const char *table, int reader) {
    struct followed *followed = needed(malloc(sizeof *followed));
    struct followed **bucket = bucket_of(feed, table);
    *followed =
        (struct followed){.reader = reader, .log = event_log_new(LOG_BYTES), .after = *bucket};
    snprintf(followed->table, sizeof followed->table, "%s", table);
    *bucket = followed;
    feed->count++;
    return followed;
}

/* Has the table looked at when the turn is committed: what is read now may be taken back. */
static void site_table_feed_note(struct table_feed *feed, struct followed *followed) {
    feed->due += !followed->due;
    followed->due = true;
}

struct event_log *table_feed_log(struct table_feed *feed, const char *table, int reader,
                                 int64_t now, struct error *error) {
    for (struct followed **place = bucket_of(feed, table); *place; place = &(*place)->after) {
        struct followed *there = *place;
        if (there->reader != reader || strcmp(there->table, table) != 0)
            continue;
        site_table_feed_note(feed, there);
        if (add_steps(feed, there, now, error))
            return there->log;
        drop(feed, place);
        break;
    }
    struct followed *followed = table_feed_add(feed, table, reader);
    site_table_feed_note(feed, followed);
    if (add_steps(feed, followed, now, error))
        return followed->log;
    drop(feed, bucket_of(feed, table)); /* it is the first there */
    return NULL;
}

void table_feed_note(struct table_feed *feed, const char *table) {
    turn_feed_note(feed->site->turn_feed, table);
    for (struct followed *there = *bucket_of(feed, table); there; there = there->after)
        if (strcmp(there->table, table) == 0)
            site_table_feed_note(feed, there);
}

int table_feed_readers(const struct table_feed *feed, const char *table, int reader) {
    const struct followed *there = feed->bucket[text_hash(table) % BUCKETS];
    while (there && (there->reader != reader || strcmp(there->table, table) != 0))
        there = there->after;
    return there ? event_log_readers(there->log) : 0;
}

void table_feed_end(struct table_feed *feed, const char *table) {
    for (struct followed **place = bucket_of(feed, table); *place;)
        if (strcmp((*place)->table, table) == 0) {
            event_log_end((*place)->log);
            drop(feed, place);
        } else {
            place = &(*place)->after;
        }
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool open_feed(struct site *site, struct error *error) {
    (void)error;
    site->table_feed = needed(calloc(1, sizeof *site->table_feed));
    site->table_feed->site = site;
    return true;
}

static void close_feed(struct site *site) {
    struct table_feed *feed = site->table_feed;
    for (int i = 0; i < BUCKETS; i++)
        while (feed->bucket[i]) {
            event_log_end(feed->bucket[i]->log);
            drop(feed, &feed->bucket[i]);
        }
    free(feed);
    site->table_feed = NULL;
}

static int64_t feed_due(struct site *site) {
    return site->table_feed->due > 0 ? 0 : INT64_MAX;
}

/* Adds what was noted to the logs. For followers of a table that is gone, the stream ends. */
static void publish(struct site *site, bool ready) {
    struct table_feed *feed = site->table_feed;
    struct error gone;
    (void)ready;
    for (int i = 0; i < BUCKETS && feed->due > 0; i++)
        for (struct followed **place = &feed->bucket[i]; *place;) {
            struct followed *there = *place;
            bool due = there->due;
            feed->due -= due;
            there->due = false;
            if (due && !add_steps(feed, there, site_now(site), &gone))
                drop(feed, place);
            else
                place = &there->after;
        }
}

/* Drops logs without readers. */
static bool sweep(struct site *site, int64_t now, struct error *error) {
    struct table_feed *feed = site->table_feed;
    (void)now, (void)error;
    for (int i = 0; i < BUCKETS; i++)
        for (struct followed **place = &feed->bucket[i]; *place;)
            if (event_log_readers((*place)->log) == 0)
                drop(feed, place);
            else
                place = &(*place)->after;
    return true;
}

static void measure(struct site *site, struct text *metrics) {
    site_add_metric(metrics, "triancey_table_logs", "gauge",
                    "Tables that are followed, as one reader reads them.",
                    (int64_t)site->table_feed->count);
}

const struct site_part site_part_table_feed = {.jobs = {{"table logs", 10 * 1000, sweep}},
                                               .open = open_feed,
                                               .close = close_feed,
                                               .deadline = feed_due,
                                               .run = publish,
                                               .measure = measure};
