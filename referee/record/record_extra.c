/* record_extra.c - see record_extra.h. */
#include "config.h"

#include "referee/record/record_extra.h"

#include "base/language.h"
#include "base/names.h"

#include "base/calendar.h"
#include "base/text.h"
#include "referee/pairing/schedule.h"
#include "referee/record/record.h"
#include "referee/record/record_parts.h"
#include "referee/record/record_rows.h"

#include <string.h>

/* ---- opening --------------------------------------------------------------------------------- */

/* The league of a record that holds nothing else: it has no schedule. */
static bool add_league(struct record *record, const struct game *game, char *error) {
    sqlite3_stmt *insert;
    char when[CALENDAR_TIME_SIZE], name[NAME_BYTES_MAX + 1];
    const char *slash = strrchr(record->path, '/'), *file = slash ? slash + 1 : record->path;
    size_t length = strlen(file);
    if (length > 3 && strcmp(file + length - 3, ".db") == 0)
        length -= 3;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             file);
    if (sqlite3_prepare_v2(record->db,
                           "INSERT INTO league (id, name, game, players, halves, rounds, seed,"
                           " schedule, referee, started, config, format, scheduled, shard,"
                           " shards)"
                           " VALUES (1, ?, ?, ?, ?, 0, 0, '', ?, ?, '', '', 0, 1, 1)",
                           -1, &insert, NULL) != SQLITE_OK)
        return record_fail(record, error);
    record_bind(insert, 1, name);
    record_bind(insert, 2, game->name);
    sqlite3_bind_int(insert, 3, game->players_min);
    sqlite3_bind_int(insert, 4, game->halves);
    record_bind(insert, 5, PACKAGE_VERSION);
    record_bind(insert, 6, calendar_now(when));
    bool done = sqlite3_step(insert) == SQLITE_DONE || record_fail(record, error);
    sqlite3_finalize(insert);
    return done;
}

static bool create(struct record *record, const struct game *game, char *error) {
    if (!game)
        return error_set(error, _("record %s is not there yet: which game is it for?"),
                         record_path(record));
    bool done = record_run(record, "BEGIN IMMEDIATE", error) &&
                record_create_tables(record, error) && add_league(record, game, error) &&
                record_run(record, "COMMIT", error);
    if (!done)
        sqlite3_exec(record->db, "ROLLBACK", NULL, NULL, NULL);
    return done;
}

static bool check_game(struct record *record, const struct game *game, char *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    bool same = !game || strcmp(league.game, game->name) == 0 ||
                error_set(error, _("record %s is one of %s, not of %s"), record_path(record),
                          league.game, game->name);
    league_row_free(&league);
    return same;
}

struct record *record_open_extra(const char *path, const struct game *game, char *error) {
    bool fresh;
    struct record *record = record_take(path, &fresh, error);
    if (record && (fresh || check_game(record, game, error)) && record_own(record, error) &&
        (!fresh || create(record, game, error)) && record_prepare(record, error))
        return record;
    record_close(record);
    return NULL;
}

bool record_begin(struct record *record, char *error) {
    return record_step(record, BEGIN, error);
}

bool record_commit(struct record *record, char *error) {
    return record_step(record, COMMIT, error);
}

void record_rollback(struct record *record) {
    char ignored[REFEREE_ERROR_SIZE];
    record_step(record, ROLLBACK, ignored);
}

/* ---- players and boards ---------------------------------------------------------------------- */

static bool find_player(struct record *record, const char *name, int64_t *id, char *error) {
    record_bind(record->statement[FIND_PLAYER], 1, name);
    return record_find(record, FIND_PLAYER, id, error);
}

static bool find_or_add_player(struct record *record, const char *name, const char *kind,
                               int64_t *id, char *error) {
    sqlite3_stmt *insert = record->statement[ADD_PLAYER];
    if (!find_player(record, name, id, error) || *id != 0)
        return *id != 0;
    sqlite3_bind_int(insert, 1, SCHEDULE_ENGINES_MAX);
    record_bind(insert, 2, name);
    record_bind(insert, 3, kind ? kind : PLAYER_IMPORTED);
    if (!record_step(record, ADD_PLAYER, error))
        return false;
    *id = sqlite3_last_insert_rowid(record->db);
    return true;
}

static bool find_or_add_board(struct record *record, const char *name, const char *board_line,
                              int64_t *id, char *error) {
    sqlite3_stmt *find = record->statement[FIND_BOARD],
                 *insert = record->statement[ADD_EXTRA_BOARD];
    sqlite3_bind_int(find, 1, EXTRA_GAMES);
    record_bind(find, 2, name);
    record_bind(find, 3, board_line);
    if (!record_find(record, FIND_BOARD, id, error) || *id != 0)
        return *id != 0;
    sqlite3_bind_int(insert, 1, EXTRA_GAMES);
    record_bind(insert, 2, name);
    record_bind(insert, 3, board_line);
    if (!record_step(record, ADD_EXTRA_BOARD, error))
        return false;
    *id = sqlite3_last_insert_rowid(record->db);
    return true;
}

