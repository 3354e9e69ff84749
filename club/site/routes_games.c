/* routes_games.c - tournament games against the reference computer. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/site/site_call.h"
#include "club/site/site_part.h"
#include "club/site/site_state.h"
#include "club/store/computer.h"
#include "club/store/tables.h"
#include "club/store/weeks.h"
#include "record/half_json.h"
#include "record/query.h"

#include <stdio.h>

/* ---- a game ---------------------------------------------------------------------------------- */

static void add_halves(struct json *json, const struct table_view *view) {
    json_open(json, "halves", '[');
    for (int i = 0; i < view->over; i++) {
        json_open(json, NULL, '{');
        half_json_add(&view->done[i], CLUB_SEATS, json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The table of a game by its number; "": there is none. */
static bool find_table(struct site *site, int64_t game, char name[SECRET_SIZE],
                       struct error *error) {
    struct query query;
    query_keep(&query, site->club.record,
               "SELECT name FROM club_game JOIN club_table ON club_table.id = tab"
               " WHERE club_game.id = ?");
    query_bind_int(&query, 1, game);
    name[0] = '\0';
    if (query_step(&query))
        query_copy(&query, 0, name, SECRET_SIZE);
    return query_close(&query, error);
}

/* The members of a game; false and a message. */
static bool add_view(struct site *site, struct json *json, const struct table_view *view,
                     struct error *error) {
    static const char *const states[] = {
        [TABLE_OPEN] = "open", [TABLE_BETWEEN] = "between", [TABLE_OVER] = "over"};
    const struct query_value values[] = {value_text(view->table), {0}};
    bool open = view->state == TABLE_OPEN;
    int64_t game;
    if (!query_ask(site->club.record,
                   "SELECT club_game.id FROM club_game JOIN club_table ON club_table.id = tab"
                   " WHERE name = ?",
                   values, &game, error))
        return false;
    json_integer(json, "game", game);
    json_string(json, "week", view->week);
    json_integer(json, "board", view->board);
    json_string(json, "word", view->grid);
    json_string(json, "line", view->line);
    json_integer(json, "half", view->half + !open);
    json_string(json, "state", states[view->state]);
    json_bool(json, "turn", open);
    json_integer(json, "left_ms", open ? view->seat[SEAT_PERSON].left : CLUB_CLOCK_MS);
    half_json_words(json, "moves", text_get(&view->moves));
    add_halves(json, view);
    return true;
}

/* Answers with the game as it stands; a refusal has it, too, if the game is the caller's. */
static void answer_game(struct site_call *call, int status, enum club_answer answer,
                        struct table_view *view, struct error *error) {
    struct json json = {0};
    struct error late;
    bool refused = answer != CLUB_DONE;
    call->site->ranking_changed |= view->over == CLUB_HALVES && !refused;
    if (refused && !*view->table) {
        site_refuse(call, answer, error);
        table_view_free(view);
        return;
    }
    if (refused) {
        site_open_refusal(&json, site_code(answer), error->text);
        json_open(&json, "game", '{');
    } else {
        json_open(&json, NULL, '{');
    }
    if (!add_view(call->site, &json, view, &late)) {
        text_free(&json.text);
        site_refuse(call, CLUB_FAILED, &late);
    } else {
        if (refused)
            json_close(&json, '}');
        site_answer_json(call, refused ? site_status(answer) : status, &json);
    }
    table_view_free(view);
}

/* ---- routes ---------------------------------------------------------------------------------- */

static void begin_game(struct site_call *call) {
    struct table_view view = {0};
    struct error error;
    int half = site_number(call, "half", 1);
    enum club_answer answer = table_open_board(
        &call->site->club, &call->account, site_number(call, "board", 0), call->now, &view, &error);
    if (half != 1 && answer != CLUB_FAILED && view.state == TABLE_BETWEEN) {
        const struct table_person who = {.account = &call->account};
        answer = table_half(&call->site->club, &who, view.table, half, call->now, &view, &error);
    }
    answer_game(call, 201, answer, &view, &error);
}

/* Does something at the table of a game. */
static void at_table(struct site_call *call,
                     enum club_answer (*act)(struct site_call *call, const struct table_person *who,
                                             const char *name, struct table_view *view,
                                             struct error *error)) {
    const struct table_person who = {.account = &call->account};
    struct table_view view = {0};
    struct error error;
    char name[SECRET_SIZE];
    enum club_answer answer =
        !find_table(call->site, site_word_number(call, 0), name, &error) ? CLUB_FAILED
        : *name ? act(call, &who, name, &view, &error)
                : club_refuse(CLUB_UNKNOWN, &error, _("there is no such game"));
    answer_game(call, 200, answer, &view, &error);
}

static enum club_answer act_half(struct site_call *call, const struct table_person *who,
                                 const char *name, struct table_view *view, struct error *error) {
    return table_half(&call->site->club, who, name, site_number(call, "half", 0), call->now, view,
                      error);
}

static enum club_answer act_read(struct site_call *call, const struct table_person *who,
                                 const char *name, struct table_view *view, struct error *error) {
    return table_read(&call->site->club, who, name, call->now, view, error);
}

static enum club_answer act_move(struct site_call *call, const struct table_person *who,
                                 const char *name, struct table_view *view, struct error *error) {
    return table_move(&call->site->club, who, name, site_number(call, "half", 0),
                      site_number(call, "before", 0), site_text(call, "move"), call->now, view,
                      error);
}

static enum club_answer act_resign(struct site_call *call, const struct table_person *who,
                                   const char *name, struct table_view *view, struct error *error) {
    return table_resign(&call->site->club, who, name, site_number(call, "half", 0), call->now, view,
                        error);
}

static void begin_half(struct site_call *call) {
    at_table(call, act_half);
}

static void games_read_game(struct site_call *call) {
    at_table(call, act_read);
}

static void move(struct site_call *call) {
    at_table(call, act_move);
}

static void resign(struct site_call *call) {
    at_table(call, act_resign);
}

static enum club_answer games_add_game(struct site_call *call, struct json *json, const char *name,
                                       struct error *error) {
    const struct table_person who = {.account = &call->account};
    struct table_view view = {0};
    enum club_answer answer = table_read(&call->site->club, &who, name, call->now, &view, error);
    json_open(json, NULL, '{');
    if (answer == CLUB_DONE && !add_view(call->site, json, &view, error))
        answer = CLUB_FAILED;
    json_close(json, '}');
    table_view_free(&view);
    return answer;
}

static void list_games(struct site_call *call) {
    char name[WEEK_BOARDS][SECRET_SIZE];
    struct error error;
    struct json json = {0};
    enum club_answer answer =
        tables_of_week(&call->site->club, &call->account, call->now, name, &error) ? CLUB_DONE
                                                                                   : CLUB_FAILED;
    json_open(&json, NULL, '{');
    json_open(&json, "games", '[');
    for (int i = 0; answer == CLUB_DONE && i < WEEK_BOARDS; i++)
        if (*name[i])
            answer = games_add_game(call, &json, name[i], &error);
    json_close(&json, ']');
    if (answer == CLUB_DONE) {
        site_answer_json(call, 200, &json);
        return;
    }
    text_free(&json.text);
    site_refuse(call, answer, &error);
}

/* ---- the row --------------------------------------------------------------------------------- */

static bool routes_games_settle(struct site *site, int64_t now) {
    struct error error;
    if (!weeks_settle(&site->club, now, &error))
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    return false;
}

/* clang-format off */
static const struct site_route routes[] = {
    {"POST", "api/games", SITE_ACCOUNT, SITE_BEGIN, .handle = begin_game,
     .body = {{"board", 'i', false}, {"half", 'i', true}}},
    {"GET", "api/games", SITE_ACCOUNT, .handle = list_games},
    {"GET", "api/games/?", SITE_ACCOUNT, .handle = games_read_game},
    {"POST", "api/games/?/half", SITE_ACCOUNT, SITE_BEGIN, .handle = begin_half,
     .body = {{"half", 'i', false}}},
    {"POST", "api/games/?/moves", SITE_ACCOUNT, .handle = move,
     .body = {{"half", 'i', false}, {"before", 'i', false}, {"move", 's', false}}},
    {"POST", "api/games/?/resign", SITE_ACCOUNT, .handle = resign, .body = {{"half", 'i', false}}},
    {0},
};
/* clang-format on */

static const struct site_job jobs[] = {
    {"settle", 60 * 1000, routes_games_settle},
    {0},
};

const struct site_part site_part_games = {.feature = "tournament", .routes = routes, .jobs = jobs};
