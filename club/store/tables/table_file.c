/* table_file.c - tables in the file, and those that are kept in memory (cache.h). A row is copied
 * to whoever asks, and comes back by table_write(), which also changes the kept one; rows of steps
 * are only added. Whoever changes these tables in another way must call club_forget() then.
 *
 * A move of a tournament game writes its steps and nothing else. Their number, when the turn began
 * and what the clock shows follow from the steps of the half that is open, and its deadline from
 * these. The file has the deadline of an earlier turn, which is not later: when it comes, the table
 * is looked at, and its deadline is written. Other tables are found by whose turn it is and until
 * when, so their rows are written at each move, but for the clocks. */
#include "config.h"

#include "club/store/tables/table_file.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "record/query.h"
#include "record/record_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is kept ---------------------------------------------------------------------------- */

static void table_kept_forget_halves(struct table_kept *kept) {
    for (int i = 0; i < kept->over; i++)
        half_result_free(&kept->done[i]);
    kept->over = -1;
}

static void table_kept_end(struct cache_entry *entry) {
    struct table_kept *kept = (struct table_kept *)entry;
    table_kept_forget_halves(kept);
    table_position_free(kept->position);
    table_row_free(&kept->row);
    free(kept);
}

/* A copy of a row has its own line and opening. */
static void copy_texts(struct table_row *table) {
    table->line = needed(strdup(table->line));
    table->opening = table->opening ? needed(strdup(table->opening)) : NULL;
}

struct table_kept *table_keep(struct club *club, const struct table_row *table) {
    struct cache_entry *there = cache_find(&club->tables, table->name);
    if (there)
        return (struct table_kept *)there;
    struct table_kept *kept = needed(malloc(sizeof *kept));
    *kept = (struct table_kept){.entry = {.end = table_kept_end}, .row = *table, .over = -1};
    copy_texts(&kept->row);
    cache_add(&club->tables, table->name, &kept->entry);
    return kept;
}