static bool have_parts(struct record *record, struct game_row *game, char *error) {
    for (int i = 0; i < game->seats; i++)
        if (!find_or_add_player(record, game->player[i], game->kind[i], &game->engine[i], error))
            return false;
    return find_or_add_board(record, game->board_name, game->board_line, &game->board, error);
}

/* ---- games and halves ------------------------------------------------------------------------ */

static void bind_seed(sqlite3_stmt *statement, int column, const struct game_row *game) {
    if (game->seeded)
        sqlite3_bind_int64(statement, column, game->seed);
    else
        sqlite3_bind_null(statement, column);
}

/* The game by its names, which are those of FIND_EXTRA or FIND_OWN. */
static bool find_game(struct record *record, int statement, const char *source,
                      const char *foreign_id, int64_t *id, char *error) {
    record_bind(record->statement[statement], 1, source);
    record_bind(record->statement[statement], 2, foreign_id);
    return record_find(record, statement, id, error);
}

bool record_find_extra(struct record *record, const char *source, const char *foreign_id,
                       int64_t *id, char *error) {
    return find_game(record, FIND_EXTRA, source, foreign_id, id, error) &&
           (*id != 0 || find_game(record, FIND_OWN, source, foreign_id, id, error));
}

bool record_add_extra(struct record *record, struct game_row *game, char *error) {
    sqlite3_stmt *insert = record->statement[ADD_EXTRA];
    int64_t last;
    if (!have_parts(record, game, error) ||
        !record_ask(record, "SELECT IFNULL(MAX(id), 0) FROM game", &last, error))
        return false;
    game->id = (last > EXTRA_GAMES ? last : EXTRA_GAMES) + 1;
    game->pair = game->id;
    sqlite3_bind_int64(insert, 1, game->id);
    sqlite3_bind_int64(insert, 2, game->board);
    bind_seed(insert, 3, game);
    sqlite3_bind_int(insert, 4, game->tournament);
    record_bind(insert, 5, game->source);
    record_bind(insert, 6, game->foreign_id);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        if (i < game->seats)
            sqlite3_bind_int64(insert, 7 + i, game->engine[i]);
        else
            sqlite3_bind_null(insert, 7 + i);
    return record_step(record, ADD_EXTRA, error);
}

bool record_add_extra_half(struct record *record, const struct game_row *game,
                           const struct half_result *half, char *error) {
    record_bind_half(record->statement[ADD_HALF], game->id, game->seats, half);
    return record_step(record, ADD_HALF, error);
}

bool record_same_extra(struct record *record, const struct game_row *game, int halves, bool *same,
                       char *error) {
    sqlite3_stmt *find = record->statement[SAME_EXTRA];
    int64_t found, there;
    sqlite3_bind_int64(find, 1, game->id);
    record_bind(find, 2, game->board_name);
    record_bind(find, 3, game->board_line);
    bind_seed(find, 4, game);
    sqlite3_bind_int(find, 5, game->tournament);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        record_bind(find, 6 + i, i < game->seats ? game->player[i] : NULL);
    sqlite3_bind_int64(record->statement[COUNT_HALVES], 1, game->id);
    if (!record_find(record, SAME_EXTRA, &found, error) ||
        !record_find(record, COUNT_HALVES, &there, error))
        return false;
    *same = found != 0 && there == halves;
    return true;
}

bool record_same_extra_half(struct record *record, const struct game_row *game,
                            const struct half_result *half, bool *same, char *error) {
    int64_t found;
    record_bind_half(record->statement[SAME_HALF], game->id, game->seats, half);
    if (!record_find(record, SAME_HALF, &found, error))
        return false;
    *same = found != 0;
    return true;
}

bool record_get_reference(struct record *record, char name[NAME_BYTES_MAX + 1], char *error) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(record->db,
                           "SELECT engine.name FROM league JOIN engine ON engine.id = reference",
                           -1, &query, NULL) != SQLITE_OK)
        return record_fail(record, error);
    int code = sqlite3_step(query);
    const char *found = code == SQLITE_ROW ? (const char *)sqlite3_column_text(query, 0) : "";
    snprintf(name, NAME_BYTES_MAX + 1, "%s", found ? found : "");
    bool done = code == SQLITE_ROW || code == SQLITE_DONE || record_fail(record, error);
    sqlite3_finalize(query);
    return done;
}

bool record_set_reference(struct record *record, const char *name, char *error) {
    char change[80];
    int64_t id;
    if (!find_player(record, name, &id, error))
        return false;
    if (id == 0)
        return error_set(error, _("no player has the name %s, which is to be the reference"), name);
    snprintf(change, sizeof change, "UPDATE league SET reference = %lld", (long long)id);
    return record_run(record, change, error);
}
