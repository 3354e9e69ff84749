/* routes_leagues.c - leagues in a folder: what there is, how each stands, its games, and what is
 * played at this moment.
 *
 * The folder and the files of running games are looked at ten times a second; records are read by
 * processes of their own when they have changed, and so are pages of games and single games when
 * they are asked for.
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/leagues/league_folder.h"
#include "half/moves.h"
#include "record/half_json.h"
#include "record/live.h"
#include "record/record.h"
#include "results/league_json.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SECOND INT64_C(1000000)

enum {
    TICK_US = 100000,
    EVENTS_BYTES = 256 << 10, /* kept for those who come back */
    KEPT_SECONDS = 60,     /* how long a log without readers is kept, and how long after a request a
                              league is followed */
    KEPT_BYTES = 64 << 20, /* of what was read of all leagues */
    TICK_BYTES = 2 << 20,  /* of running games that are read in one tick */
    REST = 10 /* a record that took a second to read is not read again for this many seconds */
};

struct leagues {
    struct league_folder *folder;
    struct league_readers readers;
    int64_t tick; /* when the next is due: clock_us() */
    int turn;     /* the league whose running games are looked at first */
};

/* ---- events for followers -------------------------------------------------------------------- */

/* The halves that are being played, and the changes from one look to the next, as JSON. SITE.md has
 * its members. */

/* The members of a half that is being played. */
static void league_events_add_half(const struct live_half *half, struct json *json) {
    json_integer(json, "game", half->game);
    json_integer(json, "half", half->half);
    json_integer(json, "round", half->round);
    json_string(json, "board", half->board_name);
    json_strings(json, "seats", half->player, half->seats);
    json_integers(json, "carry", half->carry, half->seats);
    half_json_moves(half->moves, half->clocks, json);
    json_string(json, "begun", half->begun);
    json_string(json, "moved", half->moved);
}

static struct json event_begin(const char *kind) {
    struct json json = json_new_object();
    json_string(&json, "kind", kind);
    return json;
}

/* {"kind":"standings"} and the like; whether a referee plays. */
static void league_events_say(struct event_log *log, const char *kind) {
    struct json json = event_begin(kind);
    event_log_add_json(log, NULL, &json);
}

static void say_half(struct event_log *log, const struct live_half *half, bool begins) {
    struct json json = event_begin(begins ? "begin" : "over");
    if (begins) {
        league_events_add_half(half, &json);
    } else {
        json_integer(&json, "game", half->game);
        json_integer(&json, "half", half->half);
    }
    event_log_add_json(log, NULL, &json);
}

static void say_moves(struct event_log *log, const struct live_half *half, int known) {
    struct moves_reader reader = moves_read(half->moves, half->clocks);
    while (moves_next(&reader)) {
        if (reader.ply <= known)
            continue;
        struct json json = event_begin("move");
        json_integer(&json, "game", half->game);
        json_integer(&json, "half", half->half);
        json_integer(&json, "ply", reader.ply);
        json_string(&json, "move", reader.text);
        json_integer(&json, "took_us", reader.took);
        event_log_add_json(log, NULL, &json);
    }
}

static const struct live_half *find(const struct live_seen *seen, const struct live_half *half) {
    for (int i = 0; i < seen->halves; i++)
        if (seen->half[i].game == half->game && seen->half[i].half == half->half)
            return &seen->half[i];
    return NULL;
}

/* Whether the half goes on, with no other moves than it had; one that was interrupted is played
 * again from its beginning. */
static bool goes_on(const struct live_half *before, const struct live_half *now) {
    return before && strncmp(before->moves, now->moves, strlen(before->moves)) == 0;
}

/* Halves that have begun, moves, halves that are over. */
static void league_events_compare(struct event_log *log, const struct live_seen *before,
                                  const struct live_seen *now) {
    for (int i = 0; i < before->halves; i++)
        if (!find(now, &before->half[i]))
            say_half(log, &before->half[i], false);
    for (int i = 0; i < now->halves; i++) {
        const struct live_half *half = &now->half[i], *known = find(before, half);
        if (goes_on(known, half))
            say_moves(log, half, moves_count(known->moves));
        else
            say_half(log, half, true);
    }
}

