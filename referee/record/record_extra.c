/* record_extra.c - see record_extra.h. */
#include "config.h"

#include "referee/record/record_extra.h"

#include "base/calendar.h"
#include "base/language.h"
#include "base/names.h"
#include "base/text.h"
#include "games/game.h"
#include "referee/pairing/schedule.h"
#include "referee/record/query.h"
#include "referee/record/record.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"

#include <string.h>

/* ---- opening --------------------------------------------------------------------------------- */

/* The league of a record that holds nothing else: it has no schedule. */
static bool add_league(struct record *record, const struct game *game, char *error) {
    struct query insert;
    char when[CALENDAR_TIME_SIZE], name[NAME_BYTES_MAX + 1];
    const char *path = record_path(record), *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    size_t length = strlen(file);
    if (length > 3 && strcmp(file + length - 3, ".db") == 0)
        length -= 3;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             file);
    if (!query_open(&insert, record,
                    "INSERT INTO league (id, name, game, players, halves, rounds, seed,"
                    " schedule, referee, started, config, format, scheduled, shard, shards)"
                    " VALUES (1, ?, ?, ?, ?, 0, 0, '', ?, ?, '', '', 0, 1, 1)",
                    error))
        return false;
    query_bind_text(&insert, 1, name);
    query_bind_text(&insert, 2, game->name);
    query_bind_int(&insert, 3, game->players_min);
    query_bind_int(&insert, 4, game->halves);
    query_bind_text(&insert, 5, PACKAGE_VERSION);
    query_bind_text(&insert, 6, calendar_now(when));
    return query_execute(&insert, error);
}

static bool create(struct record *record, const struct game *game, char *error) {
    if (!game)
        return error_set(error, _("record %s is not there yet: which game is it for?"),
                         record_path(record));
    return query_begin_writing(record, error) &&
           query_end_writing(record,
                             record_create_tables(record, error) && add_league(record, game, error),
                             error);
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
        (!fresh || create(record, game, error)))
        return record;
    record_close(record);
    return NULL;
}

/* ---- players and boards ---------------------------------------------------------------------- */

static bool find_player(struct record *record, const char *name, int64_t *id, char *error) {
    struct query find;
    if (!query_keep(&find, record, "SELECT id FROM engine WHERE name = ?", error))
        return false;
    query_bind_text(&find, 1, name);
    return query_find(&find, id, error);
}

static bool find_or_add_player(struct record *record, const char *name, const char *kind,
                               int64_t *id, char *error) {
    struct query insert;
    if (!find_player(record, name, id, error) || *id != 0)
        return *id != 0;
    if (!query_keep(&insert, record,
                    "INSERT INTO engine (id, name, kind, command, options, limits)"
                    " SELECT MAX(?, IFNULL(MAX(id), 0)) + 1, ?, ?, '', '', '' FROM engine",
                    error))
        return false;
    query_bind_int(&insert, 1, SCHEDULE_ENGINES_MAX);
    query_bind_text(&insert, 2, name);
    query_bind_text(&insert, 3, kind ? kind : PLAYER_IMPORTED);
    if (!query_execute(&insert, error))
        return false;
    *id = query_new_id(record);
    return true;
}

static bool keep_for_board(struct query *query, struct record *record, const char *sql,
                           const char *name, const char *board_line, char *error) {
    if (!query_keep(query, record, sql, error))
        return false;
    query_bind_int(query, 1, EXTRA_GAMES);
    query_bind_text(query, 2, name);
    query_bind_text(query, 3, board_line);
    return true;
}

static bool find_or_add_board(struct record *record, const char *name, const char *board_line,
                              int64_t *id, char *error) {
    static const char find[] = "SELECT id FROM board WHERE id > ? AND name = ? AND spelled IS ?";
    static const char add[] = "INSERT INTO board (id, name, spelled)"
                              " SELECT MAX(?, IFNULL(MAX(id), 0)) + 1, ?, ? FROM board";
    struct query query;
    if (!keep_for_board(&query, record, find, name, board_line, error) ||
        !query_find(&query, id, error) || *id != 0)
        return *id != 0;
    if (!keep_for_board(&query, record, add, name, board_line, error) ||
        !query_execute(&query, error))
        return false;
    *id = query_new_id(record);
    return true;
}

static bool have_parts(struct record *record, struct game_row *game, char *error) {
    for (int i = 0; i < game->seats; i++)
        if (!find_or_add_player(record, game->player[i], game->kind[i], &game->engine[i], error))
            return false;
    return find_or_add_board(record, game->board_name, game->board_line, &game->board, error);
}

/* ---- games and halves ------------------------------------------------------------------------ */

