/* table_file.c - see table_file.h. */
#include "config.h"

#include "club/store/table_file.h"

#include "base/error.h"
#include "base/language.h"
#include "record/query.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

#define TABLE_COLUMNS                                                                              \
    "id, name, game, grid, line, players, halves, clock, increment, days, secret, invite, state,"  \
    " half, turn, since, deadline, created, steps"

static void read_row(const struct query *row, struct table_row *table) {
    table->id = query_int64(row, 0);
    query_copy(row, 1, table->name, sizeof table->name);
    query_copy(row, 2, table->game, sizeof table->game);
    query_copy(row, 3, table->grid, sizeof table->grid);
    table->line = strdup(query_string(row, 4));
    table->players = query_int(row, 5);
    table->halves = query_int(row, 6);
    table->clock = query_int64(row, 7);
    table->increment = query_int64(row, 8);
    table->days = query_int(row, 9);
    query_copy(row, 10, table->secret, sizeof table->secret);
    query_copy(row, 11, table->invite, sizeof table->invite);
    table->state = (enum table_state)query_int(row, 12);
    table->half = query_int(row, 13);
    table->turn = query_int(row, 14);
    table->since = query_int64(row, 15);
    table->deadline = query_int64(row, 16);
    table->created = query_int64(row, 17);
    table->steps = query_int(row, 18);
}

/* Whether numbers that are used as indexes are within bounds, and there was memory. */
static bool is_sound(const struct table_row *table) {
    return table->line && table->players >= 2 && table->players <= GAME_PLAYERS_MAX &&
           table->halves >= 1 && table->halves <= GAME_HALVES_MAX && table->turn >= TABLE_NOBODY &&
           table->turn < table->players && game_find(table->game);
}

static bool read_seats(struct club *club, struct table_row *table, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT seat, sitter, account, hash, engine, left FROM club_table_seat"
               " WHERE tab = ?");
    query_bind_int(&query, 1, table->id);
    while (query_step(&query)) {
        int number = query_int(&query, 0);
        if (number < 0 || number >= GAME_PLAYERS_MAX)
            continue;
        struct table_seat *seat = &table->seat[number];
        seat->sitter = (enum table_sitter)query_int(&query, 1);
        seat->account = query_int64(&query, 2);
        query_copy(&query, 3, seat->hash, sizeof seat->hash);
        query_copy(&query, 4, seat->engine, sizeof seat->engine);
        seat->left = query_int64(&query, 5);
    }
    return query_close(&query, error);
}

/* Closes a query for one table, and reads it. */
static enum club_answer read_table(struct club *club, struct query *query, struct table_row *table,
                                   struct error *error) {
    *table = (struct table_row){.id = 0};
    if (query_step(query))
        read_row(query, table);
    if (!query_close(query, error))
        return CLUB_FAILED;
    if (!table->id)
        return club_refuse(CLUB_UNKNOWN, error, _("there is no such table"));
    if (!is_sound(table))
        return club_refuse(CLUB_FAILED, error, _("table %" PRId64 " is damaged"), table->id);
    return read_seats(club, table, error) ? CLUB_DONE : CLUB_FAILED;
}

enum club_answer table_find(struct club *club, const char *name, struct table_row *table,
                            struct error *error) {
    struct query query;
    query_keep(&query, club->record, "SELECT " TABLE_COLUMNS " FROM club_table WHERE name = ?");
    query_bind_text(&query, 1, name);
    return read_table(club, &query, table, error);
}

enum club_answer table_load(struct club *club, int64_t id, struct table_row *table,
                            struct error *error) {
    struct query query;
    query_keep(&query, club->record, "SELECT " TABLE_COLUMNS " FROM club_table WHERE id = ?");
    query_bind_int(&query, 1, id);
    return read_table(club, &query, table, error);
}

