/* turn_feed.c - what waits for an account: for its pages, as a list that is followed live, and for
 * programs that have no key, by a secret address: an Atom feed (RFC 4287) of turns, challenges and
 * results, and a calendar (iCalendar, RFC 5545) with the ends of moves by correspondence.
 *
 * Each account that is followed has a log. Tables that were noted are looked up after the commit,
 * to see who sits there or is challenged there; who does not look on costs nothing. A list that has
 * not changed is not told again. */
#include "config.h"

#include "club/site/tables/table_feed.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/secret.h"
#include "base/text.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/tables/turns.h"
#include "games/game.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOG_BYTES = 1, /* the last one is kept in any case */
    TABLES_MAX = 256,
    GATHER_US = 40 * 1000,
    LOOKS = 20, /* at each sweep */
    RESULTS = 20,
    FOLD = 75 /* bytes of a line of a calendar */
};

struct turn_feed {
    struct club *club;
    struct feed *feed;                   /* by account */
    char table[TABLES_MAX][SECRET_SIZE]; /* that were noted */
    int tables;
    int64_t published; /* clock_us() */
};

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
    club_add_time(json, "since", turn->at);
    club_add_time(json, "deadline", turn->deadline);
    json_close(json, '}');
}

static void turn_feed_add_wait(void *context, const char *table) {
    json_string(context, NULL, table);
}

/* Adds "turns" and "waits" to an open object. */
static bool turn_feed_add(struct club *club, int64_t account, struct json *json,
                          struct error *error) {
    json_open(json, "turns", '[');
    bool done = turns_each(club, account, 0, turn_feed_add_turn, json, error);
    json_close(json, ']');
    json_open(json, "waits", '[');
    done = done && turns_waits(club, account, turn_feed_add_wait, json, error);
    json_close(json, ']');
    return done;
}

/* Sends the list, unless it is as it was sent last. */
static bool turn_feed_send(struct turn_feed *feed, struct followed *followed, struct error *error) {
    struct json json = json_new_object();
    bool done = turn_feed_add(feed->club, followed->number, &json, error);
    json_close(&json, '}');
    if (done && (!followed->said || strcmp(followed->said, needed_text(&json.text)) != 0)) {
        free(followed->said);
        followed->said = needed(strdup(text_get(&json.text)));
        event_log_add(followed->log, NULL, followed->said);
    }
    text_free(&json.text);
    return done;
}

/* ---- who follows ----------------------------------------------------------------------------- */

/* The log of an account, whose last event is how things are. NULL and a message. */
static struct event_log *turn_feed_log(struct turn_feed *feed, int64_t account,
                                       struct error *error) {
    struct followed *followed = feed_find_or_add(feed->feed, "", account);
    feed_note(feed->feed, followed); /* what is read now may be taken back */
    if (turn_feed_send(feed, followed, error))
        return followed->log;
    feed_drop(feed->feed, followed);
    return NULL;
}

void turn_feed_note_account(struct turn_feed *feed, int64_t account) {
    feed_note(feed->feed, feed_find(feed->feed, "", account));
}

void turn_feed_note(struct turn_feed *feed, const char *table) {
    if (!feed || feed->feed->count == 0)
        return;
    for (int i = 0; i < feed->tables; i++)
        if (strcmp(feed->table[i], table) == 0)
            return;
    if (feed->tables == TABLES_MAX) /* too many to say which: all are noted */
        feed_note_some(feed->feed, INT_MAX);
    else
        snprintf(feed->table[feed->tables++], SECRET_SIZE, "%s", table);
}

/* ---- telling --------------------------------------------------------------------------------- */

static int64_t turns_due(struct site *site) {
    const struct turn_feed *feed = site->turn_feed;
    return feed->feed->due || feed->tables ? feed->published + GATHER_US : INT64_MAX;
}

static void turn_feed_note_one(void *context, int64_t account) {
    turn_feed_note_account(context, account);
}

static bool turn_feed_update(void *context, struct followed *followed) {
    struct error error;
    if (!turn_feed_send(context, followed, &error))
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    return true;
}

static void run_turns(struct site *site, bool ready) {
    struct turn_feed *feed = site->turn_feed;
    struct error error;
    int64_t present = clock_us();
    (void)ready;
    if (present < turns_due(site))
        return;
    feed->published = present;
    for (int i = 0; i < feed->tables; i++)
        if (!turns_at(feed->club, feed->table[i], turn_feed_note_one, feed, &error))
            fprintf(stderr, "%s: %s\n", "serve", error.text);
    feed->tables = 0;
    feed_update(feed->feed, turn_feed_update, feed);
}

/* Looks whether another program has changed something for those who read: some of them at each
 * call. */
static bool sweep_turns(struct site *site, int64_t now, struct error *error) {
    (void)now, (void)error;
    feed_sweep(site->turn_feed->feed);
    feed_note_some(site->turn_feed->feed, LOOKS);
    return true;
}

