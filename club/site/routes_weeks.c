/* routes_weeks.c - a week: its boards, the digest of its secret, the rules of its games. */
#include "config.h"

#include "base/error.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"
#include "club/store/weeks.h"
#include "games/game.h"
#include "grids/grid.h"

#include <stdio.h>

static bool add_board(struct site *site, struct json *json, int number, const char *word,
                      struct error *error) {
    const struct made_board *board =
        boards_by_name(&site->club.boards, game_find(CLUB_GAME), word, 0, error);
    if (!board)
        return false;
    json_open(json, NULL, '{');
    json_integer(json, "board", number);
    json_string(json, "word", word);
    json_integer(json, "cells", board->grid->cells);
    json_string(json, "line", board->line);
    json_close(json, '}');
    return true;
}

static bool add_boards(struct site *site, struct json *json, const struct club_week *week,
                       struct error *error) {
    bool good = true;
    json_open(json, "boards", '[');
    for (int i = 0; good && i < WEEK_BOARDS && *week->word[i]; i++)
        good = add_board(site, json, i + 1, week->word[i], error);
    json_close(json, ']');
    return good;
}

static void answer_week(struct site_call *call) {
    struct club_week week;
    struct club *club = call->club;
    if (!weeks_read(club, site_word(call, 0), call->now, &week, &call->error)) {
        site_refuse(call, CLUB_UNKNOWN);
        return;
    }
    struct json json = json_new_object();
    json_string(&json, "week", week.name);
    club_add_time(&json, "begin", week.begin);
    club_add_time(&json, "end", week.end);
    json_bool(&json, "closed", week.closed);
    json_string(&json, "digest", week.digest);
    json_string(&json, "secret", *week.secret ? week.secret : NULL);
    json_string(&json, "drawn", *week.drawn ? week.drawn : NULL);
    json_integer(&json, "round", week.round);
    json_string(&json, "randomness", *week.randomness ? week.randomness : NULL);
    json_string(&json, "game", CLUB_GAME);
    json_integer(&json, "clock_ms", CLUB_CLOCK_MS);
    json_integer(&json, "increment_ms", CLUB_INCREMENT_MS);
    json_integer(&json, "halves", CLUB_HALVES);
    bool done = add_boards(call->site, &json, &week, &call->error);
    site_answer_outcome(call, club_done(done), &json);
}

static bool weeks_run(struct site *site, int64_t now, struct error *error) {
    return weeks_settle(&site->club, now, error);
}

static const struct site_route routes[] = {
    {"GET", "api/weeks/?", .handle = answer_week},
    {0},
};

const struct site_part site_part_weeks = {
    .feature = "tournament",
    .routes = routes,
    .jobs = {{"clock", 10 * 1000, site_clock_look}, {"weeks", 60 * 1000, weeks_run}}};
