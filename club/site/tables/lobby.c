/* lobby.c - seeks in a hash table by the name of the table, and in a list by age. What was noted is
 * read again from the file after the commit; what has changed becomes an event. Hundreds look and
 * some people come and go each second, so changes are gathered: a reader is woken 25 times a second
 * at most. Seats are taken at the tables themselves (routes_tables.c). */
#include "config.h"

#include "club/site/tables/table_feed.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/table_json.h"
#include "club/store/tables/seeks.h"
#include "club/store/tables/table_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1 << 10, LOG_BYTES = 1 << 18, GATHER_US = 40 * 1000 };
enum { ABSENT_MS = 10 * 1000, LOOK_MS = 2 * 1000 };

struct entry {
    struct seek seek;
    bool there;                    /* it was published; else it was only noted */
    bool due;                      /* something has happened */
    bool listed;                   /* the file has it: look_at_lobby() */
    bool skipped;                  /* it was found once */
    int64_t seen;                  /* when its owner was there last */
    struct entry *after;           /* in its bucket */
    struct entry *older, *younger; /* of all */
};

struct lobby {
    struct event_log *log;
    struct entry *bucket[BUCKETS], *oldest, *youngest;
    size_t count, due;
    int64_t published; /* clock_us() */
    int64_t looked;    /* when look_at_lobby() was called last */
};

/* ---- entries --------------------------------------------------------------------------------- */

static struct entry **entry_place(struct lobby *lobby, const char *table) {
    struct entry **place = &lobby->bucket[text_hash(table) % BUCKETS];
    while (*place && strcmp((*place)->seek.table, table) != 0)
        place = &(*place)->after;
    return place;
}

static struct entry *entry_add(struct lobby *lobby, const char *table) {
    struct entry *entry = needed(calloc(1, sizeof *entry)), **place = entry_place(lobby, table);
    snprintf(entry->seek.table, sizeof entry->seek.table, "%s", table);
    *place = entry;
    entry->older = lobby->youngest;
    if (lobby->youngest)
        lobby->youngest->younger = entry;
    else
        lobby->oldest = entry;
    lobby->youngest = entry;
    return entry;
}

static void entry_drop(struct lobby *lobby, struct entry *entry) {
    *entry_place(lobby, entry->seek.table) = entry->after;
    if (entry->older)
        entry->older->younger = entry->younger;
    else
        lobby->oldest = entry->younger;
    if (entry->younger)
        entry->younger->older = entry->older;
    else
        lobby->youngest = entry->older;
    lobby->count -= entry->there;
    lobby->due -= entry->due;
    free(entry);
}

static void entry_note(struct lobby *lobby, struct entry *entry) {
    lobby->due += !entry->due;
    entry->due = true;
}

void lobby_note(struct lobby *lobby, const char *table, bool shown) {
    struct entry *entry = *entry_place(lobby, table);
    if (!entry && shown)
        entry = entry_add(lobby, table);
    if (entry)
        entry_note(lobby, entry);
}

/* ---- events ---------------------------------------------------------------------------------- */

static int64_t lobby_due(struct site *site) {
    return site->lobby->due ? site->lobby->published + GATHER_US : INT64_MAX;
}

static void lobby_tell(struct lobby *lobby, const char *kind, const struct seek *seek, bool whole) {
    struct json json = json_new_object();
    json_string(&json, "kind", kind);
    if (whole)
        table_json_seek(&json, seek);
    else
        json_string(&json, "table", seek->table);
    event_log_add_json(lobby->log, NULL, &json);
}

/* Compares an entry with the file. One that cannot be read is looked at again. */
static void refresh_entry(struct site *site, struct entry *entry, int64_t now) {
    struct lobby *lobby = site->lobby;
    struct error error;
    struct seek seek;
    enum club_answer answer = seek_read(&site->club, entry->seek.table, &seek, &error);
    if (answer == CLUB_FAILED) {
        fprintf(stderr, "%s: %s\n", "serve", error.text);
        return;
    }
    lobby->due -= entry->due;
    entry->due = entry->skipped = false;
    if (answer != CLUB_DONE) {
        if (entry->there)
            lobby_tell(lobby, "gone", &entry->seek, false);
        entry_drop(lobby, entry);
        return;
    }
    if (!entry->there || seek.free != entry->seek.free || strcmp(seek.name, entry->seek.name) != 0)
        lobby_tell(lobby, "seek", &seek, true);
    if (!entry->there)
        entry->seen = now;
    lobby->count += !entry->there;
    entry->there = true;
    entry->seek = seek;
}

/* Publishes what was noted: changes that come close together go out together. */
static void publish_lobby(struct site *site) {
    struct lobby *lobby = site->lobby;
    int64_t present = clock_us();
    if (!lobby->due || present < lobby->published + GATHER_US)
        return;
    lobby->published = present;
    for (struct entry *entry = lobby->oldest, *younger; entry && lobby->due; entry = younger) {
        younger = entry->younger;
        if (entry->due)
            refresh_entry(site, entry, site_now(site));
    }
}

/* ---- who is there ---------------------------------------------------------------------------- */

static void list_one(void *context, const struct seek *seek) {
    struct lobby *lobby = context;
    struct entry *entry = *entry_place(lobby, seek->table);
    if (!entry)
        entry_note(lobby, entry = entry_add(lobby, seek->table));
    entry->listed = true;
}

