/* exercises.c - exercises from one's own mistakes. They are not stored: each is a move of
 * club_analysis that lost enough by an exact margin, read again each time. */
#include "config.h"

#include "club/store/ratings/ranking.h"

#include "base/error.h"
#include "base/needed.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "half/moves.h"
#include "record/query.h"

#include <stdlib.h>
#include <string.h>

/* The mistakes of a half. */
static void exercises_of_half(struct exercise *exercise, const char *moves,
                              const struct analysis *analysis, exercise_each *each, void *context) {
    struct moves_reader reader = moves_read(moves, NULL);
    int i = 0;
    exercise->moves = moves;
    while (i < analysis->count && moves_next(&reader)) {
        exercise->move = analysis->move[i];
        if (reader.ply - 1 != exercise->move.ply)
            continue;
        i++;
        if (!exercise->move.exact || exercise->move.loss < EXERCISE_LEAST)
            continue;
        size_t before = (size_t)(reader.word - moves);
        exercise->length = before > 0 ? before - 1 : 0;
        memcpy(exercise->played, reader.text, sizeof exercise->played);
        each(context, exercise);
    }
}

#define HALVES                                                                                     \
    " FROM club_result JOIN club_week ON club_week.week = club_result.week"                        \
    " JOIN game ON game.id = club_result.game JOIN board ON board.id = game.board"                 \
    " JOIN club_analysis ON club_analysis.game = game.id"                                          \
    " JOIN half ON half.game = game.id AND half.number = club_analysis.half"                       \
    " WHERE club_result.player = ?1 AND closed AND half.moves IS NOT NULL"

enum club_answer exercises_read(struct club *club, const struct account *account,
                                const struct page_request *page, int64_t *total,
                                exercise_each *each, void *context, struct error *error) {
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
    while (query_step(&query)) {
        struct exercise exercise = {.game = query_int64(&query, 0),
                                    .word = query_string(&query, 2),
                                    .finished = query_string(&query, 3),
                                    .half = query_int(&query, 4)};
        query_copy(&query, 1, exercise.week, sizeof exercise.week);
        if (analysis_parse(query_string(&query, 6), analysis))
            exercises_of_half(&exercise, query_string(&query, 5), analysis, each, context);
    }
    free(analysis);
    return club_done(query_close(&query, error));
}
