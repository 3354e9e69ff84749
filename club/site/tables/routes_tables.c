/* routes_tables.c - tables: games between people by a link, by correspondence, against engines of
 * the operator, and of the tournament; followed live.
 */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/http/http_request.h"
#include "club/http/object.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_charge.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/table_engines.h"
#include "club/site/tables/table_feed.h"
#include "club/site/tables/table_json.h"
#include "club/store/tables/seeks.h"
#include "club/store/tables/table_file.h"
#include "club/store/tables/table_view.h"
#include "club/store/tables/tables.h"
#include "games/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEAT_COOKIE_SECONDS = 100 * 86400, KEYS_SIZE = 400 };

/* ---- who asks -------------------------------------------------------------------------------- */

/* The key of the seat: in the body, or as programs or browsers send it. NULL: there is none. */
static const char *find_key(const struct site_call *call) {
    const char *key = call->signed_in ? NULL : site_bearer(call->request);
    if (site_has(call, "key"))
        return site_text(call, "key");
    return key ? key : site_kept_key(call, "seat");
}

static struct table_person tables_person(const struct site_call *call) {
    return (struct table_person){.account = call->signed_in ? &call->account : NULL,
                                 .key = find_key(call)};
}

/* What is asked for by the address and the members of the body. */
static struct table_request read_request(const struct site_call *call,
                                         const struct table_person *who, struct table_view *view) {
    return (struct table_request){.who = who,
                                  .name = site_word(call, 0),
                                  .invite = site_text(call, "secret"),
                                  .move = site_text(call, "move"),
                                  .board = site_number(call, "board", 0),
                                  .half = site_number(call, "half", 0),
                                  .before = site_number(call, "before", 0),
                                  .agree = site_flag(call, "offer"),
                                  .now = call->now,
                                  .view = view};
}

/* Who asks, with where they come from, unless that does not matter. */
static struct table_person find_guest(const struct site_call *call,
                                      char texts[2][ADDRESS_TEXT_SIZE]) {
    struct table_person who = tables_person(call);
    const struct address address = site_address(call->site, call->request),
                         customer = address_network(&address), network = address_provider(&address);
    if (site_is_free(call->site, &address))
        return who;
    who.address = address_write(&customer, texts[0]);
    who.network = address_write(&network, texts[1]);
    return who;
}

