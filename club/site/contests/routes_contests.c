/* routes_contests.c - tournaments of people: entered, paired, played, corrected, followed, printed.
 *
 * Each contest that is followed has a log of events, which say that it has changed; those who
 * follow it ask for what they show. A log without readers goes after a while.
 */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/site/contests/contest_json.h"
#include "club/site/contests/qr_path.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"
#include "club/store/contests/contest.h"
#include "club/store/contests/contest_request.h"
#include "club/store/contests/contest_rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 4096, KEY_SECONDS = 100 * 86400, BASE_SIZE = 200, LINK_SIZE = 400 };

/* A contest that is followed. */
struct site_contest {
    char name[SECRET_SIZE];
    struct event_log *log;
    struct site_contest *next;
};

/* ---- who asks -------------------------------------------------------------------------------- */

static struct contest_person contests_person(const struct site_call *call) {
    struct contest_person who = {.account = call->signed_in ? &call->account : NULL,
                                 .key = site_bearer(call->request)};
    who.operator= who.key && secret_is(call->site->operator_key, who.key);
    if (site_has(call, "key"))
        who.key = site_text(call, "key");
    if (!who.key)
        who.key = site_kept_key(call, "contest");
    return who;
}

/* The key that a player without account enters with is kept in a cookie that is sent for this
 * contest only. In a class, where browsers are shared, it is gone when the browser is closed. */
static void keep_key(struct site_call *call, const struct contest *contest) {
    const struct contest_person who = {.key = site_text(call, "key")};
    /* Only what was checked comes back in a header. */
    if (digest_is(who.key) && contest_find_player(contest, &who) >= 0)
        site_keep_key(call, "contest", "contests", contest->name, contest->class ? 0 : KEY_SECONDS);
}

/* ---- who follows ----------------------------------------------------------------------------- */

static void contests_tell(struct site *site, const char *name) {
    for (struct site_contest *there = site->contests; there; there = there->next)
        if (strcmp(there->name, name) == 0)
            site_tell(site, there->log, NULL, "{\"changed\":true}");
}

static struct event_log *find_log(struct site *site, const char *name) {
    for (struct site_contest *there = site->contests; there; there = there->next)
        if (strcmp(there->name, name) == 0)
            return there->log;
    struct site_contest *new = needed(malloc(sizeof *new));
    *new = (struct site_contest){.log = event_log_new(LOG_BYTES), .next = site->contests};
    snprintf(new->name, sizeof new->name, "%s", name);
    site->contests = new;
    return new->log;
}

/* The number of the last event, after which a reader of this answer follows. */
static int64_t last_event(const struct site *site, const char *name) {
    for (const struct site_contest *there = site->contests; there; there = there->next)
        if (strcmp(there->name, name) == 0)
            return event_log_last(there->log);
    return 0;
}

/* Drops logs without readers, or all. */
static void contests_sweep_logs(struct site *site, bool all) {
    for (struct site_contest **place = &site->contests; *place;) {
        struct site_contest *there = *place;
        if (!all && event_log_readers(there->log) > 0) {
            place = &there->next;
            continue;
        }
        *place = there->next;
        event_log_end(there->log);
        event_log_release(there->log);
        free(there);
    }
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Answers with the contest as it is, or with what is wrong. `round` as of contest_json_add(). */
static void answer_round(struct site_call *call, int status, enum club_answer answer,
                         struct contest *contest, int round, const struct error *error) {
    struct contest_person who = contests_person(call);
    struct json json = {0};
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, error);
    } else {
        json_open(&json, NULL, '{');
        json_integer(&json, "event", last_event(call->site, contest->name));
        contest_json_add(&json, contest, &who, round, call->now);
        site_answer_json(call, status, &json);
    }
    contest_free(contest);
}

