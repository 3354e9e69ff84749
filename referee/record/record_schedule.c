/* record_schedule.c - see record_schedule.h. */
#include "config.h"

#include "referee/record/record_schedule.h"

#include "referee/engines/verdict.h"
#include "referee/match/match.h"
#include "referee/pairing/game_id.h"
#include "referee/pairing/schedule.h"
#include "referee/record/query.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"

/* Adds a half to its game. */
static void gather(struct record_game *game, const struct query *half) {
    int number = query_int(half, 2);
    if (number >= 1 && number < HALF_ID_ROOM)
        game->halves |= 1u << (number - 1);
    for (game->seats = 0; game->seats < GAME_PLAYERS_MAX; game->seats++) {
        int column = 3 + 2 * game->seats;
        if (query_is_null(half, column))
            break;
        game->engine[game->seats] = query_int(half, column) - 1;
        game->margin[game->seats] += query_int(half, column + 1);
    }
}

bool record_each_game(struct record *record, int64_t first, int64_t end,
                      void (*each)(void *context, const struct record_game *game), void *context,
                      char *error) {
    struct record_game game = {.number = -1};
    struct query halves;
    if (!query_open(&halves, record,
                    "SELECT half.game, round, number, seat1, margin1, seat2, margin2,"
                    " seat3, margin3, seat4, margin4"
                    " FROM half JOIN game ON game.id = half.game"
                    " WHERE half.id >= ? AND half.id < ? ORDER BY half.id",
                    error))
        return false;
    query_bind_int(&halves, 1, half_id(game_id(first), 0));
    query_bind_int(&halves, 2, half_id(game_id(end), 0));
    while (query_step(&halves)) {
        int64_t number = game_number(query_int64(&halves, 0));
        if (number != game.number) {
            if (game.halves)
                each(context, &game);
            game = (struct record_game){.number = number, .round = query_int(&halves, 1) - 1};
        }
        gather(&game, &halves);
    }
    if (!query_close(&halves, error))
        return false;
    if (game.halves)
        each(context, &game);
    return true;
}

bool record_count_faults(struct record *record, int64_t *count, int engines, char *error) {
    struct query faults;
    if (!query_open(&faults, record,
                    "SELECT engine, COUNT(*) FROM fault WHERE kind <> 'warning' GROUP BY engine",
                    error))
        return false;
    while (query_step(&faults)) {
        int engine = query_int(&faults, 0) - 1;
        if (engine >= 0 && engine < engines)
            count[engine] += query_int64(&faults, 1);
    }
    return query_close(&faults, error);
}

/* ---- writing --------------------------------------------------------------------------------- */

bool record_add_board(struct record *record, int number, const struct record_board *board,
                      char *error) {
    const struct query_value values[] = {
        value_int(number + 1), value_text(board->name), value_text(board->line), {0}};
    return query_write(record, "INSERT INTO board VALUES (?, ?, ?) ON CONFLICT DO NOTHING", values,
                       error);
}

static bool add_game(struct record *record, const struct schedule_entry *entry, char *error) {
    struct query_value values[6 + GAME_PLAYERS_MAX + 1] = {
        value_int(game_id(entry->number)), value_int(entry->round + 1),
        value_int(entry->pair + 1),        value_int(entry->leg + 1),
        value_int(entry->board + 1),       value_int((int64_t)entry->seed)};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        values[6 + i] = value_int_if(i < entry->seats, entry->engine[i] + 1);
    return query_write(record,
                       "INSERT INTO game (id, round, pair, leg, board, seed, seat1, seat2, seat3,"
                       " seat4) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                       values, error);
}

static bool add_fault(struct record *record, int64_t half, int engine, const struct fault *fault,
                      char *error) {
    const struct query_value values[] = {value_int(half),
                                         value_int(engine + 1),
                                         value_text(verdict_name(fault->verdict)),
                                         value_text(fault->text),
                                         {0}};
    return query_write(record, "INSERT INTO fault (half, engine, kind, text) VALUES (?, ?, ?, ?)",
                       values, error);
}

static bool add_all(struct record *record, const struct schedule_entry *entry,
                    const struct match_result *result, char *error) {
    int64_t half = half_id(game_id(entry->number), result->half.number);
    if (!add_game(record, entry, error) ||
        !record_add_half_row(record, game_id(entry->number), entry->seats, &result->half, error))
        return false;
    for (int i = 0; i < result->faults; i++)
        if (!add_fault(record, half, entry->engine[result->fault[i].seat], &result->fault[i].fault,
                       error))
            return false;
    return true;
}

bool record_half(struct record *record, const struct schedule_entry *entry,
                 const struct match_result *result, char *error) {
    return query_begin_writing(record, error) &&
           query_end_writing(record, add_all(record, entry, result, error), error);
}
