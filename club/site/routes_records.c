/* routes_records.c - games that are over, to be stepped through, and one's own mistakes in them, as
 * positions to be practised. */
#include "config.h"

#include "base/error.h"
#include "base/needed.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/accounts.h"
#include "club/store/ratings/analysis.h"
#include "club/store/ratings/game_record.h"
#include "club/store/ratings/ranking.h"
#include "record/half_json.h"
#include "record/record_rows.h"

#include <stdlib.h>

/* What each move of the person has lost; null: the half was not analysed yet. */
static bool add_losses(struct club *club, int64_t game, int half, struct json *json,
                       struct error *error) {
    struct analysis *analysis = needed(malloc(sizeof *analysis));
    bool known = false, done = analysis_read(club, game, half, analysis, &known, error);
    if (done && !known)
        json_string(json, "losses", NULL);
    if (known)
        json_open(json, "losses", '[');
    for (int i = 0; known && i < analysis->count; i++) {
        const struct analysed_move *move = &analysis->move[i];
        json_open(json, NULL, '{');
        json_integer(json, "move", move->ply);
        json_string(json, "best", move->best);
        json_integer(json, "loss", move->loss);
        json_bool(json, "exact", move->exact);
        json_close(json, '}');
    }
    if (known)
        json_close(json, ']');
    free(analysis);
    return done;
}

static bool records_add_half(struct club *club, const struct game_record *record, int number,
                             struct json *json, struct error *error) {
    json_open(json, NULL, '{');
    half_json_add(&record->half[number], CLUB_SEATS, json);
    json_seed_if(json, "seed", record->seeded, (int64_t)record->seed[number]);
    bool done = add_losses(club, record->game, number + 1, json, error);
    json_close(json, '}');
    return done;
}

static void answer_record(struct site_call *call) {
    struct game_record record;
    enum club_answer answer =
        game_record_read(call->club, site_word_number(call, 0),
                         call->signed_in ? &call->account : NULL, &record, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    json_integer(&json, "record", record.game);
    json_string(&json, "week", record.week);
    json_integer(&json, "board", record.board);
    json_string(&json, "word", record.word);
    json_string(&json, "game", CLUB_GAME);
    json_string(&json, "line", text_get(&record.line));
    json_open(&json, "seats", '[');
    for (int i = 0; i < CLUB_SEATS; i++)
        json_string(&json, NULL, record.name[i]);
    json_close(&json, ']');
    json_integer_if(&json, "account", record.account != 0, record.account);
    if (!record.account && record_is_deleted(record.name[0]))
        json_bool(&json, "deleted", true);
    int margins[CLUB_SEATS] = {0};
    for (int i = 0; i < record.halves; i++)
        for (int seat = 0; seat < CLUB_SEATS; seat++)
            margins[seat] += record.half[i].margin[seat];
    json_integers(&json, "margins", margins, CLUB_SEATS);
    json_open(&json, "halves", '[');
    bool done = true;
    for (int i = 0; done && i < record.halves; i++)
        done = records_add_half(call->club, &record, i, &json, &call->error);
    json_close(&json, ']');
    game_record_free(&record);
    site_answer_outcome(call, club_done(done), &json);
}

/* ---- exercises ------------------------------------------------------------------------------- */

static void answer_exercises(struct site_call *call) {
    const struct page_request page = site_list(call);
    int64_t total = 0;
    struct json json = json_new_object();
    json_string(&json, "game", CLUB_GAME);
    json_open(&json, "exercises", '[');
    enum club_answer answer =
        exercises_add(call->club, &call->account, &page, &total, &json, &call->error);
    site_answer_rows(call, answer, &json, page, total);
}

static const struct site_route routes[] = {
    {"GET", "api/records/?", .handle = answer_record},
    {"GET", "api/account/exercises", SITE_ACCOUNT, .handle = answer_exercises},
    {0},
};

const struct site_part site_part_records = {.routes = routes};