/* ---- leagues that are followed --------------------------------------------------------------- */

static bool is_asked(const struct league *league, int64_t now) {
    return (league->log && event_log_readers(league->log) > 0) ||
           (league->asked > 0 && now - league->asked < KEPT_SECONDS * SECOND);
}

/* ---- what goes on ---------------------------------------------------------------------------- */

static void set_live(struct league *league, bool live) {
    if (live == league->live)
        return;
    league->live = live;
    if (league->log) {
        struct json json = event_begin("live");
        json_bool(&json, "live", live);
        event_log_add_json(league->log, NULL, &json);
    }
}

/* Looks at the games that are being played: often if somebody is following. Returns how many bytes
 * were read. */
static int64_t look_live(struct league *league, int64_t now) {
    struct live_seen before = {0};
    if (!(league->maybe_live || league->live) ||
        (!is_asked(league, now) && now - league->looked < SECOND))
        return 0;
    league->looked = now;
    enum live_answer answer = live_read(&league->playing, league->path, &before);
    if (answer == LIVE_NEWS || league->playing.schedule)
        set_live(league, true);
    if (league->log && answer != LIVE_SAME)
        league_events_compare(league->log, &before, &league->playing);
    if (answer == LIVE_NONE) {
        league->maybe_live = false; /* until the folder reports another file */
        set_live(league, false);
    }
    live_seen_free(&before);
    return answer == LIVE_NEWS ? league->playing.stamp[2] : 0;
}

/* Looks at the games of all leagues in turn, up to TICK_BYTES. */
static void look_at_live(struct leagues *leagues, int64_t now) {
    int count = leagues->folder->count;
    int64_t bytes = 0;
    for (int i = 0; i < count && bytes < TICK_BYTES; i++) {
        leagues->turn = (leagues->turn + 1) % count;
        bytes += look_live(leagues->folder->league[leagues->turn], now);
    }
}

static void free_idle_log(struct league *league, int64_t now) {
    if (!league->log || is_asked(league, now))
        return;
    event_log_release(league->log);
    league->log = NULL;
}

/* How urgent it is to read a league, 0: not now. What takes long is read less often. */
static int urgency(const struct league *league, int64_t now) {
    bool asked = is_asked(league, now);
    int64_t rest = REST * league->took, least = asked ? SECOND : 5 * SECOND;
    if (!league->dirty || (league->dropped && !asked))
        return 0;
    if (league->read_at == 0)
        return asked ? 4 : 2;
    return now - league->read_at < (rest > least ? rest : least) ? 0 : asked ? 3 : 1;
}

static void begin_reading(struct leagues *leagues, int64_t now) {
    while (league_readers_free_one(&leagues->readers)) {
        struct league *best = NULL;
        int most = 0;
        for (int i = 0; i < leagues->folder->count; i++) {
            struct league *league = leagues->folder->league[i];
            int wanted = urgency(league, now);
            if (wanted > most) {
                best = league;
                most = wanted;
            }
        }
        if (!best || !league_readers_begin(&leagues->readers, best))
            return;
    }
}

/* Drops standings for which nobody has asked for longest, until the rest is not too much. */
static void drop_some(struct leagues *leagues, const struct league *fresh) {
    for (;;) {
        struct league *oldest = NULL;
        size_t bytes = 0;
        for (int i = 0; i < leagues->folder->count; i++) {
            struct league *league = leagues->folder->league[i];
            bytes += league->bytes;
            if (league != fresh && league->standings && (!oldest || league->asked < oldest->asked))
                oldest = league;
        }
        if (bytes <= KEPT_BYTES || !oldest)
            return;
        oldest->bytes -= strlen(oldest->standings);
        free(oldest->standings);
        oldest->standings = NULL;
        oldest->dirty = oldest->dropped = true;
    }
}