static void bind_seed(struct query *query, int parameter, const struct game_row *game) {
    if (game->seeded)
        query_bind_int(query, parameter, game->seed);
}

/* The game by its names. */
static bool find_game(struct record *record, const char *sql, const char *source,
                      const char *foreign_id, int64_t *id, char *error) {
    struct query find;
    if (!query_keep(&find, record, sql, error))
        return false;
    query_bind_text(&find, 1, source);
    query_bind_text(&find, 2, foreign_id);
    return query_find(&find, id, error);
}

bool record_find_extra(struct record *record, const char *source, const char *foreign_id,
                       int64_t *id, char *error) {
    static const char extra[] = "SELECT id FROM game WHERE source = ? AND foreign_id = ?";
    static const char own[] =
        "SELECT game.id FROM league JOIN game ON game.id = CAST(?2 AS INTEGER)"
        " WHERE foreign_id IS NULL AND CAST(game.id AS TEXT) = ?2"
        "  AND league.name || ':' || league.schedule = ?1";
    return find_game(record, extra, source, foreign_id, id, error) &&
           (*id != 0 || find_game(record, own, source, foreign_id, id, error));
}

bool record_add_extra(struct record *record, struct game_row *game, char *error) {
    struct query insert;
    int64_t last;
    if (!have_parts(record, game, error) ||
        !query_ask(record, "SELECT IFNULL(MAX(id), 0) FROM game", &last, error) ||
        !query_keep(&insert, record,
                    "INSERT INTO game (id, round, pair, leg, board, seed, tournament, source,"
                    " foreign_id, seat1, seat2, seat3, seat4)"
                    " VALUES (?1, 0, ?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                    error))
        return false;
    game->id = (last > EXTRA_GAMES ? last : EXTRA_GAMES) + 1;
    game->pair = game->id;
    query_bind_int(&insert, 1, game->id);
    query_bind_int(&insert, 2, game->board);
    bind_seed(&insert, 3, game);
    query_bind_int(&insert, 4, game->tournament);
    query_bind_text(&insert, 5, game->source);
    query_bind_text(&insert, 6, game->foreign_id);
    for (int i = 0; i < game->seats; i++)
        query_bind_int(&insert, 7 + i, game->engine[i]);
    return query_execute(&insert, error);
}

/* Whether there is the game itself, exactly so. */
static bool same_game(struct record *record, const struct game_row *game, bool *same, char *error) {
    int64_t found;
    struct query find;
    if (!query_keep(&find, record,
                    "SELECT 1 FROM game JOIN board ON board.id = game.board WHERE game.id = ? AND"
                    " board.name IS ? AND spelled IS ? AND seed IS ? AND tournament IS ? AND"
                    " (SELECT name FROM engine WHERE id = seat1) IS ? AND"
                    " (SELECT name FROM engine WHERE id = seat2) IS ? AND"
                    " (SELECT name FROM engine WHERE id = seat3) IS ? AND"
                    " (SELECT name FROM engine WHERE id = seat4) IS ?",
                    error))
        return false;
    query_bind_int(&find, 1, game->id);
    query_bind_text(&find, 2, game->board_name);
    query_bind_text(&find, 3, game->board_line);
    bind_seed(&find, 4, game);
    query_bind_int(&find, 5, game->tournament);
    for (int i = 0; i < game->seats; i++)
        query_bind_text(&find, 6 + i, game->player[i]);
    if (!query_find(&find, &found, error))
        return false;
    *same = found != 0;
    return true;
}

bool record_same_extra(struct record *record, const struct game_row *game, int halves, bool *same,
                       char *error) {
    int64_t there;
    struct query count;
    if (!query_keep(&count, record, "SELECT COUNT(*) FROM half WHERE game = ?", error))
        return false;
    query_bind_int(&count, 1, game->id);
    if (!query_find(&count, &there, error) || !same_game(record, game, same, error))
        return false;
    *same = *same && there == halves;
    return true;
}

bool record_get_reference(struct record *record, char name[NAME_BYTES_MAX + 1], char *error) {
    struct query query;
    if (!query_open(&query, record,
                    "SELECT engine.name FROM league JOIN engine ON engine.id = reference", error))
        return false;
    name[0] = '\0';
    if (query_step(&query))
        query_copy(&query, 0, name, NAME_BYTES_MAX + 1);
    return query_close(&query, error);
}

bool record_set_reference(struct record *record, const char *name, char *error) {
    struct query update;
    int64_t id;
    if (!find_player(record, name, &id, error))
        return false;
    if (id == 0)
        return error_set(error, _("no player has the name %s, which is to be the reference"), name);
    if (!query_open(&update, record, "UPDATE league SET reference = ?", error))
        return false;
    query_bind_int(&update, 1, id);
    return query_execute(&update, error);
}