/* A guest's key is kept in a cookie that is sent to this table only. */
static void keep_key(struct site_call *call, const struct table_view *view) {
    /* Only what was checked comes back in a header. */
    if (digest_is(site_text(call, "key")) && view->reader < view->players)
        site_keep_key(call, "seat", "tables", view->table, SEAT_COOKIE_SECONDS);
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Tells those who follow the table, and an engine that is to move there. */
static void tables_tell(const struct site_call *call, const struct table_view *view) {
    table_feed_note(call->site, view->table);
    lobby_note(call->site->lobby, view->table, view->shown);
    if (view->turn != TABLE_NOBODY && view->seat[view->turn].sitter == SITTER_ENGINE)
        table_engines_look(call->site->engines);
}

/* Answers with the table as it stands, in `table` if there is more to say. */
static void answer_table(struct site_call *call, int status, bool wrapped, enum club_answer answer,
                         struct table_view *view) {
    struct json json = {0};
    bool refused = answer != CLUB_DONE;
    call->site->ranking_changed |= !refused && view->board && view->over == view->halves;
    if (*view->table)
        tables_tell(call, view);
    if (refused && !*view->table) {
        site_refuse(call, answer);
    } else {
        json_open(&json, NULL, '{');
        if (refused) {
            json_string(&json, "error", call->error.text);
            json_string(&json, "code", http_code(site_status(answer)));
        }
        if (refused || wrapped)
            json_open(&json, "table", '{');
        table_json_add(&json, view);
        if (refused || wrapped)
            json_close(&json, '}');
        site_answer_json(call, refused ? site_status(answer) : status, &json);
    }
    table_view_free(view);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* What the game leaves open, as `[KEY VALUE]...`. False: something else was said. */
static bool read_keys(struct site_call *call, char keys[KEYS_SIZE]) {
    const struct json_object *parameters = object_member(call->body, "parameters");
    const struct game *game = game_find(site_text(call, "game"));
    struct game_parameter key;
    int known = 0, length = 0;
    keys[0] = '\0';
    if (site_has(call, "players"))
        length = snprintf(keys, KEYS_SIZE, "players %d", site_number(call, "players", 0));
    for (int slot = 1; game && game_key(game, slot, &key); slot++)
        if (object_number(parameters, key.name, -1) >= 0) {
            length += snprintf(keys + length, (size_t)(KEYS_SIZE - length), " %s %d", key.name,
                               object_number(parameters, key.name, 0));
            known++;
        }
    return known == object_count(parameters) ||
           error_set(&call->error, _("\"parameters\" has something that the game does not know"));
}

/* "link", "anybody", {"person":"NAME"} or {"engine":"NAME"}. */
static bool read_opponent(struct site_call *call, struct table_offer *offer) {
    const struct json_object *opponent = object_member(call->body, "opponent");
    offer->shown = strcmp(site_text(call, "opponent"), "anybody") == 0;
    if (offer->shown || strcmp(site_text(call, "opponent"), "link") == 0)
        return true;
    if (object_count(opponent) == 1 && *object_text(opponent, "person")) {
        offer->person = object_text(opponent, "person");
        return true;
    }
    offer->engine = object_text(opponent, "engine");
    if (object_count(opponent) != 1 || !*offer->engine)
        return error_set(&call->error,
                         _("\"opponent\" must be \"link\", \"anybody\", {\"person\":NAME} or "
                           "{\"engine\":NAME}"));
    return table_engines_has(call->site->engines, offer->engine, offer->game) ||
           error_set(&call->error, _("no engine of that name plays this game here"));
}

/* Opens a tournament game, whose terms are fixed. */
static void open_board(struct site_call *call) {
    struct table_view view = {0};
    const struct table_person who = {.account = &call->account};
    struct table_request request = read_request(call, &who, &view);
    enum club_answer answer = CLUB_INVALID;
    if (!call->signed_in) {
        site_refuse_as(call, 401, _("sign in first"));
        return;
    }
    if (object_count(call->body) == 1)
        answer = tables_open_board(call->club, &request, &call->error);
    else
        error_set(&call->error,
                  _("\"board\" begins a tournament game, and nothing else may be said of it"));
    answer_table(call, 201, true, answer, &view);
}

static struct table_offer read_offer(const struct site_call *call, const char *keys) {
    return (struct table_offer){.game = site_text(call, "game"),
                                .grid = site_text(call, "grid"),
                                .keys = keys,
                                .position =
                                    site_has(call, "position") ? site_text(call, "position") : NULL,
                                .seat = site_number(call, "seat", 0) - 1,
                                .clock = site_number(call, "clock_ms", 0),
                                .increment = site_number(call, "increment_ms", 0),
                                .days = site_number(call, "days", 0),
                                .rated = site_flag(call, "rated")};
}

/* Opens a table. One of a guest counts for the guest's address. */
static void open_offered(struct site_call *call, const struct table_offer *offer) {
    struct table_view view = {0};
    char texts[2][ADDRESS_TEXT_SIZE];
    const struct table_person who = find_guest(call, texts);
    struct table_request request = read_request(call, &who, &view);
    request.offer = offer;
    enum club_answer answer = tables_open(call->club, &request, &call->error);
    if (answer == CLUB_DONE)
        keep_key(call, &view);
    answer_table(call, 201, true, answer, &view);
}

static void open_table(struct site_call *call) {
    char keys[KEYS_SIZE] = "";
    struct table_offer offer = read_offer(call, keys);
    if (site_has(call, "board")) {
        open_board(call);
        return;
    }
    const char *missing = !site_has(call, "game")       ? "game"
                          : !site_has(call, "opponent") ? "opponent"
                                                        : NULL;
    if (missing)
        error_set(&call->error, _("\"%s\" is missing in the body"), missing);
    if (missing || !read_keys(call, keys) || !read_opponent(call, &offer)) {
        site_refuse(call, CLUB_INVALID);
        return;
    }
    open_offered(call, &offer);
}

/* ---- anybody --------------------------------------------------------------------------------- */

#define PLAY_CLOCK_MS     (5 * 60 * 1000)
#define PLAY_INCREMENT_MS (5 * 1000)

/* What the caller wants; a board, only if one was named. The line of the board is the caller's. */
static bool read_filter(struct site_call *call, const struct table_offer *offer,
                        struct lobby_filter *filter, char **line) {
    const bool board = site_has(call, "grid") || *offer->keys;
    int players;
    *filter = (struct lobby_filter){.offer = offer,
                                    .game = board || site_has(call, "game") ? offer->game : NULL,
                                    .any_rated = !site_has(call, "rated"),
                                    .account = call->signed_in ? call->account.id : 0};
    const struct game *game = filter->game ? game_find(filter->game) : NULL;
    if (filter->game && !game)
        return error_set(&call->error, _("there is no such game"));
    if (!board)
        return true;
    *line = table_board_spell(game, offer->grid, offer->keys, &players, &call->error);
    filter->grid = *offer->grid || !game->default_grid ? offer->grid : game->default_grid;
    filter->line = *line && strlen(*line) < SEEK_LINE_SIZE ? *line : "";
    return *line != NULL;
}

/* Takes the seat that fits and has been offered for longest. False: none is left. */
static bool take_any(struct site_call *call, const struct lobby_filter *filter) {
    char table[SECRET_SIZE], texts[2][ADDRESS_TEXT_SIZE];
    const struct table_person who = find_guest(call, texts);
    while (lobby_find(call->site->lobby, filter, table)) {
        struct table_view view = {0};
        struct table_request request = read_request(call, &who, &view);
        request.name = table;
        enum club_answer answer = tables_join(call->club, &request, &call->error);
        const bool gone =
            answer == CLUB_UNKNOWN || (answer == CLUB_CONFLICT && view.state != TABLE_WAITING);
        if (gone) {
            table_view_free(&view);
            continue;
        }
        if (answer == CLUB_DONE)
            keep_key(call, &view);
        answer_table(call, 200, true, answer, &view);
        return true;
    }
    return false;
}

/* Takes a seat that somebody offers; if nobody does, opens a table, with the usual terms where the
 * caller has left them open. */
static void play_anybody(struct site_call *call) {
    char keys[KEYS_SIZE] = "", *line = NULL;
    struct lobby_filter filter;
    struct table_offer offer = read_offer(call, keys);
    if (!site_has(call, "game"))
        offer.game = CLUB_GAME;
    if (!read_keys(call, keys) || !read_filter(call, &offer, &filter, &line)) {
        site_refuse(call, CLUB_INVALID);
    } else if (!take_any(call, &filter)) {
        offer.shown = true;
        if (!offer.days && !offer.clock) {
            offer.clock = PLAY_CLOCK_MS;
            offer.increment = PLAY_INCREMENT_MS;
        }
        open_offered(call, &offer);
    }
    free(line);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void join(struct site_call *call) {
    struct table_view view = {0};
    char texts[2][ADDRESS_TEXT_SIZE];
    const struct table_person who = find_guest(call, texts);
    struct table_request request = read_request(call, &who, &view);
    enum club_answer answer = tables_join(call->club, &request, &call->error);
    if (answer == CLUB_DONE)
        keep_key(call, &view);
    /* The lot may have moved people who followed the table to another seat: where hands are hidden,
     * their streams end, and they come back to read what the new seat knows. */
    if (answer == CLUB_DONE && view.state == TABLE_OPEN && game_find(view.game)->guess)
        table_feed_end(call->site, view.table);
    answer_table(call, 200, false, answer, &view);
}

/* Withdraws a table that waits, or declines a challenge. */
static void close_table(struct site_call *call) {
    struct table_view view = {0};
    const struct table_person who = tables_person(call);
    struct table_request request = read_request(call, &who, &view);
    struct site *site = call->site;
    enum club_answer answer = tables_close(&site->club, &request, &call->error);
    if (answer != CLUB_DONE) {
        answer_table(call, 200, false, answer, &view);
        return;
    }
    table_feed_note(site, site_word(call, 0));
    lobby_note(site->lobby, site_word(call, 0), false);
    turn_feed_note_account(site->turn_feed, request.table.kept_for);
    site_answer_nothing(call);
}

/* Does what somebody who has a seat does there, or reads. */
static void play(struct site_call *call, table_act *act) {
    struct table_view view = {0};
    const struct table_person who = tables_person(call);
    struct table_request request = read_request(call, &who, &view);
    answer_table(call, 200, false, act(call->club, &request, &call->error), &view);
}

#define PLAY(name, act)                                                                            \
    static void name(struct site_call *call) {                                                     \
        play(call, act);                                                                           \
    }

PLAY(read_table, tables_read)
PLAY(move, tables_move)
PLAY(draw, tables_draw)
PLAY(begin_half, tables_half)
PLAY(resign, tables_resign)

/* ---- following, lists, results --------------------------------------------------------------- */

/* Readers share one log where nothing is hidden, but not while a table waits: whoever waits there
 * is then seen to be present. */
static void follow(struct site_call *call) {
    struct table_view view = {0};
    const struct table_person who = tables_person(call);
    struct table_request request = read_request(call, &who, &view);
    enum club_answer answer = tables_read(call->club, &request, &call->error);
    if (!site_refused(call, answer)) {
        bool alike = !game_find(view.game)->guess && view.state != TABLE_WAITING;
        struct event_log *log = table_feed_log(
            call->site, view.table, alike ? GAME_PUBLIC : view.reader, call->now, &call->error);
        if (log)
            http_answer_events(call->request, log);
        else
            site_refuse(call, CLUB_FAILED);
    }
    table_view_free(&view);
}

static void list_tables(struct site_call *call) {
    const struct page_request list = site_list(call);
    int64_t total = 0;
    struct json json = json_new_object();
    bool done = tables_add_list(call->club, call->account.id, &list, &total, &json, &call->error);
    site_add_list(&json, list, total);
    site_answer_outcome(call, club_done(done), &json);
}

/* The tournament games of the caller in a week. */
static void list_week(struct site_call *call) {
    char name[WEEK_BOARDS][SECRET_SIZE];
    struct table_view view = {0};
    const struct table_person who = tables_person(call);
    struct table_request request = read_request(call, &who, &view);
    enum club_answer answer = tables_of_week(call->club, &call->account, site_word(call, 0),
                                             call->now, name, &call->error)
                                  ? CLUB_DONE
                                  : CLUB_UNKNOWN;
    struct json json = json_new_object();
    json_open(&json, "tables", '[');
    for (int i = 0; answer == CLUB_DONE && i < WEEK_BOARDS; i++) {
        if (!*name[i])
            continue;
        request.name = name[i];
        answer = tables_read(call->club, &request, &call->error);
        json_open(&json, NULL, '{');
        table_json_add(&json, &view);
        json_close(&json, '}');
    }
    table_view_free(&view);
    json_close(&json, ']');
    site_answer_outcome(call, answer, &json);
}

static void refuse_old(struct site_call *call) {
    site_refuse_as(call, 410, _("tournament games are tables now: POST /api/tables"));
}

static void answer_result(struct site_call *call) {
    struct json json = json_new_object();
    enum club_answer answer =
        table_result_write(call->club, site_word(call, 0), &json, &call->error);
    site_answer_outcome(call, answer, &json);
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool open_tables(struct site *site, struct error *error) {
    return tables_resume(&site->club, site_now(site), error);
}

static void tables_note(void *context, const char *table) {
    struct site *site = context;
    table_feed_note(site, table);
    lobby_note(site->lobby, table, false);
    table_engines_look(site->engines);
}

static bool routes_tables_settle(struct site *site, int64_t now, struct error *error) {
    return tables_settle(&site->club, now, &site->again, tables_note, site, error);
}

static void measure(struct site *site, struct text *metrics) {
    static const char *const states[] = {"waiting", "open", "over"};
    struct error error;
    int64_t count[3];
    if (!tables_count(&site->club, count, &error))
        return;
    text_add(metrics, "# HELP triancey_tables Tables of players.\n"
                      "# TYPE triancey_tables gauge\n");
    for (int i = 0; i < 3; i++)
        text_addf(metrics, "triancey_tables{state=\"%s\"} %lld\n", states[i], (long long)count[i]);
}

/* clang-format off */
static const struct site_route routes[] = {
    {"POST", "api/tables/?/moves", .handle = move,
     .body = {{"half", 'i', false}, {"before", 'i', false}, {"move", 's', false}}},
    {"POST", "api/tables", .cost = LIMIT_BEGINS, .handle = open_table,
     .body = {{"board", 'i', true}, {"game", 's', true}, {"grid", 's', true}, {"players", 'i', true},
              {"parameters", 'o', true}, {"position", 's', true}, {"seat", 'i', true}, {"clock_ms", 'i', true},
              {"increment_ms", 'i', true}, {"days", 'i', true}, {"opponent", 'a', true},
              {"rated", 'b', true}, {"key", 's', true}}},
    {"GET", "api/tables", SITE_ACCOUNT, .handle = list_tables},
    {"GET", "api/weeks/?/tables", SITE_ACCOUNT, .handle = list_week},
    {"POST", "api/games", .handle = refuse_old,
     .body = {{"board", 'i', true}, {"half", 'i', true}}},
    {"GET", "api/games", .handle = refuse_old},
    {"GET", "api/tables/?", .handle = read_table},
    {"POST", "api/tables/?/join", .cost = LIMIT_BEGINS, .handle = join,
     .body = {{"secret", 's', true}, {"key", 's', true}}},
    {"POST", "api/tables/?/close", .handle = close_table},
    {"POST", "api/lobby", .cost = LIMIT_BEGINS, .handle = play_anybody,
     .body = {{"game", 's', true}, {"grid", 's', true}, {"players", 'i', true},
              {"parameters", 'o', true}, {"seat", 'i', true}, {"clock_ms", 'i', true},
              {"increment_ms", 'i', true}, {"days", 'i', true}, {"rated", 'b', true},
              {"key", 's', true}}},
    {"POST", "api/tables/?/half", .cost = LIMIT_BEGINS, .handle = begin_half,
     .body = {{"half", 'i', true}}},
    {"POST", "api/tables/?/draw", .handle = draw,
     .body = {{"half", 'i', false}, {"before", 'i', false}, {"offer", 'b', false}}},
    {"POST", "api/tables/?/resign", .handle = resign, .body = {{"half", 'i', false}}},
    {"GET", "api/tables/?/events", .cost = LIMIT_STREAMS, .stream = true, .handle = follow},
    {"GET", "api/tables/?/result", .handle = answer_result},
    {0},
};
/* clang-format on */

const struct site_part site_part_tables = {.feature = "tables",
                                           .routes = routes,
                                           .jobs = {{"tables", 2 * 1000, routes_tables_settle}},
                                           .open = open_tables,
                                           .measure = measure};
