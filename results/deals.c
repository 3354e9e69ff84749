/* deals.c - counts deals by playing the halves of a record again. */
#include "config.h"

#include "results/deals.h"

#include "base/error.h"
#include "base/language.h"
#include "games/game.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "record/query.h"
#include "record/record.h"
#include "record/replay.h"

/* The columns of the query; the players come last. */
enum { GAME_ID, NUMBER, PLIES, MOVES, SPELLED, SEATS };

static int count_seats(const struct query *row) {
    int seats = 0;
    while (seats < GAME_PLAYERS_MAX && !query_is_null(row, SEATS + seats))
        seats++;
    return seats;
}

/* Plays a half to its end, or as far as it came. */
static bool find_score(struct boards *boards, const struct query *row, int seats,
                       struct game_score *score, struct error *error) {
    const struct half_result half = {.number = query_int(row, NUMBER),
                                     .plies = query_int(row, PLIES),
                                     .moves = query_string(row, MOVES)};
    struct game_state state;
    const struct made_board *made =
        boards_by_line(boards, query_string(row, SPELLED), seats, error);
    if (!made || !replay_moves(made->board, &half, &state, NULL, NULL, error))
        return false;
    made->board->game->score(made->board, &state, score);
    return true;
}

bool deals_read(struct record *record, void (*add)(void *context, const struct deals_won *won),
                void *context, struct error *error) {
    struct boards boards = {.count = 0};
    struct query rows;
    struct error why;
    bool good = true;
    query_open(&rows, record,
               "SELECT game.id, number, plies, moves, spelled, seat1, seat2, seat3, seat4"
               " FROM half JOIN game ON game.id = half.game JOIN board ON board.id = game.board"
               " WHERE moves NOT NULL AND spelled NOT NULL ORDER BY half.id");
    while (good && query_step(&rows)) {
        struct game_score score;
        int seats = count_seats(&rows);
        good = find_score(&boards, &rows, seats, &score, &why);
        for (int i = 0; good && i < seats; i++)
            add(context, &(struct deals_won){query_int64(&rows, SEATS + i), score.deals,
                                             score.won[i], score.points[i]});
        if (!good)
            error_set(error, _("record %s: game %lld, half %d: %s"), record_path(record),
                      (long long)query_int64(&rows, GAME_ID), query_int(&rows, NUMBER), why.text);
    }
    boards_free(&boards);
    return query_close(&rows, error) && good;
}