static void note_read(void *context, struct league *league, bool changed) {
    league->dropped = false;
    league->bytes = (league->head ? strlen(league->head) : 0) +
                    (league->standings ? strlen(league->standings) : 0);
    drop_some(context, league);
    if (league->log && changed)
        league_events_say(league->log, "standings");
}

static void note_gone(void *context, struct league *league) {
    struct leagues *leagues = context;
    league_readers_forget(&leagues->readers, league);
    if (!league->log)
        return;
    league_events_say(league->log, "gone");
    event_log_end(league->log);
}

static void leagues_run(struct site *site, bool ready) {
    struct leagues *leagues = site->leagues;
    int64_t now = clock_us();
    if (!leagues || (!ready && now < leagues->tick))
        return;
    league_readers_run(&leagues->readers, note_read, leagues);
    if (now >= leagues->tick) {
        bool more = league_folder_look(leagues->folder);
        leagues->tick = more ? now : now + TICK_US;
        for (int i = 0; i < leagues->folder->count; i++)
            free_idle_log(leagues->folder->league[i], now);
        look_at_live(leagues, now);
    }
    begin_reading(leagues, now);
}

static int polls(struct site *site, struct pollfd *polls) {
    return site->leagues ? league_readers_polls(&site->leagues->readers, polls) : 0;
}

static int64_t deadline(struct site *site) {
    return site->leagues ? site->leagues->tick : INT64_MAX;
}

/* ---- answers --------------------------------------------------------------------------------- */

struct league *site_league(const struct site *site, const char *id) {
    struct league *league = site->leagues ? league_folder_find(site->leagues->folder, id) : NULL;
    return league && !league->hidden ? league : NULL;
}

/* The league that the address names; NULL: there is none, and the request has been answered. */
static struct league *find_league(struct site_call *call) {
    struct league *league = site_league(call->site, site_word(call, 0));
    if (league) {
        league->asked = clock_us();
        return league;
    }
    site_refuse_as(call, 404, _("there is no such league"));
    return NULL;
}

/* What was read of it, and whether it is played now. */
static void leagues_add_head(const struct league *league, const char *key, struct json *json) {
    if (league->head) {
        json_raw(json, key, league->head);
    } else {
        league_begin_head(league, key, json);
        league_json_no_head(json);
        json_string(json, "error", NULL);
    }
    json_bool(json, "live", league->live);
    json_close(json, '}');
}

static int compare_changed(const void *first, const void *second) {
    const struct league *const *a = first, *const *b = second;
    int order = ((*b)->live > (*a)->live) - ((*b)->live < (*a)->live);
    order = order ? order : ((*b)->changed > (*a)->changed) - ((*b)->changed < (*a)->changed);
    return order ? order : strcmp((*a)->file, (*b)->file);
}

static void list_leagues(struct site_call *call) {
    const struct leagues *leagues = call->site->leagues;
    const struct page_request list = site_list(call);
    int count = leagues ? leagues->folder->count : 0, shown = 0;
    struct league **order = needed(calloc((size_t)count + 1, sizeof(struct league *)));
    for (int i = 0; i < count; i++) {
        struct league *league = leagues->folder->league[i];
        if (!league->hidden && league->read_at > 0)
            order[shown++] = league;
    }
    if (shown > 0)
        qsort(order, (size_t)shown, sizeof(struct league *), compare_changed);
    struct json json = json_new_object();
    json_open(&json, "leagues", '[');
    for (int64_t i = list.from; i < shown && i < list.from + list.count; i++)
        leagues_add_head(order[i], NULL, &json);
    free(order);
    site_answer_rows(call, CLUB_DONE, &json, list, shown);
}

static struct event_log *have_log(struct league *league) {
    if (!league->log)
        league->log = event_log_new(EVENTS_BYTES);
    return league->log;
}