/* A kept table was written. Once it is over, nobody needs its position. */
static void table_kept_update(struct club *club, const struct table_row *table, int64_t noted) {
    struct table_kept *kept = (struct table_kept *)cache_find(&club->tables, table->name);
    if (!kept)
        return;
    char *line = kept->row.line, *opening = kept->row.opening;
    kept->row = *table;
    kept->row.line = line;
    kept->row.opening = opening;
    kept->row.noted = noted;
    kept->written = true;
    if (table->state == TABLE_OVER) {
        table_position_free(kept->position);
        kept->position = NULL;
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

#define TABLE_SELECT                                                                               \
    "SELECT club_table.id, name, game, grid, line, players, halves, clock, increment, days,"       \
    " secret, invite, state, half, turn, since, deadline, created, steps,"                         \
    " EXISTS (SELECT 1 FROM club_table_guest WHERE club_table_guest.tab = club_table.id), ends,"   \
    " week, board, player, record, rated, club_seek.tab IS NOT NULL AND club_seek.account IS "     \
    "NULL,"                                                                                        \
    " lot, club_seek.account,"                                                                     \
    " (SELECT opening FROM club_table_opening WHERE club_table_opening.tab = club_table.id)"       \
    " FROM club_table LEFT JOIN club_game ON club_game.tab = club_table.id"                        \
    " LEFT JOIN club_seek ON club_seek.tab = club_table.id"

static void table_file_read_row(const struct query *row, struct table_row *table) {
    table->id = query_int64(row, 0);
    query_copy(row, 1, table->name, sizeof table->name);
    query_copy(row, 2, table->game, sizeof table->game);
    query_copy(row, 3, table->grid, sizeof table->grid);
    table->line = needed(strdup(query_string(row, 4)));
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
    table->deadline = table->noted = query_int64(row, 16);
    table->created = query_int64(row, 17);
    table->steps = query_int(row, 18);
    table->guest = query_int(row, 19) != 0;
    table->ends = query_is_null(row, 20) ? TABLE_NEVER : query_int64(row, 20);
    query_copy(row, 21, table->week, sizeof table->week);
    table->board = query_int(row, 22);
    table->number = query_int64(row, 23);
    table->record = query_int64(row, 24);
    table->rated = query_int(row, 25) != 0;
    table->shown = query_int(row, 26) != 0;
    table->lot = query_int(row, 27) != 0;
    table->kept_for = query_int64(row, 28);
    table->opening = query_is_null(row, 29) ? NULL : needed(strdup(query_string(row, 29)));
}

/* Whether numbers that are used as indexes are within bounds. */
static bool table_row_is_sound(const struct table_row *table) {
    return table->players >= 2 && table->players <= GAME_PLAYERS_MAX && table->halves >= 1 &&
           table->halves <= GAME_HALVES_MAX && table->turn >= TABLE_NOBODY &&
           table->turn < table->players && game_find(table->game) && table->board >= 0 &&
           table->board <= WEEK_BOARDS && (table->ends == TABLE_NEVER) == (table->board == 0);
}

static bool read_seats(struct club *club, struct table_row *table, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT seat, sitter, account, hash, engine, left FROM club_table_seat"
               " WHERE tab = ?",
               VALUES(value_int(table->id)));
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

/* Brings the open half up to date by the steps since its row was written. Only players take time:
 * the computer moves at once. */
static bool read_played(struct club *club, struct table_row *table, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT number, seat, took, left FROM club_table_step WHERE tab = ? AND half = ?"
               " ORDER BY number",
               VALUES(value_int(table->id), value_int(table->half)));
    while (query_step(&query)) {
        int number = query_int(&query, 0), seat = query_int(&query, 1);
        if (!query_is_null(&query, 3) && seat >= 0 && seat < table->players)
            table->seat[seat].left = query_int64(&query, 3);
        if (number > table->steps) {
            table->steps = number;
            table->since += query_int64(&query, 2) / 1000;
        }
    }
    if (table->board && table->turn != TABLE_NOBODY) {
        int64_t runs_out = table->since + table->seat[table->turn].left;
        table->deadline = runs_out < table->ends ? runs_out : table->ends;
    }
    return query_close(&query, error);
}

bool table_is_damaged(const struct table_row *table, struct error *error) {
    return error_set(error, _("table %" PRId64 " is damaged"), table->id);
}

/* Closes a query for one table, and reads it. */
static enum club_answer read_table(struct club *club, struct query *query, struct table_row *table,
                                   struct error *error) {
    *table = (struct table_row){.id = 0};
    if (query_step(query))
        table_file_read_row(query, table);
    if (!query_close(query, error))
        return CLUB_FAILED;
    if (!table->id)
        return club_refuse(CLUB_UNKNOWN, error, _("there is no such table"));
    return club_done((table_row_is_sound(table) || table_is_damaged(table, error)) &&
                     read_seats(club, table, error) &&
                     (table->state != TABLE_OPEN || read_played(club, table, error)));
}

enum club_answer table_find(struct club *club, const char *name, struct table_row *table,
                            struct error *error) {
    struct query query;
    if (!club_look(club, error)) {
        *table = (struct table_row){.id = 0};
        return CLUB_FAILED;
    }
    const struct cache_entry *kept = cache_find(&club->tables, name);
    if (kept) {
        *table = ((const struct table_kept *)kept)->row;
        copy_texts(table);
        return CLUB_DONE;
    }
    query_keep(&query, club->record, TABLE_SELECT " WHERE name = ?", VALUES(value_text(name)));
    enum club_answer answer = read_table(club, &query, table, error);
    if (answer == CLUB_DONE)
        table_keep(club, table)->written = true;
    return answer;
}

enum club_answer table_load(struct club *club, int64_t id, struct table_row *table,
                            struct error *error) {
    struct query query;
    query_keep(&query, club->record, TABLE_SELECT " WHERE club_table.id = ?",
               VALUES(value_int(id)));
    return read_table(club, &query, table, error);
}

void table_row_free(struct table_row *table) {
    free(table->line);
    free(table->opening);
    table->line = table->opening = NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool add_seat(struct club *club, const struct table_row *table, int number,
                     struct error *error) {
    const struct table_seat *seat = &table->seat[number];
    return query_write(club->record,
                       "INSERT INTO club_table_seat (tab, seat, sitter, account, hash, engine,"
                       " left) VALUES (?, ?, ?, ?, ?, ?, ?)",
                       VALUES(value_int(table->id), value_int(number), value_int(seat->sitter),
                              value_int_if(seat->account != 0, seat->account),
                              value_text(*seat->hash ? seat->hash : NULL), value_text(seat->engine),
                              value_int(seat->left)),
                       error);
}

bool table_add(struct club *club, struct table_row *table, struct error *error) {
    if (!query_write(
            club->record,
            "INSERT INTO club_table (name, game, grid, line, players, halves, clock,"
            " increment, days, secret, invite, state, half, turn, since, deadline,"
            " created, steps, ends, rated)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            VALUES(value_text(table->name), value_text(table->game), value_text(table->grid),
                   value_text(table->line), value_int(table->players), value_int(table->halves),
                   value_int(table->clock), value_int(table->increment), value_int(table->days),
                   value_text(table->secret), value_text(table->invite), value_int(table->state),
                   value_int(table->half), value_int(table->turn), value_int(table->since),
                   value_int(table->deadline), value_int(table->created), value_int(table->steps),
                   value_int_if(table->board != 0, table->ends), value_int(table->rated)),
            error))
        return false;
    table->id = query_new_id(club->record);
    if (table->opening &&
        !query_write(club->record, "INSERT INTO club_table_opening VALUES (?, ?)",
                     VALUES(value_int(table->id), value_text(table->opening)), error))
        return false;
    for (int i = 0; i < table->players; i++)
        if (!add_seat(club, table, i, error))
            return false;
    return true;
}

bool table_remove(struct club *club, const struct table_row *table, struct error *error) {
    cache_drop(&club->tables, table->name);
    return query_write(club->record, "DELETE FROM club_table WHERE id = ?",
                       VALUES(value_int(table->id)), error);
}

/* Whether the steps of a tournament game tell the rest: with the time that they took, they lead
 * from the turn in the file to this one, unless the clock of the machine was set back. */
static bool table_follows(const struct table_row *then, const struct table_row *table) {
    return table->board && table->turn == then->turn && table->since >= then->since &&
           table->deadline >= then->noted;
}

/* Most moves change neither the state nor who may come: then no index but that of deadlines is
 * written, since SQLite writes an index whose column is set, even to the value that it has. */
bool table_write(struct club *club, const struct table_row *table, struct error *error) {
    static const char moved[] = "UPDATE club_table SET turn = ?4, since = ?5, deadline = ?6,"
                                " steps = ?7 WHERE id = ?8";
    static const char changed[] = "UPDATE club_table SET invite = ?1, state = ?2, half = ?3,"
                                  " turn = ?4, since = ?5, deadline = ?6, steps = ?7 WHERE id = ?8";
    const struct table_kept *kept = (struct table_kept *)cache_find(&club->tables, table->name);
    bool same = kept && kept->written && kept->row.state == table->state &&
                kept->row.half == table->half && strcmp(kept->row.invite, table->invite) == 0;
    bool follows = same && table_follows(&kept->row, table);
    if (!follows && !query_write(club->record, same ? moved : changed,
                                 VALUES(value_text(table->invite), value_int(table->state),
                                        value_int(table->half), value_int(table->turn),
                                        value_int(table->since), value_int(table->deadline),
                                        value_int(table->steps), value_int(table->id)),
                                 error))
        return false;
    table_kept_update(club, table, follows ? kept->row.noted : table->deadline);
    return true;
}

bool table_write_deadline(struct club *club, const struct table_row *table, struct error *error) {
    if (!query_write(club->record, "UPDATE club_table SET deadline = ? WHERE id = ?",
                     VALUES(value_int(table->deadline), value_int(table->id)), error))
        return false;
    table_kept_update(club, table, table->deadline);
    return true;
}

bool table_write_seat(struct club *club, const struct table_row *table, int number,
                      struct error *error) {
    const struct table_seat *seat = &table->seat[number];
    return query_write(club->record,
                       "UPDATE club_table_seat SET sitter = ?, account = ?, hash = ?, left = ?"
                       " WHERE tab = ? AND seat = ?",
                       VALUES(value_int(seat->sitter),
                              value_int_if(seat->account != 0, seat->account),
                              value_text(*seat->hash ? seat->hash : NULL), value_int(seat->left),
                              value_int(table->id), value_int(number)),
                       error);
}

bool table_write_left(struct club *club, const struct table_row *table, int number,
                      struct error *error) {
    return query_write(
        club->record, "UPDATE club_table_seat SET left = ? WHERE tab = ? AND seat = ?",
        VALUES(value_int(table->seat[number].left), value_int(table->id), value_int(number)),
        error);
}

bool table_add_step(struct club *club, struct table_row *table, const struct table_step_row *step,
                    struct error *error) {
    return query_write(club->record,
                       "INSERT INTO club_table_step (tab, number, kind, half, seat, move, took,"
                       " left) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                       VALUES(value_int(table->id), value_int(++table->steps),
                              value_int(step->kind), value_int(table->half), value_int(step->seat),
                              value_text(step->move), value_int(step->took),
                              value_int_if(step->left >= 0, step->left)),
                       error);
}