/* Asks for a change of the contest of the address, and answers with what has become of it. */
static void contests_request(struct site_call *call, contest_act *act,
                             struct contest_request request) {
    struct error error;
    struct contest contest = {0};
    struct contest_person who = contests_person(call);
    request.who = &who;
    if (!request.code) /* which may be all that is known of the contest */
        request.name = site_word(call, 0);
    request.now = call->now;
    request.contest = &contest;
    enum club_answer answer = act(&call->site->club, &request, &error);
    if (answer == CLUB_DONE) {
        keep_key(call, &contest);
        contests_tell(call->site, contest.name);
    }
    if (answer == CLUB_DONE && act == contest_delete) {
        site_answer_nothing(call);
        contest_free(&contest);
    } else {
        answer_round(call, 200, answer, &contest, -1, &error);
    }
}

static void contests_open(struct site_call *call) {
    struct error error;
    struct contest contest = {0};
    struct contest_person who = contests_person(call);
    const struct contest_offer offer = {.title = site_text(call, "title"),
                                        .format = site_text(call, "format"),
                                        .game = site_text(call, "game"),
                                        .grid = site_text(call, "grid"),
                                        .rounds = site_number(call, "rounds", 0),
                                        .minutes = site_number(call, "minutes", 0),
                                        .clock = site_number(call, "clock_ms", 0),
                                        .increment = site_number(call, "increment_ms", 0),
                                        .class = site_flag(call, "class"),
                                        .public = site_flag(call, "public"),
                                        .by_hand = site_flag(call, "by_hand")};
    if (!call->signed_in && !who.operator) {
        site_refuse_as(call, 401, "sign-in", _("sign in first"));
        return;
    }
    enum club_answer answer =
        contest_open(&call->site->club, &who, &offer, call->now, &contest, &error);
    answer_round(call, 201, answer, &contest, -1, &error);
}

/* Reads the contest of the address; if it cannot be seen, that is answered. */
static bool read_contest(struct site_call *call, struct contest *contest) {
    struct error error;
    struct contest_person who = contests_person(call);
    struct contest_request request = {
        .who = &who, .name = site_word(call, 0), .now = call->now, .contest = contest};
    enum club_answer answer = contest_read(&call->site->club, &request, &error);
    if (answer == CLUB_DONE)
        return true;
    contest_free(contest);
    site_refuse(call, answer, &error);
    return false;
}

/* ?round=N: the pairings of that round, 0: all. */
static void contests_read(struct site_call *call) {
    struct error error;
    struct contest contest = {0};
    int64_t round = http_argument(call->request, "round");
    if (read_contest(call, &contest))
        answer_round(call, 200, CLUB_DONE, &contest,
                     round > CONTEST_BATCHES_MAX ? CONTEST_BATCHES_MAX : (int)round, &error);
}

static void contests_answer_list(struct site_call *call) {
    const struct page_request list = site_list(call);
    struct json json = {0};
    struct error error;
    int64_t total = 0;
    json_open(&json, NULL, '{');
    json_open(&json, "contests", '[');
    bool done = contests_list(&call->site->club, call->signed_in ? call->account.id : 0, list.from,
                              list.count, &total, contest_json_entry, &json, &error);
    json_close(&json, ']');
    site_add_list(&json, list, total);
    site_answer_outcome(call, club_done(done), &json, &error);
}

static void add_logged(void *context, const struct contest_log_entry *entry) {
    struct json *json = context;
    json_open(json, NULL, '{');
    site_add_time(json, "at", entry->at);
    json_string(json, "by", entry->by);
    json_string(json, "what", entry->what);
    json_string(json, "who", *entry->who ? entry->who : NULL);
    json_string(json, "before", *entry->before ? entry->before : NULL);
    json_string(json, "after", *entry->after ? entry->after : NULL);
    json_integer_if(json, "round", entry->round > 0, entry->round);
    json_integer_if(json, "board", entry->board > 0, entry->board);
    json_close(json, '}');
}