static void answer_league(struct site_call *call) {
    struct league *league = find_league(call);
    if (!league)
        return;
    have_log(league);
    struct json json = json_new_object();
    leagues_add_head(league, "league", &json);
    json_raw(&json, "standings", league->standings ? league->standings : "null");
    json_open(&json, "playing", '[');
    for (int i = 0; i < league->playing.halves; i++) {
        json_open(&json, NULL, '{');
        league_events_add_half(&league->playing.half[i], &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_integer(&json, "event", event_log_last(league->log));
    site_answer_json(call, 200, &json);
}

/* A request that waits for what a process reads from a record. */
static void answer_read(void *context, const char *answer) {
    struct site_call *call = context;
    size_t length = answer ? strlen(answer) : 0;
    if (length > 0)
        http_answer(call->request, 200, "application/json", answer, length);
    else if (answer)
        site_refuse_as(call, 404, _("there is no such game"));
    else
        site_refuse_as(call, 503, _("the record cannot be read now"));
    free(call);
}

static void leagues_ask(struct site_call *call, const char *option, const char *value) {
    const struct league *league = find_league(call);
    if (!league)
        return;
    struct site_call *later = needed(malloc(sizeof *later));
    *later = *call;
    later->body = NULL;
    if (league_readers_ask(&call->site->leagues->readers, league, option, value, answer_read,
                           later)) {
        http_put_off(call->request);
        return;
    }
    free(later);
    site_refuse_busy(call, _("the record cannot be read now"));
}

static void list_games(struct site_call *call) {
    char value[48];
    const struct page_request list = site_list(call);
    snprintf(value, sizeof value, "%lld:%d", (long long)list.from, list.count);
    leagues_ask(call, "--games", value);
}

static void answer_game(struct site_call *call) {
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)site_word_number(call, 1));
    leagues_ask(call, "--game", value);
}

static void answer_events(struct site_call *call) {
    struct league *league = find_league(call);
    if (league)
        http_answer_events(call->request, have_log(league));
}

/* ---- the row --------------------------------------------------------------------------------- */

static bool leagues_begin(struct site *site, struct error *error) {
    struct stat club = {0};
    if (!site->options->leagues)
        return true;
    site->leagues = needed(calloc(1, sizeof *site->leagues));
    if (stat(record_path(site->club.record), &club) != 0)
        club = (struct stat){0};
    site->leagues->folder = league_folder_open(site->options->leagues, club.st_dev, club.st_ino,
                                               note_gone, site->leagues, error);
    return site->leagues->folder != NULL;
}

static void leagues_end(struct site *site) {
    if (!site->leagues)
        return;
    league_readers_end(&site->leagues->readers);
    league_folder_close(site->leagues->folder);
    free(site->leagues);
    site->leagues = NULL;
}

static void measure(struct site *site, struct text *metrics) {
    const struct leagues *leagues = site->leagues;
    int live = 0, count = leagues ? leagues->folder->count : 0;
    for (int i = 0; i < count; i++)
        live += leagues->folder->league[i]->live;
    site_add_metric(metrics, "triancey_leagues", "gauge", NULL, count);
    site_add_metric(metrics, "triancey_leagues_live", "gauge", NULL, live);
}

static const struct site_route routes[] = {
    {"GET", "api/leagues", .handle = list_leagues},
    {"GET", "api/leagues/?", .handle = answer_league},
    {"GET", "api/leagues/?/games", .handle = list_games},
    {"GET", "api/leagues/?/games/?", .handle = answer_game},
    {"GET", "api/leagues/?/events", SITE_ANYBODY, LIMIT_STREAMS, .stream = true,
     .handle = answer_events},
    {0},
};

const struct site_part site_part_leagues = {.feature = "leagues",
                                            .routes = routes,
                                            .open = leagues_begin,
                                            .close = leagues_end,
                                            .polls = polls,
                                            .deadline = deadline,
                                            .run = leagues_run,
                                            .measure = measure};