void table_row_free(struct table_row *table) {
    free(table->line);
    table->line = NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool add_seat(struct club *club, const struct table_row *table, int number,
                     struct error *error) {
    const struct table_seat *seat = &table->seat[number];
    const struct query_value values[] = {value_int(table->id),
                                         value_int(number),
                                         value_int(seat->sitter),
                                         value_int_if(seat->account != 0, seat->account),
                                         value_text(*seat->hash ? seat->hash : NULL),
                                         value_text(seat->engine),
                                         value_int(seat->left),
                                         {0}};
    return query_write(club->record,
                       "INSERT INTO club_table_seat (tab, seat, sitter, account, hash, engine,"
                       " left) VALUES (?, ?, ?, ?, ?, ?, ?)",
                       values, error);
}

bool table_add(struct club *club, struct table_row *table, struct error *error) {
    const struct query_value values[] = {value_text(table->name),
                                         value_text(table->game),
                                         value_text(table->grid),
                                         value_text(table->line),
                                         value_int(table->players),
                                         value_int(table->halves),
                                         value_int(table->clock),
                                         value_int(table->increment),
                                         value_int(table->days),
                                         value_text(table->secret),
                                         value_text(table->invite),
                                         value_int(table->state),
                                         value_int(table->half),
                                         value_int(table->turn),
                                         value_int(table->since),
                                         value_int(table->deadline),
                                         value_int(table->created),
                                         value_int(table->steps),
                                         {0}};
    if (!query_write(club->record,
                     "INSERT INTO club_table (name, game, grid, line, players, halves, clock,"
                     " increment, days, secret, invite, state, half, turn, since, deadline,"
                     " created, steps)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     values, error))
        return false;
    table->id = query_new_id(club->record);
    for (int i = 0; i < table->players; i++)
        if (!add_seat(club, table, i, error))
            return false;
    return true;
}

bool table_remove(struct club *club, int64_t id, struct error *error) {
    const struct query_value values[] = {value_int(id), {0}};
    return query_write(club->record, "DELETE FROM club_table_step WHERE tab = ?", values, error) &&
           query_write(club->record, "DELETE FROM club_table_half WHERE tab = ?", values, error) &&
           query_write(club->record, "DELETE FROM club_table_seat WHERE tab = ?", values, error) &&
           query_write(club->record, "DELETE FROM club_table_guest WHERE tab = ?", values, error) &&
           query_write(club->record, "DELETE FROM club_table WHERE id = ?", values, error);
}

bool table_write(struct club *club, const struct table_row *table, struct error *error) {
    const struct query_value values[] = {
        value_text(table->invite), value_int(table->state), value_int(table->half),
        value_int(table->turn),    value_int(table->since), value_int(table->deadline),
        value_int(table->steps),   value_int(table->id),    {0}};
    return query_write(club->record,
                       "UPDATE club_table SET invite = ?, state = ?, half = ?, turn = ?, since = ?,"
                       " deadline = ?, steps = ? WHERE id = ?",
                       values, error);
}

bool table_write_seat(struct club *club, const struct table_row *table, int number,
                      struct error *error) {
    const struct table_seat *seat = &table->seat[number];
    const struct query_value values[] = {value_int(seat->sitter),
                                         value_int_if(seat->account != 0, seat->account),
                                         value_text(*seat->hash ? seat->hash : NULL),
                                         value_int(seat->left),
                                         value_int(table->id),
                                         value_int(number),
                                         {0}};
    return query_write(club->record,
                       "UPDATE club_table_seat SET sitter = ?, account = ?, hash = ?, left = ?"
                       " WHERE tab = ? AND seat = ?",
                       values, error);
}

bool table_add_step(struct club *club, struct table_row *table, const struct table_deed *deed,
                    struct error *error) {
    const struct query_value values[] = {value_int(table->id),
                                         value_int(++table->steps),
                                         value_int(deed->kind),
                                         value_int(table->half),
                                         value_int(deed->seat),
                                         value_text(deed->move),
                                         value_int(deed->took),
                                         value_int_if(deed->left >= 0, deed->left),
                                         {0}};
    return query_write(club->record,
                       "INSERT INTO club_table_step (tab, number, kind, half, seat, move, took,"
                       " left) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                       values, error);
}

/* ---- halves that are over -------------------------------------------------------------------- */

#define HALF_NUMBERS "margin1, margin2, margin3, margin4, points1, points2, points3, points4"

bool table_add_half(struct club *club, const struct table_row *table,
                    const struct half_result *half, struct error *error) {
    struct query_value values[20];
    int count = 0;
    values[count++] = value_int(table->id);
    values[count++] = value_int(half->number);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        values[count++] = value_int_if(i < table->players, half->margin[i]);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        values[count++] = value_int_if(i < table->players, half->points[i]);
    values[count++] = value_text(half->termination);
    values[count++] = value_text(half->text);
    values[count++] = value_int_if(half->at_fault != MATCH_NOBODY, half->at_fault + 1);
    values[count++] = value_int(half->plies);
    values[count++] = value_text(half->moves);
    values[count++] = value_text(half->clocks);
    values[count++] = value_text(half->finished);
    values[count] = (struct query_value){0};
    return query_write(club->record,
                       "INSERT INTO club_table_half (tab, number, " HALF_NUMBERS ", termination,"
                       " text, at_fault, plies, moves, clocks, finished)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                       values, error);
}

static bool read_half(const struct query *row, struct table_half *half) {
    struct half_result *result = &half->result;
    *half = (struct table_half){.result = {.pointed = true}};
    result->number = query_int(row, 0);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        result->margin[i] = query_int(row, 1 + i);
        result->points[i] = query_int(row, 5 + i);
    }
    query_copy(row, 9, half->termination, sizeof half->termination);
    query_copy(row, 10, half->text, sizeof half->text);
    result->at_fault = query_is_null(row, 11) ? MATCH_NOBODY : query_int(row, 11) - 1;
    result->plies = query_int(row, 12);
    half->moves = strdup(query_string(row, 13));
    half->clocks = strdup(query_string(row, 14));
    query_copy(row, 15, half->finished, sizeof half->finished);
    result->termination = half->termination;
    result->text = half->text;
    result->finished = half->finished;
    result->moves = half->moves;
    result->clocks = half->clocks;
    return half->moves && half->clocks;
}

int table_read_halves(struct club *club, const struct table_row *table, struct table_half *half,
                      struct error *error) {
    struct query query;
    int count = 0;
    bool good = true;
    query_keep(&query, club->record,
               "SELECT number, " HALF_NUMBERS ", termination, text, at_fault, plies, moves, clocks,"
               " finished FROM club_table_half WHERE tab = ? ORDER BY number");
    query_bind_int(&query, 1, table->id);
    while (good && count < GAME_HALVES_MAX && query_step(&query))
        good = read_half(&query, &half[count++]);
    if (query_close(&query, error) && (good || error_memory(error)))
        return count;
    while (count > 0)
        table_half_free(&half[--count]);
    return -1;
}

void table_half_free(struct table_half *half) {
    free(half->moves);
    free(half->clocks);
    half->moves = half->clocks = NULL;
}
