/* table_feed.c - a log for each kind of reader of a table, brought up to date from the file after
 * the commit; events are numbered by the steps of the file. If a log has steps that were not
 * committed after all, it ends, and its readers come back for what is true. */
#include "config.h"

#include "club/site/tables/table_feed.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "club/http/event_log.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/table_json.h"
#include "club/store/tables/table_view.h"
#include "record/half_json.h"

enum { LOG_BYTES = 1 << 20 };

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
static bool add_steps(struct site *site, struct followed *followed, int64_t now,
                      struct error *error) {
    bool over = false;
    int steps = 0, known = (int)event_log_last(followed->log);
    bool done = table_steps(&site->club, followed->name, (int)followed->number, known, now,
                            add_event, followed->log, &steps, &over, error);
    if (over || !done || known > steps)
        event_log_end(followed->log);
    return done && (known <= steps || error_set(error, _("there is no such table")));
}

/* ---- logs ------------------------------------------------------------------------------------ */

/* The log is noted, because what is read now may be taken back. One that cannot be brought up to
 * date is made anew. */
struct event_log *table_feed_log(struct site *site, const char *table, int reader, int64_t now,
                                 struct error *error) {
    for (int tries = 0; tries < 2; tries++) {
        struct followed *followed = feed_find_or_add(site->table_feed, table, reader);
        feed_note(site->table_feed, followed);
        if (add_steps(site, followed, now, error))
            return followed->log;
        feed_drop(site->table_feed, followed);
    }
    return NULL;
}

void table_feed_note(struct site *site, const char *table) {
    turn_feed_note(site->turn_feed, table);
    for (int reader = 0; reader <= GAME_PUBLIC; reader++)
        feed_note(site->table_feed, feed_find(site->table_feed, table, reader));
}

void table_feed_end(struct site *site, const char *table) {
    for (int reader = 0; reader <= GAME_PUBLIC; reader++) {
        struct followed *there = feed_find(site->table_feed, table, reader);
        if (there)
            feed_drop(site->table_feed, there);
    }
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool open_feed(struct site *site, struct error *error) {
    (void)error;
    site->table_feed = feed_new(LOG_BYTES);
    return true;
}

static void close_feed(struct site *site) {
    feed_free(site->table_feed);
    site->table_feed = NULL;
}

static int64_t feed_due(struct site *site) {
    return site->table_feed->due > 0 ? 0 : INT64_MAX;
}

/* For followers of a table that is gone, the stream ends. */
static bool update(void *context, struct followed *followed) {
    struct error gone;
    return add_steps(context, followed, site_now(context), &gone);
}

static void publish(struct site *site, bool ready) {
    (void)ready;
    feed_update(site->table_feed, update, site);
}

static bool sweep(struct site *site, int64_t now, struct error *error) {
    (void)now, (void)error;
    feed_sweep(site->table_feed);
    return true;
}

static void measure(struct site *site, struct text *metrics) {
    site_add_metric(metrics, "triancey_table_logs", "gauge",
                    "Tables that are followed, as one reader reads them.", site->table_feed->count);
}

const struct site_part site_part_table_feed = {.jobs = {{"table logs", 10 * 1000, sweep}},
                                               .open = open_feed,
                                               .close = close_feed,
                                               .deadline = feed_due,
                                               .run = publish,
                                               .measure = measure};