static void contests_answer_log(struct site_call *call) {
    struct contest contest = {0};
    struct json json = {0};
    struct error error;
    if (!read_contest(call, &contest))
        return;
    json_open(&json, NULL, '{');
    json_open(&json, "log", '[');
    bool done = contest_log(&call->site->club, &contest, add_logged, &json, &error);
    json_close(&json, ']');
    site_answer_outcome(call, club_done(done), &json, &error);
    contest_free(&contest);
}

static void contests_follow(struct site_call *call) {
    struct contest contest = {0};
    if (!read_contest(call, &contest))
        return;
    site_answer_events(call, find_log(call->site, contest.name));
    contest_free(&contest);
}

static void answer_csv(struct site_call *call) {
    struct contest contest = {0};
    struct text csv = {0};
    struct error error;
    if (!read_contest(call, &contest))
        return;
    if (strstr(call->route->path, "/standings.csv"))
        contest_csv_standings(&csv, &contest);
    else
        contest_csv_results(&csv, &contest);
    site_answer_text(call, CLUB_DONE, "text/csv; charset=utf-8", &csv, &error);
    contest_free(&contest);
}

/* ---- slips ----------------------------------------------------------------------------------- */

/* Where the codes lead: the address at which browsers reach the page. */
static bool read_base(struct site_call *call, char base[BASE_SIZE]) {
    if (site_argument(call, "base", base, BASE_SIZE) &&
        (strncmp(base, "http://", 7) == 0 || strncmp(base, "https://", 8) == 0))
        return true;
    site_refuse_as(call, 400, "invalid",
                   _("\"base\" must be the address of the page: http:// or https://"));
    return false;
}

static bool add_slip(struct json *json, const struct contest *contest, int pairing, int seat,
                     const char *base) {
    char slip[SECRET_SIZE], link[LINK_SIZE];
    struct text path = {0};
    int size = 0;
    contest_slip(contest, contest->pairing[pairing].id, seat, slip);
    snprintf(link, sizeof link, "%s#slip/%s/%s", base, contest->name, slip);
    bool done = qr_path_add(link, &path, &size);
    json_open(json, NULL, '{');
    contest_json_slip(json, contest, pairing, seat);
    json_string(json, "link", link);
    json_integer(json, "size", size);
    json_string(json, "path", text_get(&path));
    json_close(json, '}');
    text_free(&path);
    return done;
}

/* The slips of the round that is played, for the organiser. */
static void contests_slips(struct site_call *call) {
    struct contest contest = {0};
    struct json json = {0};
    char base[BASE_SIZE];
    bool good = true;
    if (!read_base(call, base) || !read_contest(call, &contest))
        return;
    struct contest_person who = contests_person(call);
    if (!contest_is_organiser(&contest, &who)) {
        site_refuse_as(call, 403, "forbidden", _("only the organiser may do that"));
        contest_free(&contest);
        return;
    }
    json_open(&json, NULL, '{');
    json_open(&json, "slips", '[');
    for (int i = 0; i < contest.pairings; i++)
        for (int seat = 0; good && seat < 2; seat++)
            if (!pairing_is_over(&contest.pairing[i]) && !*contest.pairing[i].table)
                good = add_slip(&json, &contest, i, seat, base);
    json_close(&json, ']');
    contest_free(&contest);
    if (good) {
        site_answer_json(call, 200, &json);
        return;
    }
    text_free(&json.text);
    site_refuse_as(call, 503, "failed", _("out of memory"));
}

/* Answers with the pairing and the seat of the slip, after `act`. Whoever has a slip sees the
 * pairing, also of a class. */
