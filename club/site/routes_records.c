/* routes_records.c - games that are over, to be stepped through. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/site/site_call.h"
#include "club/site/site_part.h"
#include "club/site/site_state.h"
#include "club/store/accounts.h"
#include "club/store/analysis.h"
#include "club/store/game_record.h"
#include "half/moves.h"
#include "record/record_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Seeds have up to 60 bits: more than a number of JavaScript holds. */
static void add_seed(struct json *json, const struct game_record *record, int half) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, record->seed[half]);
    json_string(json, "seed", record->seeded ? seed : NULL);
}

/* What each move of the person has lost; null: the half was not analysed yet. */
static bool add_losses(struct club *club, int64_t game, int half, struct json *json,
                       struct error *error) {
    struct analysis *analysis = malloc(sizeof *analysis);
    bool known = false;
    bool done =
        analysis ? analysis_read(club, game, half, analysis, &known, error) : error_memory(error);
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

static bool add_half(struct club *club, const struct game_record *record, int number,
                     struct json *json, struct error *error) {
    const struct half_result *half = &record->half[number];
    struct moves_reader reader = moves_read(half->moves ? half->moves : "", half->clocks);
    struct moves_reader clocks = reader;
    json_open(json, NULL, '{');
    json_open(json, "moves", '[');
    while (moves_next(&reader))
        json_string(json, NULL, reader.text);
    json_close(json, ']');
    json_open(json, "clocks_ms", '[');
    while (moves_next(&clocks))
        json_integer_if(json, NULL, clocks.took >= 0, clocks.took / 1000);
    json_close(json, ']');
    json_integer(json, "margin", half->margin[0]);
    json_string(json, "termination", half->termination);
    json_string(json, "finished", half->finished);
    add_seed(json, record, number);
    bool done = add_losses(club, record->game, number + 1, json, error);
    json_close(json, '}');
    return done;
}

static void answer_record(struct site_call *call) {
    struct game_record record;
    struct error error;
    struct json json = {0};
    enum club_answer answer =
        game_record_read(&call->site->club, site_word_number(call, 0),
                         call->signed_in ? &call->account : NULL, &record, &error);
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, &error);
        return;
    }
    json_open(&json, NULL, '{');
    json_integer(&json, "record", record.game);
    json_string(&json, "week", record.week);
    json_integer(&json, "board", record.board);
    json_string(&json, "word", record.word);
    json_string(&json, "game", CLUB_GAME);
    json_string(&json, "line", text_get(&record.line));
    json_open(&json, "seats", '[');
    for (int i = 0; i < CLUB_HALVES; i++)
        json_string(&json, NULL, record.name[i]);
    json_close(&json, ']');
    json_integer_if(&json, "account", record.account != 0, record.account);
    if (!record.account && record_is_deleted(record.name[0]))
        json_bool(&json, "deleted", true);
    int margin = 0;
    for (int i = 0; i < record.halves; i++)
        margin += record.half[i].margin[0];
    json_integer(&json, "margin", margin);
    json_open(&json, "halves", '[');
    bool done = true;
    for (int i = 0; done && i < record.halves; i++)
        done = add_half(&call->site->club, &record, i, &json, &error);
    json_close(&json, ']');
    game_record_free(&record);
    if (done) {
        site_answer_json(call, 200, &json);
        return;
    }
    text_free(&json.text);
    site_refuse(call, CLUB_FAILED, &error);
}

static const struct site_route routes[] = {
    {"GET", "api/records/?", .handle = answer_record},
    {0},
};

const struct site_part site_part_records = {.routes = routes};
