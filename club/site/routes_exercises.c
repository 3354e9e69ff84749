/* routes_exercises.c - one's own mistakes, as positions to be practised. */
#include "config.h"

#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/club.h"
#include "club/store/ratings/exercises.h"

static void exercises_add(void *context, const struct exercise *exercise) {
    struct json *json = context;
    struct text moves = {0};
    text_add_bytes(&moves, exercise->moves, exercise->length);
    json_open(json, NULL, '{');
    json_integer(json, "record", exercise->game);
    json_string(json, "week", exercise->week);
    json_string(json, "word", exercise->word);
    json_string(json, "finished", exercise->finished);
    json_integer(json, "half", exercise->half);
    json_words(json, "moves", text_get(&moves));
    json_string(json, "played", exercise->played);
    json_string(json, "best", exercise->move.best);
    json_integer(json, "loss", exercise->move.loss);
    json_close(json, '}');
    text_free(&moves);
}

static void answer_exercises(struct site_call *call) {
    const struct page_request page = site_list(call);
    int64_t total = 0;
    struct json json = json_new_object();
    json_string(&json, "game", CLUB_GAME);
    json_open(&json, "exercises", '[');
    enum club_answer answer = exercises_read(call->club, &call->account, &page, &total,
                                             exercises_add, &json, &call->error);
    site_end_list(&json, page, total);
    site_answer_outcome(call, answer, &json);
}

static const struct site_route routes[] = {
    {"GET", "api/account/exercises", SITE_ACCOUNT, .handle = answer_exercises},
    {0},
};

const struct site_part site_part_exercises = {.routes = routes};