static void answer_slip(struct site_call *call, contest_act *act, const int *score) {
    struct contest contest = {0};
    struct json json = {0};
    struct error error;
    int pairing, seat;
    struct contest_request request = {.who = &(const struct contest_person){0},
                                      .name = site_word(call, 0),
                                      .slip = site_word(call, 1),
                                      .score = score,
                                      .now = call->now,
                                      .contest = &contest};
    json_open(&json, NULL, '{');
    enum club_answer answer = act(&call->site->club, &request, &error);
    if (answer == CLUB_DONE)
        answer = contest_find_slip(&contest, request.slip, &pairing, &seat, &error);
    if (answer == CLUB_DONE)
        contest_json_slip(&json, &contest, pairing, seat);
    if (answer == CLUB_DONE && score)
        contests_tell(call->site, contest.name);
    site_answer_outcome(call, answer, &json, &error);
    contest_free(&contest);
}

static void contests_slip(struct site_call *call) {
    answer_slip(call, contest_read, NULL);
}

static void contests_say_slip(struct site_call *call) {
    const int score[2] = {site_number(call, "score1", 0), site_number(call, "score2", 0)};
    answer_slip(call, contest_say, score);
}

/* ---- entering -------------------------------------------------------------------------------- */

/* The code may be all that is known of the contest. */
static void contests_enter(struct site_call *call) {
    contests_request(
        call, contest_enter,
        (struct contest_request){.name = strchr(call->route->path, '?') ? site_word(call, 0) : NULL,
                                 .code = site_text(call, "code"),
                                 .player = site_text(call, "name"),
                                 .team = site_text(call, "team")});
}

static void contests_add(struct site_call *call) {
    contests_request(call, contest_add,
                     (struct contest_request){.player = site_text(call, "name"),
                                              .team = site_text(call, "team")});
}

static void contests_change(struct site_call *call) {
    const char *word = site_text(call, "presence");
    int presence = -1;
    for (int i = 0; site_has(call, "presence") && contest_presence_name[i]; i++)
        if (strcmp(word, contest_presence_name[i]) == 0)
            presence = i;
    if (site_has(call, "presence") && presence < 0) {
        site_refuse_as(call, 400, "invalid", _("\"presence\" must be here, absent or withdrawn"));
        return;
    }
    contests_request(
        call, contest_change,
        (struct contest_request){.number = site_word_number(call, 1),
                                 .player = site_has(call, "name") ? site_text(call, "name") : NULL,
                                 .team = site_has(call, "team") ? site_text(call, "team") : NULL,
                                 .presence = presence});
}

static void contests_remove(struct site_call *call) {
    contests_request(call, contest_remove,
                     (struct contest_request){.number = site_word_number(call, 1)});
}

/* ---- rounds and results ---------------------------------------------------------------------- */

static void contests_pair(struct site_call *call) {
    contests_request(call, contest_pair,
                     (struct contest_request){.round = site_number(call, "round", 0)});
}

static void contests_undo(struct site_call *call) {
    contests_request(call, contest_undo,
                     (struct contest_request){.round = site_number(call, "round", 0),
                                              .force = site_flag(call, "drop")});
}

static void contests_say(struct site_call *call) {
    const int score[2] = {site_number(call, "score1", 0), site_number(call, "score2", 0)};
    contests_request(call, contest_say,
                     (struct contest_request){.number = site_word_number(call, 1), .score = score});
}

/* A score, or who has won since the other has not come: 1 or 2, 0: neither has. */
static void contests_decide(struct site_call *call) {
    const int score[2] = {site_number(call, "score1", 0), site_number(call, "score2", 0)};
    bool played = site_has(call, "score1") && site_has(call, "score2");
    int winner = site_number(call, "walkover", 0) - 1;
    if (played == site_has(call, "walkover") || winner > 1) {
        site_refuse_as(
            call, 400, "invalid",
            _("say both scores, or by \"walkover\" who has come: 1, 2, or 0 for neither"));
        return;
    }
    contests_request(call, contest_decide,
                     (struct contest_request){.number = site_word_number(call, 1),
                                              .score = played ? score : NULL,
                                              .winner = winner < 0 ? CONTEST_NOBODY : winner});
}

static void contests_end(struct site_call *call) {
    contests_request(call, contest_end, (struct contest_request){0});
}

