/* turn_feed.c - logs in a hash table by account. Tables that were noted are looked up after the
 * commit, to see who sits there or is challenged there; who does not look on costs nothing. A list
 * that has not changed is not told again. */
#include "config.h"

#include "club/site/tables/turn_feed.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/needed.h"
#include "base/secret.h"
#include "club/http/event_log.h"
#include "club/site/frame/site_call.h"
#include "club/store/tables/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUCKETS = 1 << 10,
    LOG_BYTES = 1, /* the last one is kept in any case */
    TABLES_MAX = 256,
    GATHER_US = 40 * 1000,
    LOOKS = 20 /* at each sweep */
};

struct followed {
    int64_t account;
    bool due;
    struct event_log *log;
    char *said; /* what the last event says */
    struct followed *after;
};

struct turn_feed {
    struct club *club;
    struct followed *bucket[BUCKETS];
    size_t count, due;
    char table[TABLES_MAX][SECRET_SIZE]; /* that were noted */
    int tables;
    int swept;         /* the bucket to look at next */
    int64_t published; /* clock_us() */
};

struct turn_feed *turn_feed_new(struct club *club) {
    struct turn_feed *feed = needed(calloc(1, sizeof *feed));
    feed->club = club;
    return feed;
}

static void turn_feed_drop(struct turn_feed *feed, struct followed **place) {
    struct followed *followed = *place;
    *place = followed->after;
    feed->count--;
    feed->due -= followed->due;
    event_log_end(followed->log);
    event_log_release(followed->log);
    free(followed->said);
    free(followed);
}

void turn_feed_free(struct turn_feed *feed) {
    for (int i = 0; feed && i < BUCKETS; i++)
        while (feed->bucket[i])
            turn_feed_drop(feed, &feed->bucket[i]);
    free(feed);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static void turn_feed_add_turn(void *context, const struct turn *turn) {
    struct json *json = context;
    json_open(json, NULL, '{');
    json_string(json, "kind", turn->kind == TURN_MOVE ? "turn" : "challenge");
    json_string(json, "table", turn->table);
    json_string(json, "game", turn->game);
    json_string(json, "grid", *turn->grid ? turn->grid : NULL);
    json_string(json, "against", *turn->against ? turn->against : NULL);
    json_integer_if(json, "clock_ms", !turn->days, turn->clock);
    json_integer_if(json, "increment_ms", !turn->days, turn->increment);
    json_integer_if(json, "days", turn->days != 0, turn->days);
    json_bool(json, "rated", turn->rated);
    site_add_time(json, "since", turn->at);
    site_add_time(json, "deadline", turn->deadline);
    json_close(json, '}');
}

static void turn_feed_add_wait(void *context, const char *table) {
    json_string(context, NULL, table);
}

bool turn_feed_add(struct club *club, int64_t account, struct json *json, struct error *error) {
    json_open(json, "turns", '[');
    bool done = turns_each(club, account, 0, turn_feed_add_turn, json, error);
    json_close(json, ']');
    json_open(json, "waits", '[');
    done = done && turns_waits(club, account, turn_feed_add_wait, json, error);
    json_close(json, ']');
    return done;
}

/* Sends the list, unless it is as it was sent last. */
static bool turn_feed_bring_up(struct turn_feed *feed, struct followed *followed,
                               struct error *error) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    bool done = turn_feed_add(feed->club, followed->account, &json, error);
    json_close(&json, '}');
    if (done && json.text.failed)
        done = error_memory(error);
    if (done && (!followed->said || strcmp(followed->said, text_get(&json.text)) != 0)) {
        char *said = strdup(text_get(&json.text));
        done = said && event_log_add(followed->log, NULL, said);
        free(done ? followed->said : said);
        if (done)
            followed->said = said;
        else
            error_memory(error);
    }
    text_free(&json.text);
    return done;
}

/* ---- who follows ----------------------------------------------------------------------------- */