/* Gives back the time in which nobody looked: the program or the machine slept. */
static void lobby_give_back(struct lobby *lobby, int64_t now) {
    int64_t lost = now - lobby->looked;
    lobby->looked = now;
    if (lost > 0 && lost < ABSENT_MS)
        return;
    for (struct entry *entry = lobby->oldest; entry; entry = entry->younger)
        entry->seen += lost;
}

/* Drops the seeks of those who have gone, and finds out what other programs have changed. */
static bool look_at_lobby(struct site *site, int64_t now, struct error *error) {
    struct lobby *lobby = site->lobby;
    lobby_give_back(lobby, now);
    for (struct entry *entry = lobby->oldest; entry; entry = entry->younger) {
        const struct seek *seek = &entry->seek;
        entry->listed = false;
        if (!entry->there || seek->days)
            continue;
        if (feed_readers(site->table_feed, seek->table, seek->seat) > 0 ||
            (seek->account && turn_feed_readers(site->turn_feed, seek->account) > 0))
            entry->seen = now;
        else if (now - entry->seen >= ABSENT_MS) {
            if (!seek_drop(&site->club, seek->table, error))
                return false;
            table_feed_note(site, seek->table);
            entry_note(lobby, entry);
        }
    }
    if (!seeks_each(&site->club, list_one, lobby, error))
        return false;
    for (struct entry *entry = lobby->oldest; entry; entry = entry->younger)
        if (!entry->listed)
            entry_note(lobby, entry);
    return true;
}

/* ---- what is there --------------------------------------------------------------------------- */

/* "seeks", the oldest first, and "event", after which a reader of this answer follows. */
static void answer_lobby(struct site_call *call) {
    const struct lobby *lobby = call->site->lobby;
    struct json json = json_new_object();
    json_open(&json, "seeks", '[');
    for (const struct entry *entry = lobby->oldest; entry; entry = entry->younger)
        if (entry->there) {
            json_open(&json, NULL, '{');
            table_json_seek(&json, &entry->seek);
            json_close(&json, '}');
        }
    json_close(&json, ']');
    json_integer(&json, "event", event_log_last(lobby->log));
    site_answer_json(call, 200, &json);
}

static void follow_lobby(struct site_call *call) {
    http_answer_events(call->request, call->site->lobby->log);
}

static bool fits(const struct seek *seek, const struct lobby_filter *filter) {
    const struct table_offer *offer = filter->offer;
    if (seek->free == 0 || seek->from_position ||
        (filter->account && seek->account == filter->account))
        return false;
    if (filter->game && strcmp(seek->game, filter->game) != 0)
        return false;
    if (filter->grid &&
        (strcmp(seek->grid, filter->grid) != 0 || strcmp(seek->line, filter->line) != 0))
        return false;
    if (seek->days != offer->days ||
        (offer->clock && (seek->clock != offer->clock || seek->increment != offer->increment)))
        return false;
    if (offer->seat != TABLE_ANY_SEAT &&
        (seek->lot || seek->players != 2 || seek->seat == offer->seat))
        return false;
    return filter->account ? filter->any_rated || seek->rated == offer->rated : !seek->rated;
}

bool lobby_find(struct lobby *lobby, const struct lobby_filter *filter, char table[SECRET_SIZE]) {
    for (struct entry *entry = lobby->oldest; entry; entry = entry->younger)
        if (entry->there && !entry->skipped && fits(&entry->seek, filter)) {
            entry->skipped = true;
            entry_note(lobby, entry);
            memcpy(table, entry->seek.table, SECRET_SIZE);
            return true;
        }
    return false;
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool open_lobby(struct site *site, struct error *error) {
    struct lobby *lobby = site->lobby = needed(malloc(sizeof *lobby));
    *lobby = (struct lobby){.log = event_log_new(LOG_BYTES), .looked = site_now(site)};
    if (!seeks_each(&site->club, list_one, lobby, error))
        return false;
    publish_lobby(site);
    return true;
}

static void close_lobby(struct site *site) {
    struct lobby *lobby = site->lobby;
    while (lobby->oldest)
        entry_drop(lobby, lobby->oldest);
    event_log_end(lobby->log);
    event_log_release(lobby->log);
    free(lobby);
    site->lobby = NULL;
}

static void run_lobby(struct site *site, bool ready) {
    (void)ready;
    publish_lobby(site);
}

static void measure_lobby(struct site *site, struct text *metrics) {
    site_add_metric(metrics, "triancey_seeks", "gauge", "Tables in the lobby.",
                    (int64_t)site->lobby->count);
}

static const struct site_route routes[] = {
    {"GET", "api/lobby", .handle = answer_lobby},
    {"GET", "api/lobby/events", SITE_ANYBODY, LIMIT_STREAMS, .stream = true,
     .handle = follow_lobby},
    {0},
};

const struct site_part site_part_lobby = {.feature = "lobby",
                                          .routes = routes,
                                          .jobs = {{"lobby", LOOK_MS, look_at_lobby}},
                                          .open = open_lobby,
                                          .close = close_lobby,
                                          .deadline = lobby_due,
                                          .run = run_lobby,
                                          .measure = measure_lobby};