static void contests_delete(struct site_call *call) {
    contests_request(call, contest_delete,
                     (struct contest_request){.title = site_text(call, "title")});
}

/* ---- the part -------------------------------------------------------------------------------- */

static void tell_changed(void *context, const char *name) {
    contests_tell(context, name);
}

static bool contests_run(struct site *site, int64_t now) {
    struct error error;
    if (!contests_settle(&site->club, now, tell_changed, site, &error))
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    return false;
}

static bool contests_sweep(struct site *site, int64_t now) {
    (void)now;
    contests_sweep_logs(site, false);
    return false;
}

static void contests_close(struct site *site) {
    contests_sweep_logs(site, true);
}

/* clang-format off */
static const struct site_route routes[] = {
    {"GET", "api/contests", .handle = contests_answer_list},
    {"POST", "api/contests", SITE_ANYBODY, SITE_BEGIN, .handle = contests_open,
     .body = {{"title", 's', false}, {"format", 's', false}, {"rounds", 'i', true}, {"minutes", 'i', true},
              {"game", 's', true}, {"grid", 's', true}, {"clock_ms", 'i', true}, {"increment_ms", 'i', true},
              {"class", 'b', true}, {"public", 'b', true}, {"by_hand", 'b', true}}},
    {"POST", "api/contests/enter", SITE_ANYBODY, SITE_BEGIN, .handle = contests_enter,
     .body = {{"code", 's', false}, {"name", 's', true}, {"team", 's', true}, {"key", 's', true}}},
    {"GET", "api/contests/?", .handle = contests_read},
    {"GET", "api/contests/?/log", .handle = contests_answer_log},
    {"GET", "api/contests/?/events", SITE_ANYBODY, SITE_STREAM, .stream = true, .handle = contests_follow},
    {"GET", "api/contests/?/standings.csv", .handle = answer_csv},
    {"GET", "api/contests/?/results.csv", .handle = answer_csv},
    {"GET", "api/contests/?/slips", .handle = contests_slips},
    {"GET", "api/contests/?/slips/?", .handle = contests_slip},
    {"POST", "api/contests/?/slips/?", .handle = contests_say_slip,
     .body = {{"score1", 'i', false}, {"score2", 'i', false}}},
    {"POST", "api/contests/?/enter", SITE_ANYBODY, SITE_BEGIN, .handle = contests_enter,
     .body = {{"code", 's', true}, {"name", 's', true}, {"team", 's', true}, {"key", 's', true}}},
    {"POST", "api/contests/?/players", .handle = contests_add,
     .body = {{"name", 's', false}, {"team", 's', true}}},
    {"POST", "api/contests/?/players/?", .handle = contests_change,
     .body = {{"name", 's', true}, {"team", 's', true}, {"presence", 's', true}}},
    {"POST", "api/contests/?/players/?/remove", .handle = contests_remove},
    {"POST", "api/contests/?/pair", .handle = contests_pair, .body = {{"round", 'i', false}}},
    {"POST", "api/contests/?/undo", .handle = contests_undo,
     .body = {{"round", 'i', false}, {"drop", 'b', true}}},
    {"POST", "api/contests/?/pairings/?", .handle = contests_say,
     .body = {{"score1", 'i', false}, {"score2", 'i', false}}},
    {"POST", "api/contests/?/pairings/?/decide", .handle = contests_decide,
     .body = {{"score1", 'i', true}, {"score2", 'i', true}, {"walkover", 'i', true}}},
    {"POST", "api/contests/?/end", .handle = contests_end},
    {"POST", "api/contests/?/delete", .handle = contests_delete, .body = {{"title", 's', false}}},
    {0},
};
/* clang-format on */

static const struct site_job jobs[] = {
    {"contests", 2 * 1000, contests_run},
    {"followed contests", 60 * 1000, contests_sweep},
    {0},
};

const struct site_part site_part_contests = {
    .feature = "contests", .routes = routes, .jobs = jobs, .close = contests_close};