int turn_feed_readers(const struct turn_feed *feed, int64_t account) {
    return feed_readers(feed->feed, "", account);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void answer_turns(struct site_call *call) {
    struct json json = json_new_object();
    bool done = turn_feed_add(call->club, call->account.id, &json, &call->error);
    site_answer_outcome(call, club_done(done), &json);
}

static void follow_turns(struct site_call *call) {
    struct event_log *log = turn_feed_log(call->site->turn_feed, call->account.id, &call->error);
    if (log)
        http_answer_events(call->request, log);
    else
        site_refuse(call, CLUB_FAILED);
}

/* ---- the address ----------------------------------------------------------------------------- */

static void answer_address(struct site_call *call) {
    char utc[CALENDAR_TIME_SIZE];
    bool done = turns_since(call->club, call->account.id, utc, &call->error);
    if (site_refused(call, club_done(done)))
        return;
    struct json json = json_new_object();
    json_string(&json, "created", *utc ? utc : NULL);
    site_answer_json(call, 200, &json);
}

static void add_feed_address(const struct site *site, struct json *json, const char *key,
                             const char *secret, const char *file) {
    char *address = needed_string("%sfeeds/%s/%s", site->address, secret, file);
    json_string(json, key, address);
    free(address);
}

static void renew_address(struct site_call *call) {
    char secret[SECRET_SIZE];
    enum club_answer answer =
        turns_renew(call->club, call->account.id, call->now, secret, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    add_feed_address(call->site, &json, "atom", secret, "turns.atom");
    add_feed_address(call->site, &json, "calendar", secret, "turns.ics");
    site_answer_json(call, 201, &json);
}

static void end_address(struct site_call *call) {
    bool done = turns_end(call->club, call->account.id, &call->error);
    if (!site_refused(call, club_done(done)))
        site_answer_nothing(call);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void write_turn(const struct turn *turn, struct text *to) {
    const char *against = *turn->against ? turn->against : _("a guest");
    const struct game *game = game_find(turn->game);
    const char *title = game ? game->title : turn->game;
    if (turn->kind == TURN_CHALLENGE)
        text_addf(to, _("%s challenges you: %s"), against, title);
    else if (turn->kind == TURN_MOVE)
        text_addf(to, _("Your turn against %s: %s"), against, title);
    else if (turn->margin > 0)
        text_addf(to, _("You have won against %s by %d: %s"), against, turn->margin, title);
    else if (turn->margin < 0)
        text_addf(to, _("You have lost against %s by %d: %s"), against, -turn->margin, title);
    else
        text_addf(to, _("A draw against %s: %s"), against, title);
    if (*turn->grid)
        text_addf(to, " (%s)", turn->grid);
}

/* One account's feed, while it is written. */
struct writing {
    struct site_call *call;
    struct text text;
    int64_t latest; /* when something has happened last */
};

static bool begin_feed(struct site_call *call, struct account *account) {
    enum club_answer answer = turns_account(call->club, site_word(call, 0), account, &call->error);
    return !site_refused(call, answer);
}

/* ---- Atom ------------------------------------------------------------------------------------ */

/* A turn is a new entry each time, so its id has the step. */
static void turns_add_entry(void *context, const struct turn *turn) {
    static const char *const words[] = {"turn", "challenge", "result"};
    struct writing *writing = context;
    struct text title = {0}, *xml = &writing->text;
    char utc[CALENDAR_TIME_SIZE];
    const char *source = writing->call->site->club.source;
    const int64_t at = turn->at < writing->call->now ? turn->at : writing->call->now;
    write_turn(turn, &title);
    text_add(xml, "<entry>\n<title>");
    text_add_escaped(xml, text_get(&title));
    text_addf(xml, "</title>\n<id>tag:triancey,2026:%s/%s/%s/%d</id>\n<updated>%s</updated>\n",
              source, words[turn->kind], turn->table, turn->step, club_time(at, utc));
    text_add(xml, "<link rel=\"alternate\" href=\"");
    text_add_escaped(xml, writing->call->site->address);
    text_addf(xml, "#table/%s\"/>\n", turn->table);
    if (turn->days && turn->kind == TURN_MOVE) {
        text_add(xml, "<content type=\"text\">");
        text_addf(xml, _("You have until %s."), club_time(turn->deadline, utc));
        text_add(xml, "</content>\n");
    }
    text_add(xml, "</entry>\n");
    text_free(&title);
}

static void turns_find_latest(void *context, const struct turn *turn) {
    struct writing *writing = context;
    if (turn->at > writing->latest && turn->at <= writing->call->now)
        writing->latest = turn->at;
}

static void answer_atom(struct site_call *call) {
    struct writing writing = {.call = call};
    struct account account;
    char utc[CALENDAR_TIME_SIZE];
    if (!begin_feed(call, &account))
        return;
    struct club *club = call->club;
    bool done = turns_each(club, account.id, RESULTS, turns_find_latest, &writing, &call->error);
    text_add(&writing.text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                            "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    text_add_escaped(&writing.text, account.name);
    text_addf(&writing.text,
              "</title>\n<id>tag:triancey,2026:%s/account/%lld</id>\n<updated>%s</updated>\n"
              "<author><name>triancey</name></author>\n",
              club->source, (long long)account.id, club_time(writing.latest, utc));
    done = done && turns_each(club, account.id, RESULTS, turns_add_entry, &writing, &call->error);
    text_add(&writing.text, "</feed>\n");
    site_answer_text(call, club_done(done), "application/atom+xml", &writing.text);
}

/* ---- iCalendar ------------------------------------------------------------------------------- */

/* Adds a line, folded between characters, with a text in which some characters are escaped. */
static void add_line(struct text *to, const char *name, const char *value) {
    size_t column = strlen(name);
    text_add(to, name);
    while (*value) {
        size_t length = text_character(value);
        const bool escaped = strchr("\\;,", *value) != NULL;
        length = length ? length : 1;
        if (column + length + escaped > FOLD) {
            text_add(to, "\r\n ");
            column = 1;
        }
        text_add_bytes(to, "\\", escaped);
        text_add_bytes(to, value, length);
        column += length + escaped;
        value += length;
    }
    text_add(to, "\r\n");
}

/* "20261104T120000Z" */
static void add_moment(struct text *to, const char *name, int64_t ms) {
    char utc[CALENDAR_TIME_SIZE];
    text_add(to, name);
    for (const char *c = club_time(ms, utc); *c; c++)
        if (*c != '-' && *c != ':')
            text_add_bytes(to, c, 1);
    text_add(to, "\r\n");
}

static void add_event(void *context, const struct turn *turn) {
    struct writing *writing = context;
    struct text title = {0}, address = {0}, id = {0}, *to = &writing->text;
    if (turn->kind != TURN_MOVE || !turn->days)
        return;
    write_turn(turn, &title);
    text_addf(&address, "%s#table/%s", writing->call->site->address, turn->table);
    const char *host = writing->call->site->club.source + strlen("club:");
    text_addf(&id, "%s-%d@%s", turn->table, turn->step, host);
    text_add(to, "BEGIN:VEVENT\r\n");
    add_line(to, "UID:", text_get(&id));
    add_moment(to, "DTSTAMP:", turn->at);
    add_moment(to, "DTSTART:", turn->deadline);
    add_line(to, "SUMMARY:", text_get(&title));
    add_line(to, "URL:", text_get(&address));
    text_add(to, "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\n");
    text_free(&title);
    text_free(&address);
    text_free(&id);
}

static void answer_calendar(struct site_call *call) {
    struct writing writing = {.call = call};
    struct account account;
    if (!begin_feed(call, &account))
        return;
    text_add(&writing.text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                            "PRODID:-//triancey//triancey-club " PACKAGE_VERSION "//EN\r\n");
    bool done = turns_each(call->club, account.id, 0, add_event, &writing, &call->error);
    text_add(&writing.text, "END:VCALENDAR\r\n");
    site_answer_text(call, club_done(done), "text/calendar", &writing.text);
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool open_turns(struct site *site, struct error *error) {
    (void)error;
    site->turn_feed = needed(calloc(1, sizeof *site->turn_feed));
    site->turn_feed->club = &site->club;
    site->turn_feed->feed = feed_new(LOG_BYTES);
    return true;
}

static void close_turns(struct site *site) {
    feed_free(site->turn_feed->feed);
    free(site->turn_feed);
    site->turn_feed = NULL;
}

static void measure_turns(struct site *site, struct text *metrics) {
    site_add_metric(metrics, "triancey_turn_logs", "gauge", "Accounts whose turns are followed.",
                    site->turn_feed->feed->count);
}

static const struct site_route routes[] = {
    {"GET", "api/turns", SITE_ACCOUNT, .handle = answer_turns},
    {"GET", "api/turns/events", SITE_ACCOUNT, LIMIT_STREAMS, .stream = true,
     .handle = follow_turns},
    {"GET", "api/account/feed", SITE_ACCOUNT, .handle = answer_address},
    {"POST", "api/account/feed", SITE_ACCOUNT, .handle = renew_address},
    {"POST", "api/account/feed/end", SITE_ACCOUNT, .handle = end_address},
    {"GET", "feeds/?/turns.atom", .page = true, .handle = answer_atom},
    {"GET", "feeds/?/turns.ics", .page = true, .handle = answer_calendar},
    {0},
};

const struct site_part site_part_turns = {.routes = routes,
                                          .jobs = {{"turns", 5 * 1000, sweep_turns}},
                                          .open = open_turns,
                                          .close = close_turns,
                                          .deadline = turns_due,
                                          .run = run_turns,
                                          .measure = measure_turns};
