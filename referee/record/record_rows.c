/* record_rows.c - see record_rows.h. */
#include "config.h"

#include "referee/record/record_rows.h"

#include "base/language.h"

#include "base/text.h"
#include "referee/match/match.h"
#include "referee/record/record.h"
#include "referee/record/record_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define GAMES                                                                                      \
    "SELECT game.id, round, pair, leg, board, board.name, spelled, game.seed, tournament, source," \
    " foreign_id, seat1, one.name, one.kind, seat2, two.name, two.kind, seat3, three.name,"        \
    " three.kind, seat4, four.name, four.kind FROM game LEFT JOIN board ON board.id = game.board"  \
    " LEFT JOIN engine AS one ON one.id = seat1 LEFT JOIN engine AS two ON two.id = seat2"         \
    " LEFT JOIN engine AS three ON three.id = seat3 LEFT JOIN engine AS four ON four.id = seat4"

static const char all_games[] = GAMES " ORDER BY game.id";
static const char one_game[] = GAMES " WHERE game.id = ?";

/* Found by their ids, which are those of their game and what RECORD_HALVES_ROOM says. */
static const char halves_query[] =
    "SELECT number, margin1, margin2, margin3, margin4, points1, points2, points3, points4,"
    " termination, text, at_fault, plies, moves, clocks, finished FROM half"
    " WHERE id BETWEEN ?1 AND ?2 ORDER BY id";

static const char *text_at(sqlite3_stmt *row, int column) {
    return (const char *)sqlite3_column_text(row, column);
}

static bool is_null(sqlite3_stmt *row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_NULL;
}

static void fill_game(struct game_row *game, sqlite3_stmt *row) {
    *game = (struct game_row){.id = sqlite3_column_int64(row, 0),
                              .round = sqlite3_column_int(row, 1),
                              .pair = sqlite3_column_int64(row, 2),
                              .leg = sqlite3_column_int(row, 3),
                              .board = sqlite3_column_int64(row, 4),
                              .board_name = text_at(row, 5),
                              .board_line = text_at(row, 6),
                              .seeded = !is_null(row, 7),
                              .seed = sqlite3_column_int64(row, 7),
                              .tournament = sqlite3_column_int(row, 8) != 0,
                              .source = text_at(row, 9),
                              .foreign_id = text_at(row, 10)};
    for (int i = 0; i < GAME_PLAYERS_MAX && !is_null(row, 11 + 3 * i); i++) {
        game->engine[i] = sqlite3_column_int64(row, 11 + 3 * i);
        game->player[i] = text_at(row, 12 + 3 * i);
        game->kind[i] = text_at(row, 13 + 3 * i);
        game->seats++;
    }
}

static void fill_half(struct half_result *half, sqlite3_stmt *row) {
    *half = (struct half_result){.number = sqlite3_column_int(row, 0),
                                 .pointed = !is_null(row, 5),
                                 .termination = text_at(row, 9),
                                 .text = text_at(row, 10),
                                 .at_fault = MATCH_NOBODY,
                                 .plies = sqlite3_column_int(row, 12),
                                 .moves = text_at(row, 13),
                                 .clocks = text_at(row, 14),
                                 .finished = text_at(row, 15)};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        half->margin[i] = sqlite3_column_int(row, 1 + i);
        half->points[i] = sqlite3_column_int(row, 5 + i);
    }
    if (!is_null(row, 11))
        half->at_fault = sqlite3_column_int(row, 11) - 1;
}

/* The halves of one game, each handed on. */
static bool read_halves(struct record *record, sqlite3_stmt *halves, const struct game_row *game,
                        const struct row_reader *reader, char *error) {
    int code;
    bool good = true;
    sqlite3_bind_int64(halves, 1, game->id * RECORD_HALVES_ROOM + 1);
    sqlite3_bind_int64(halves, 2, game->id * RECORD_HALVES_ROOM + RECORD_HALVES_ROOM - 1);
    while (good && (code = sqlite3_step(halves)) == SQLITE_ROW) {
        struct half_result half;
        fill_half(&half, halves);
        good = reader->half(reader->context, game, &half, error);
    }
    if (good && code != SQLITE_DONE)
        good = record_fail(record, error);
    sqlite3_reset(halves);
    return good;
}

