/* exercises.c - exercises from one's own mistakes. They are not stored: each is a move of
 * club_analysis that lost enough by an exact margin, read again each time. */
#include "config.h"

#include "club/store/ratings/ranking.h"

#include "base/error.h"
#include "base/json.h"
#include "base/needed.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/ratings/analysis.h"
#include "half/moves.h"
#include "record/query.h"

#include <stdlib.h>

static void add_exercise(const struct query *row, const struct moves_reader *reader,
                         const struct analysed_move *move, struct json *json) {
    const char *moves = query_string(row, 5);
    struct text before = {0};
    text_add_bytes(&before, moves, (size_t)(reader->word - moves));
    text_cut(&before, before.length > 0 ? before.length - 1 : 0); /* the blank */
    json_open(json, NULL, '{');
    json_integer(json, "record", query_int64(row, 0));
    json_string(json, "week", query_string(row, 1));
    json_string(json, "word", query_string(row, 2));
    json_string(json, "finished", query_string(row, 3));
    json_integer(json, "half", query_int(row, 4));
    json_words(json, "moves", text_get(&before));
    json_string(json, "played", reader->text);
    json_string(json, "best", move->best);
    json_integer(json, "loss", move->loss);
    json_close(json, '}');
    text_free(&before);
}

/* The mistakes of a half. */
static void add_half(const struct query *row, const struct analysis *analysis, struct json *json) {
    struct moves_reader reader = moves_read(query_string(row, 5), NULL);
    for (int i = 0; i < analysis->count && moves_next(&reader);) {
        const struct analysed_move *move = &analysis->move[i];
        if (reader.ply - 1 != move->ply)
            continue;
        i++;
        if (move->exact && move->loss >= EXERCISE_LEAST)
            add_exercise(row, &reader, move, json);
    }
}

#define HALVES                                                                                     \
    " FROM club_result JOIN club_week ON club_week.week = club_result.week"                        \
    " JOIN game ON game.id = club_result.game JOIN board ON board.id = game.board"                 \
    " JOIN club_analysis ON club_analysis.game = game.id"                                          \
    " JOIN half ON half.game = game.id AND half.number = club_analysis.half"                       \
    " WHERE club_result.player = ?1 AND closed AND half.moves IS NOT NULL"

enum club_answer exercises_add(struct club *club, const struct account *account,
                               const struct page_request *page, int64_t *total, struct json *json,
                               struct error *error) {
    struct query query;
    enum club_answer answer = ranked_check_page(page, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!query_ask(club->record, "SELECT COUNT(*)" HALVES, VALUES(value_int(account->player)),
                   total, error))
        return CLUB_FAILED;
    struct analysis *analysis = needed(malloc(sizeof *analysis));
    query_keep(&query, club->record,
               "SELECT game.id, club_result.week, board.name, half.finished, half.number,"
               " half.moves, detail" HALVES " ORDER BY club_result.week DESC, game.id, half.number"
               " LIMIT ?3 OFFSET ?2",
               VALUES(value_int(account->player), value_int(page->from), value_int(page->count)));
    while (query_step(&query))
        if (analysis_parse(query_string(&query, 6), analysis))
            add_half(&query, analysis, json);
    free(analysis);
    return club_done(query_close(&query, error));
}
