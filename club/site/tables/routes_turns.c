/* routes_turns.c - what waits for an account: for its pages, as a list that is followed live, and
 * for programs that have no key, by a secret address: an Atom feed (RFC 4287) of turns, challenges
 * and results, and a calendar (iCalendar, RFC 5545) with the ends of moves by correspondence.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/text.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/table_feed.h"
#include "club/site/tables/turn_feed.h"
#include "club/store/tables/turns.h"
#include "games/game.h"

#include <stdio.h>
#include <string.h>

enum { RESULTS = 20, FOLD = 75 /* bytes of a line of a calendar */ };

/* ---- the list -------------------------------------------------------------------------------- */

static void answer_turns(struct site_call *call) {
    struct json json = {0};
    struct error error;
    json_open(&json, NULL, '{');
    site_answer_outcome(
        call,
        turn_feed_add(&call->site->club, call->account.id, &json, &error) ? CLUB_DONE : CLUB_FAILED,
        &json, &error);
}

static void follow_turns(struct site_call *call) {
    struct error error;
    struct event_log *log = turn_feed_log(call->site->turn_feed, call->account.id, &error);
    if (log)
        site_answer_events(call, log);
    else
        site_refuse(call, CLUB_FAILED, &error);
}

/* ---- the address ----------------------------------------------------------------------------- */

static void answer_address(struct site_call *call) {
    char utc[CALENDAR_TIME_SIZE];
    struct json json = {0};
    struct error error;
    if (!turns_since(&call->site->club, call->account.id, utc, &error)) {
        site_refuse(call, CLUB_FAILED, &error);
        return;
    }
    json_open(&json, NULL, '{');
    json_string(&json, "created", *utc ? utc : NULL);
    site_answer_json(call, 200, &json);
}

static void add_feed_address(const struct site *site, struct json *json, const char *key,
                             const char *secret, const char *file) {
    struct text address = {0};
    text_addf(&address, "%sfeeds/%s/%s", site->address, secret, file);
    json_string(json, key, text_get(&address));
    text_free(&address);
}

static void renew_address(struct site_call *call) {
    char secret[SECRET_SIZE];
    struct json json = {0};
    struct error error;
    enum club_answer answer =
        turns_renew(&call->site->club, call->account.id, call->now, secret, &error);
    if (site_refused(call, answer, &error))
        return;
    json_open(&json, NULL, '{');
    add_feed_address(call->site, &json, "atom", secret, "turns.atom");
    add_feed_address(call->site, &json, "calendar", secret, "turns.ics");
    site_answer_json(call, 201, &json);
}

static void end_address(struct site_call *call) {
    struct error error;
    if (turns_end(&call->site->club, call->account.id, &error))
        site_answer_nothing(call);
    else
        site_refuse(call, CLUB_FAILED, &error);
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
    struct error error;
    enum club_answer answer = turns_account(&call->site->club, site_word(call, 0), account, &error);
    if (answer != CLUB_DONE)
        site_refuse(call, answer, &error);
    return answer == CLUB_DONE;
}

/* ---- Atom ------------------------------------------------------------------------------------ */

static void turns_add_link(struct writing *writing, const char *table) {
    text_add(&writing->text, "<link rel=\"alternate\" href=\"");
    text_add_escaped(&writing->text, writing->call->site->address);
    text_addf(&writing->text, "#table/%s\"/>\n", table);
}

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
    turns_add_link(writing, turn->table);
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
    struct error error;
    char utc[CALENDAR_TIME_SIZE];
    if (!begin_feed(call, &account))
        return;
    struct club *club = &call->site->club;
    bool done = turns_each(club, account.id, RESULTS, turns_find_latest, &writing, &error);
    text_add(&writing.text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                            "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    text_add_escaped(&writing.text, account.name);
    text_addf(&writing.text,
              "</title>\n<id>tag:triancey,2026:%s/account/%lld</id>\n<updated>%s</updated>\n"
              "<author><name>triancey</name></author>\n",
              club->source, (long long)account.id, club_time(writing.latest, utc));
    done = done && turns_each(club, account.id, RESULTS, turns_add_entry, &writing, &error);
    text_add(&writing.text, "</feed>\n");
    site_answer_text(call, done ? CLUB_DONE : CLUB_FAILED, "application/atom+xml", &writing.text,
                     &error);
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
    struct error error;
    if (!begin_feed(call, &account))
        return;
    text_add(&writing.text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                            "PRODID:-//triancey//triancey-club " PACKAGE_VERSION "//EN\r\n");
    bool done = turns_each(&call->site->club, account.id, 0, add_event, &writing, &error);
    text_add(&writing.text, "END:VCALENDAR\r\n");
    site_answer_text(call, done ? CLUB_DONE : CLUB_FAILED, "text/calendar", &writing.text, &error);
}

/* ---- the part -------------------------------------------------------------------------------- */

static void note_turn(void *context, const char *table) {
    turn_feed_note(context, table);
}

static bool open_turns(struct site *site, struct error *error) {
    (void)error;
    site->turn_feed = turn_feed_new(&site->club);
    table_feed_listen(site->table_feed, note_turn, site->turn_feed);
    return true;
}

static void close_turns(struct site *site) {
    table_feed_listen(site->table_feed, NULL, NULL);
    turn_feed_free(site->turn_feed);
    site->turn_feed = NULL;
}

static bool sweep_turns(struct site *site, int64_t now) {
    (void)now;
    turn_feed_sweep(site->turn_feed);
    return false;
}

static int64_t turns_due(struct site *site) {
    return turn_feed_deadline(site->turn_feed);
}

static void run_turns(struct site *site, const struct pollfd *polls, int count) {
    (void)polls;
    (void)count;
    turn_feed_publish(site->turn_feed);
}

static void measure_turns(struct site *site, struct text *metrics) {
    text_addf(metrics,
              "# HELP triancey_turn_logs Accounts whose turns are followed.\n"
              "# TYPE triancey_turn_logs gauge\ntriancey_turn_logs %zu\n",
              turn_feed_count(site->turn_feed));
}

static const struct site_route routes[] = {
    {"GET", "api/turns", SITE_ACCOUNT, .handle = answer_turns},
    {"GET", "api/turns/events", SITE_ACCOUNT, SITE_STREAM, .stream = true, .handle = follow_turns},
    {"GET", "api/account/feed", SITE_ACCOUNT, .handle = answer_address},
    {"POST", "api/account/feed", SITE_ACCOUNT, .handle = renew_address},
    {"POST", "api/account/feed/end", SITE_ACCOUNT, .handle = end_address},
    {"GET", "feeds/?/turns.atom", .page = true, .handle = answer_atom},
    {"GET", "feeds/?/turns.ics", .page = true, .handle = answer_calendar},
    {0},
};

static const struct site_job jobs[] = {
    {"turns", 5 * 1000, sweep_turns},
    {0},
};

const struct site_part site_part_turns = {.routes = routes,
                                          .jobs = jobs,
                                          .open = open_turns,
                                          .close = close_turns,
                                          .deadline = turns_due,
                                          .run = run_turns,
                                          .measure = measure_turns};
