/* routes_games.c - tournament games against the reference computer. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/site/site_call.h"
#include "club/site/site_part.h"
#include "club/site/site_state.h"
#include "club/store/games.h"
#include "games/game.h"
#include "record/half_json.h"

#include <stdio.h>

enum { SETTLED_AT_ONCE = 16 }; /* games, a few milliseconds */

/* ---- a game ---------------------------------------------------------------------------------- */

static void add_halves(struct json *json, const struct game_view *view) {
    json_open(json, "halves", '[');
    for (int i = 0; i < view->over; i++) {
        json_open(json, NULL, '{');
        half_json_add(&view->past[i], CLUB_SEATS, json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The members of a game; false: its board cannot be made. */
static bool add_view(struct site *site, struct json *json, const struct game_view *view,
                     struct error *error) {
    const struct made_board *board =
        boards_by_name(&site->club.boards, game_find(CLUB_GAME), view->word, 0, error);
    if (!board)
        return false;
    json_integer(json, "game", view->game);
    json_string(json, "week", view->week);
    json_integer(json, "board", view->board);
    json_string(json, "word", view->word);
    json_string(json, "line", board->line);
    json_integer(json, "half", view->half);
    json_string(json, "state",
                view->open                  ? "open"
                : view->half <= CLUB_HALVES ? "between"
                                            : "over");
    json_bool(json, "turn", view->open);
    json_integer(json, "left_ms", view->left);
    half_json_words(json, "moves", text_get(&view->moves.words));
    add_halves(json, view);
    return true;
}

/* Answers with the game as it stands; a refusal has it, too, if the game is the caller's. */
static void answer_game(struct site_call *call, int status, enum club_answer answer,
                        struct game_view *view, struct error *error) {
    struct json json = {0};
    struct error late;
    bool refused = answer != CLUB_DONE;
    call->site->ranking_changed |= view->over == CLUB_HALVES && !refused;
    if (refused && !view->game) {
        site_refuse(call, answer, error);
        game_view_free(view);
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
    game_view_free(view);
}

/* ---- routes ---------------------------------------------------------------------------------- */

static void begin_game(struct site_call *call) {
    struct game_view view = {0};
    struct error error;
    enum club_answer answer =
        game_begin(&call->site->club, &call->account, site_number(call, "board", 0),
                   site_number(call, "half", 1), call->now, &view, &error);
    answer_game(call, 201, answer, &view, &error);
}

static void begin_half(struct site_call *call) {
    struct game_view view = {0};
    struct error error;
    struct club *club = &call->site->club;
    enum club_answer answer =
        game_read(club, &call->account, site_word_number(call, 0), call->now, &view, &error);
    if (answer == CLUB_DONE && view.half > CLUB_HALVES) /* also if its week is over */
        answer = club_refuse(CLUB_CONFLICT, &error, _("this game is over"));
    else if (answer == CLUB_DONE)
        answer = game_begin(club, &call->account, view.board, site_number(call, "half", 0),
                            call->now, &view, &error);
    answer_game(call, 200, answer, &view, &error);
}

static void games_read_game(struct site_call *call) {
    struct game_view view = {0};
    struct error error;
    enum club_answer answer = game_read(&call->site->club, &call->account,
                                        site_word_number(call, 0), call->now, &view, &error);
    answer_game(call, 200, answer, &view, &error);
}

static void move(struct site_call *call) {
    struct game_view view = {0};
    struct error error;
    enum club_answer answer = game_move(
        &call->site->club, &call->account, site_word_number(call, 0), site_number(call, "half", 0),
        site_number(call, "before", 0), site_text(call, "move"), call->now, &view, &error);
    answer_game(call, 200, answer, &view, &error);
}

static void resign(struct site_call *call) {
    struct game_view view = {0};
    struct error error;
    enum club_answer answer =
        game_resign(&call->site->club, &call->account, site_word_number(call, 0),
                    site_number(call, "half", 0), call->now, &view, &error);
    answer_game(call, 200, answer, &view, &error);
}

static enum club_answer games_add_game(struct site_call *call, struct json *json, int64_t game,
                                       struct error *error) {
    struct game_view view = {0};
    enum club_answer answer =
        game_read(&call->site->club, &call->account, game, call->now, &view, error);
    json_open(json, NULL, '{');
    if (answer == CLUB_DONE && !add_view(call->site, json, &view, error))
        answer = CLUB_FAILED;
    json_close(json, '}');
    game_view_free(&view);
    return answer;
}

static void list_games(struct site_call *call) {
    int64_t game[WEEK_BOARDS];
    struct error error;
    struct json json = {0};
    enum club_answer answer =
        games_of_week(&call->site->club, &call->account, call->now, game, &error) ? CLUB_DONE
                                                                                  : CLUB_FAILED;
    json_open(&json, NULL, '{');
    json_open(&json, "games", '[');
    for (int i = 0; answer == CLUB_DONE && i < WEEK_BOARDS; i++)
        if (game[i])
            answer = games_add_game(call, &json, game[i], &error);
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
    bool all;
    if (games_settle_some(&site->club, now, SETTLED_AT_ONCE, &all, &error))
        return !all;
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