/* ---- halves that are over -------------------------------------------------------------------- */

void table_forget_halves(struct club *club, const struct table_row *table) {
    struct cache_entry *kept = cache_find(&club->tables, table->name);
    if (kept)
        table_kept_forget_halves((struct table_kept *)kept);
}

bool table_add_half(struct club *club, const struct table_row *table,
                    const struct half_result *half, struct error *error) {
    struct query_value values[1 + HALF_COLUMN_COUNT + 1] = {value_int(table->id)};
    table_forget_halves(club, table);
    half_row_values(half, table->players, values + 1);
    return query_write(club->record,
                       "INSERT INTO club_table_half (tab, " HALF_COLUMNS ") VALUES"
                       " (?, " HALF_PARAMETERS ")",
                       values, error);
}

const struct half_result *table_halves(struct club *club, const struct table_row *table, int *count,
                                       struct error *error) {
    struct table_kept *kept = table_keep(club, table);
    struct query rows;
    if (kept->over < 0 && kept->row.board) {
        kept->over = record_keep_halves(club->record, kept->row.record, kept->row.players,
                                        kept->done, GAME_HALVES_MAX, error);
    } else if (kept->over < 0) {
        query_keep(&rows, club->record,
                   "SELECT " HALF_COLUMNS " FROM club_table_half WHERE tab = ? ORDER BY number",
                   VALUES(value_int(kept->row.id)));
        kept->over = half_rows_keep(&rows, kept->row.players, kept->done, GAME_HALVES_MAX, error);
    }
    *count = kept->over > 0 ? kept->over : 0;
    return kept->over >= 0 ? kept->done : NULL;
}
