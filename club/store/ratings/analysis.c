/* analysis.c - what moves have lost, one row a half. The queue is no table: it is the halves of
 * closed weeks that club_analysis lacks. A week without any left is noted in club_analysed, so that
 * it is not searched again. */
#include "config.h"

#include "club/store/ratings/analysis.h"

#include "base/needed.h"
#include "club/store/club.h"
#include "record/query.h"

#include <stdio.h>
#include <string.h>

void unanalysed_free(struct unanalysed *next) {
    text_free(&next->line);
    text_free(&next->moves);
    *next = (struct unanalysed){.game = 0};
}

/* ---- what waits ------------------------------------------------------------------------------ */

/* Where to look: the current week if there is more of it, else the newest that is not done. */
static bool analysis_find_week(struct club *club, struct unanalysed *next, bool *found,
                               struct error *error) {
    char week[sizeof next->week];
    bool asked = query_ask_text(club->record,
                                "SELECT week FROM club_week WHERE closed AND week NOT IN"
                                " (SELECT week FROM club_analysed) ORDER BY week DESC LIMIT 1",
                                NULL, week, sizeof week, error);
    *found = *week != '\0';
    if (*found && strcmp(week, next->week) != 0) {
        memcpy(next->week, week, sizeof week);
        snprintf(next->id, sizeof next->id, "%s/", week);
    }
    return asked;
}

/* The next half of the week in the order of its games' ids, which begin with the week and '/'. */
static bool find_half(struct club *club, struct unanalysed *next, bool *found,
                      struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT game.id, number, foreign_id, spelled, moves FROM game"
               " JOIN half ON half.game = game.id JOIN board ON board.id = game.board"
               " WHERE source = ? AND foreign_id >= ? AND foreign_id < ? || '0' AND NOT EXISTS"
               "  (SELECT 1 FROM club_analysis WHERE club_analysis.game = game.id"
               "   AND club_analysis.half = number)"
               " ORDER BY foreign_id, number LIMIT 1",
               VALUES(value_text(club->source), value_text(next->id), value_text(next->week)));
    *found = query_step(&query);
    if (*found) {
        next->game = query_int64(&query, 0);
        next->half = query_int(&query, 1);
        query_copy(&query, 2, next->id, sizeof next->id);
        text_clear(&next->line);
        text_clear(&next->moves);
        text_add(&next->line, query_string(&query, 3));
        text_add(&next->moves, query_string(&query, 4));
    }
    return query_close(&query, error);
}

bool analysis_next(struct club *club, struct unanalysed *next, struct error *error) {
    bool found = false;
    for (;;) {
        if (!analysis_find_week(club, next, &found, error))
            return false;
        if (!found) {
            unanalysed_free(next);
            return true;
        }
        if (!find_half(club, next, &found, error))
            return false;
        if (found)
            return true;
        if (!query_write(club->record, "INSERT OR IGNORE INTO club_analysed VALUES (?)",
                         VALUES(value_text(next->week)), error))
            return false;
    }
}

/* ---- what was found -------------------------------------------------------------------------- */

/* A move is "PLY BEST LOSS EXACT MOVES BEST_MOVES", with semicolons between moves. */
static void write_detail(const struct analysis *analysis, struct text *detail) {
    for (int i = 0; i < analysis->count; i++) {
        const struct analysed_move *move = &analysis->move[i];
        text_addf(detail, "%s%d %s %d %d %d %d", i ? ";" : "", move->ply, move->best, move->loss,
                  move->exact, move->moves, move->best_moves);
    }
}

_Static_assert(GAME_MOVE_TEXT > 32, "room for a move as it is read");

bool analysis_parse(const char *detail, struct analysis *analysis) {
    analysis->count = 0;
    while (*detail) {
        int exact = 0, length = 0;
        struct analysed_move move;
        if (analysis->count == ANALYSED_MAX ||
            sscanf(detail, "%d %32s %d %d %d %d%n", &move.ply, move.best, &move.loss, &exact,
                   &move.moves, &move.best_moves, &length) != 6)
            return false;
        move.exact = exact != 0;
        analysis->move[analysis->count++] = move;
        detail += length;
        if (*detail && *detail++ != ';')
            return false;
    }
    return true;
}

bool analysis_write(struct club *club, const struct unanalysed *half,
                    const struct analysis *analysis, struct error *error) {
    struct text detail = {0};
    int64_t loss = 0;
    for (int i = 0; i < analysis->count; i++)
        loss += analysis->move[i].loss;
    write_detail(analysis, &detail);
    bool done = query_write(
        club->record, "INSERT OR REPLACE INTO club_analysis VALUES (?, ?, ?, ?, ?, ?)",
        VALUES(value_int(half->game), value_int(half->half), value_int(analysis->count),
               value_int(loss), value_text(PACKAGE_VERSION), value_text(needed_text(&detail))),
        error);
    text_free(&detail);
    return done;
}

bool analysis_read(struct club *club, int64_t game, int half, struct analysis *analysis,
                   bool *known, struct error *error) {
    struct query query;
    query_keep(&query, club->record, "SELECT detail FROM club_analysis WHERE game = ? AND half = ?",
               VALUES(value_int(game), value_int(half)));
    *known = query_step(&query) && analysis_parse(query_string(&query, 0), analysis);
    return query_close(&query, error);
}