static bool read_rows(struct record *record, sqlite3_stmt *rows, sqlite3_stmt *halves,
                      const struct row_reader *reader, int64_t *count, char *error) {
    int code;
    *count = 0;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
        struct game_row game;
        fill_game(&game, rows);
        ++*count;
        if ((reader->game && !reader->game(reader->context, &game, error)) ||
            (reader->half && !read_halves(record, halves, &game, reader, error)) ||
            (reader->game_end && !reader->game_end(reader->context, &game, error)))
            return false;
    }
    return code == SQLITE_DONE || record_fail(record, error);
}

/* All games, or the one with this id. */
static bool read_games(struct record *record, const int64_t *id, const struct row_reader *reader,
                       char *error) {
    sqlite3_stmt *rows = NULL, *halves = NULL;
    int64_t count;
    bool good =
        sqlite3_prepare_v2(record->db, id ? one_game : all_games, -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(record->db, halves_query, -1, &halves, NULL) == SQLITE_OK;
    if (good && id)
        sqlite3_bind_int64(rows, 1, *id);
    good =
        good ? read_rows(record, rows, halves, reader, &count, error) : record_fail(record, error);
    if (good && id && count == 0)
        good =
            error_set(error, _("record %s: there is no game %" PRId64), record_path(record), *id);
    sqlite3_finalize(rows);
    sqlite3_finalize(halves);
    return good;
}

bool record_read_games(struct record *record, const struct row_reader *reader, char *error) {
    return read_games(record, NULL, reader, error);
}

bool record_read_game(struct record *record, int64_t id, const struct row_reader *reader,
                      char *error) {
    return read_games(record, &id, reader, error);
}

/* ---- the league ------------------------------------------------------------------------------ */

static char *copy_at(sqlite3_stmt *row, int column) {
    const char *text = text_at(row, column);
    return strdup(text ? text : "");
}

static bool fill_league(struct league_row *league, sqlite3_stmt *row) {
    *league = (struct league_row){.name = copy_at(row, 0),
                                  .game = copy_at(row, 1),
                                  .schedule = copy_at(row, 2),
                                  .referee = copy_at(row, 3),
                                  .started = copy_at(row, 4),
                                  .config = copy_at(row, 5),
                                  .players = sqlite3_column_int(row, 6),
                                  .halves = sqlite3_column_int(row, 7),
                                  .rounds = sqlite3_column_int(row, 8),
                                  .seed = sqlite3_column_int64(row, 9),
                                  .reference = sqlite3_column_int64(row, 10),
                                  .scheduled = sqlite3_column_int64(row, 11),
                                  .shard = sqlite3_column_int(row, 12),
                                  .shards = sqlite3_column_int(row, 13),
                                  .format = copy_at(row, 14)};
    return league->name && league->game && league->schedule && league->referee && league->started &&
           league->config && league->format;
}

bool record_read_league(struct record *record, struct league_row *league, char *error) {
    sqlite3_stmt *query;
    *league = (struct league_row){0};
    if (sqlite3_prepare_v2(record->db,
                           "SELECT name, game, schedule, referee, started, config, players,"
                           " halves, rounds, seed, reference, scheduled, shard, shards, format"
                           " FROM league",
                           -1, &query, NULL) != SQLITE_OK)
        return record_fail(record, error);
    int code = sqlite3_step(query);
    bool good = code == SQLITE_ROW && fill_league(league, query);
    if (code == SQLITE_ROW && !good)
        error_set(error, _("out of memory"));
    else if (code == SQLITE_DONE)
        error_set(error, _("record %s: its table league is empty"), record_path(record));
    else if (!good)
        record_fail(record, error);
    sqlite3_finalize(query);
    if (!good)
        league_row_free(league);
    return good;
}

void league_row_free(struct league_row *league) {
    free(league->name);
    free(league->game);
    free(league->schedule);
    free(league->referee);
    free(league->started);
    free(league->config);
    free(league->format);
    *league = (struct league_row){0};
}