static struct followed **turn_feed_place(struct turn_feed *feed, int64_t account) {
    struct followed **place = &feed->bucket[(uint64_t)account % BUCKETS];
    while (*place && (*place)->account != account)
        place = &(*place)->after;
    return place;
}

static void followed_note(struct turn_feed *feed, struct followed *followed) {
    feed->due += !followed->due;
    followed->due = true;
}

struct event_log *turn_feed_log(struct turn_feed *feed, int64_t account, struct error *error) {
    struct followed **place = turn_feed_place(feed, account), *followed = *place;
    if (!followed) {
        followed = needed(malloc(sizeof *followed));
        *followed = (struct followed){.account = account, .log = event_log_new(LOG_BYTES)};
        *place = followed;
        feed->count++;
    }
    followed_note(feed, followed); /* what is read now may be taken back */
    if (turn_feed_bring_up(feed, followed, error))
        return followed->log;
    turn_feed_drop(feed, place);
    return NULL;
}

void turn_feed_note_account(struct turn_feed *feed, int64_t account) {
    struct followed *followed = *turn_feed_place(feed, account);
    if (followed)
        followed_note(feed, followed);
}

static void note_all(struct turn_feed *feed) {
    for (int i = 0; i < BUCKETS; i++)
        for (struct followed *followed = feed->bucket[i]; followed; followed = followed->after)
            followed_note(feed, followed);
}

void turn_feed_note(struct turn_feed *feed, const char *table) {
    if (feed->count == 0)
        return;
    for (int i = 0; i < feed->tables; i++)
        if (strcmp(feed->table[i], table) == 0)
            return;
    if (feed->tables == TABLES_MAX) {
        note_all(feed);
        return;
    }
    snprintf(feed->table[feed->tables++], SECRET_SIZE, "%s", table);
}

/* ---- telling --------------------------------------------------------------------------------- */

int64_t turn_feed_deadline(const struct turn_feed *feed) {
    return feed->due || feed->tables ? feed->published + GATHER_US : INT64_MAX;
}

static void turn_feed_note_one(void *context, int64_t account) {
    turn_feed_note_account(context, account);
}

void turn_feed_publish(struct turn_feed *feed) {
    struct error error;
    int64_t present = clock_us();
    if (present < turn_feed_deadline(feed))
        return;
    feed->published = present;
    for (int i = 0; i < feed->tables; i++)
        if (!turns_at(feed->club, feed->table[i], turn_feed_note_one, feed, &error))
            fprintf(stderr, "%s: %s\n", "serve", error.text);
    feed->tables = 0;
    for (int i = 0; i < BUCKETS && feed->due > 0; i++)
        for (struct followed *followed = feed->bucket[i]; followed; followed = followed->after) {
            if (!followed->due)
                continue;
            feed->due--;
            followed->due = false;
            if (!turn_feed_bring_up(feed, followed, &error))
                fprintf(stderr, "%s: %s\n", "serve", error.text);
        }
}

void turn_feed_sweep(struct turn_feed *feed) {
    int looks = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct followed **place = &feed->bucket[i]; *place;)
            if (event_log_readers((*place)->log) == 0)
                turn_feed_drop(feed, place);
            else
                place = &(*place)->after;
    for (int i = 0; i < BUCKETS && looks < LOOKS; i++) {
        feed->swept = (feed->swept + 1) % BUCKETS;
        for (struct followed *there = feed->bucket[feed->swept]; there; there = there->after) {
            followed_note(feed, there);
            looks++;
        }
    }
}

int turn_feed_readers(const struct turn_feed *feed, int64_t account) {
    const struct followed *there = feed->bucket[(uint64_t)account % BUCKETS];
    while (there && there->account != account)
        there = there->after;
    return there ? event_log_readers(there->log) : 0;
}

size_t turn_feed_count(const struct turn_feed *feed) {
    return feed->count;
}
