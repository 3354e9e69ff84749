/* record_extra.c - games outside the schedule, kept in the tables of the league's own games.
 *
 * Numbers keep the two apart: what is added here takes the next one above EXTRA_GAMES or
 * SCHEDULE_ENGINES_MAX, which no schedule reaches. Games are found again by their source and
 * foreign_id, so that an import can be repeated.
 */
#include "config.h"

#include "record/record_extra.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "games/game.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_league.h"
#include "record/record_parts.h"
#include "record/record_rows.h"

#include <stdio.h>
#include <string.h>

/* ---- opening --------------------------------------------------------------------------------- */

/* Adds the league of a record that has only such games: it has no schedule. */
static bool add_league(struct record *record, const struct game *game, struct error *error) {
    char when[CALENDAR_TIME_SIZE], name[NAME_BYTES_MAX + 1];
    const char *path = record_path(record), *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    size_t length = strlen(file);
    if (length > 3 && strcmp(file + length - 3, ".db") == 0)
        length -= 3;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             file);
    return query_write(record,
                       "INSERT INTO league (id, name, game, players, halves, rounds, seed,"
                       " schedule, referee, started, config, format, scheduled, shard, shards)"
                       " VALUES (1, ?, ?, ?, ?, 0, 0, '', ?, ?, '', '', 0, 1, 1)",
                       VALUES(value_text(name), value_text(game->name),
                              value_int(game->players_min), value_int(game->halves),
                              value_text(PACKAGE_VERSION), value_text(calendar_now(when))),
                       error);
}

static bool create(struct record *record, const struct game *game, struct error *error) {
    if (!game)
        return error_set(error,
                         _("record %s does not exist yet: for which game should it be created?"),
                         record_path(record));
    return query_begin_writing(record, error) &&
           query_end_writing(record,
                             record_create_tables(record, error) && add_league(record, game, error),
                             error);
}

static bool check_game(struct record *record, const struct game *game, struct error *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    bool same = !game || strcmp(league.game, game->name) == 0 ||
                error_set(error, _("record %s is for %s, not for %s"), record_path(record),
                          league.game, game->name);
    league_row_free(&league);
    return same;
}

struct record *record_open_extra(const char *path, const struct game *game, struct error *error) {
    bool fresh;
    struct record *record = record_take(path, &fresh, error);
    if (record && (fresh || check_game(record, game, error)) && record_own(record, error) &&
        (fresh ? create(record, game, error) : record_make_later(record, LATER_SAID, error)))
        return record;
    record_close(record);
    return NULL;
}

/* ---- players and boards ---------------------------------------------------------------------- */

static bool find_player(struct record *record, const char *name, int64_t *id, struct error *error) {
    return query_ask(record, "SELECT id FROM engine WHERE name = ?", VALUES(value_text(name)), id,
                     error);
}

/* Gives a player who was known only by name the kind that is known now. */
static bool learn_kind(struct record *record, int64_t id, const char *kind, struct error *error) {
    return strcmp(kind, PLAYER_IMPORTED) == 0 ||
           query_write(record,
                       "UPDATE engine SET kind = ? WHERE id = ? AND kind = '" PLAYER_IMPORTED "'",
                       VALUES(value_text(kind), value_int(id)), error);
}

bool record_find_or_add_player(struct record *record, const char *name, const char *kind,
                               const char *id_name, int64_t *id, struct error *error) {
    if (!find_player(record, name, id, error))
        return false;
    if (*id != 0)
        return learn_kind(record, *id, kind, error);
    if (!query_write(record,
                     "INSERT INTO engine (id, name, kind, id_name, command, options, limits) VALUES"
                     " (MAX(?, IFNULL((SELECT MAX(id) FROM engine), 0)) + 1, ?, ?, ?, '', '', '')",
                     VALUES(value_int(SCHEDULE_ENGINES_MAX), value_text(name), value_text(kind),
                            value_text(id_name)),
                     error))
        return false;
    *id = query_new_id(record);
    return true;
}

static bool find_or_add_board(struct record *record, const char *name, const char *board_line,
                              int64_t *id, struct error *error) {
    const struct query_value values[] = {
        value_int(EXTRA_GAMES), value_text(name), value_text(board_line), {0}};
    if (!query_ask(record, "SELECT id FROM board WHERE id > ? AND name = ? AND spelled IS ?",
                   values, id, error))
        return false;
    if (*id != 0)
        return true;
    if (!query_write(record,
                     "INSERT INTO board (id, name, spelled) VALUES"
                     " (MAX(?, IFNULL((SELECT MAX(id) FROM board), 0)) + 1, ?, ?)",
                     values, error))
        return false;
    *id = query_new_id(record);
    return true;
}

static bool find_or_add_parts(struct record *record, struct game_row *game, struct error *error) {
    for (int i = 0; i < game->seats; i++)
        if (!record_find_or_add_player(record, game->player[i],
                                       game->kind[i] ? game->kind[i] : PLAYER_IMPORTED,
                                       game->id_name[i], &game->engine[i], error))
            return false;
    return find_or_add_board(record, game->board_name, game->board_line, &game->board, error);
}

/* ---- games and halves ------------------------------------------------------------------------ */

bool record_find_extra(struct record *record, const char *source, const char *foreign_id,
                       int64_t *id, struct error *error) {
    const struct query_value values[] = {value_text(source), value_text(foreign_id), {0}};
    return query_ask(record, "SELECT id FROM game WHERE source = ? AND foreign_id = ?", values, id,
                     error) &&
           (*id != 0 ||
            query_ask(record,
                      "SELECT game.id FROM league JOIN game ON game.id = CAST(?2 AS INTEGER)"
                      " WHERE foreign_id IS NULL AND CAST(game.id AS TEXT) = ?2"
                      "  AND league.name || ':' || league.schedule = ?1",
                      values, id, error));
}

bool record_add_extra(struct record *record, struct game_row *game, struct error *error) {
    int64_t last;
    if (!find_or_add_parts(record, game, error) ||
        !query_ask(record, "SELECT IFNULL(MAX(id), 0) FROM game", NULL, &last, error))
        return false;
    game->id = (last > EXTRA_GAMES ? last : EXTRA_GAMES) + 1;
    game->pair = game->id;
    struct query_value values[7 + GAME_PLAYERS_MAX + 1] = {value_int(game->id),
                                                           value_int(game->board),
                                                           value_int_if(game->seeded, game->seed),
                                                           value_int(game->tournament),
                                                           value_text(game->source),
                                                           value_text(game->foreign_id),
                                                           value_text(game->opening)};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        values[7 + i] = value_int_if(i < game->seats, game->engine[i]);
    return query_write(record,
                       "INSERT INTO game (id, round, pair, leg, board, seed, tournament, source,"
                       " foreign_id, opening, seat1, seat2, seat3, seat4)"
                       " VALUES (?1, 0, ?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                       values, error);
}

bool record_same_extra(struct record *record, const struct game_row *game, int halves, bool *same,
                       struct error *error) {
    int64_t found = 0, there = 0;
    const struct query_value id[] = {value_int(game->id), {0}};
    struct query_value values[5 + GAME_PLAYERS_MAX + 1] = {
        value_int(game->id), value_text(game->board_name), value_text(game->board_line),
        value_int_if(game->seeded, game->seed), value_int(game->tournament)};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        values[5 + i] = value_text(i < game->seats ? game->player[i] : NULL);
    bool asked =
        query_ask(record, "SELECT COUNT(*) FROM half WHERE game = ?", id, &there, error) &&
        query_ask(record,
                  "SELECT 1 FROM game JOIN board ON board.id = game.board WHERE game.id = ? AND"
                  " board.name IS ? AND spelled IS ? AND seed IS ? AND tournament IS ? AND"
                  " (SELECT name FROM engine WHERE id = seat1) IS ? AND"
                  " (SELECT name FROM engine WHERE id = seat2) IS ? AND"
                  " (SELECT name FROM engine WHERE id = seat3) IS ? AND"
                  " (SELECT name FROM engine WHERE id = seat4) IS ?",
                  values, &found, error);
    *same = found != 0 && there == halves;
    return asked;
}

bool record_get_reference(struct record *record, char name[NAME_BYTES_MAX + 1],
                          struct error *error) {
    return query_ask_text(record,
                          "SELECT engine.name FROM league JOIN engine ON engine.id = reference",
                          NULL, name, NAME_BYTES_MAX + 1, error);
}

bool record_set_reference(struct record *record, const char *name, struct error *error) {
    int64_t id;
    if (!find_player(record, name, &id, error))
        return false;
    if (id == 0)
        return error_set(error, _("the reference should be %s, but no player has that name"), name);
    return query_write(record, "UPDATE league SET reference = ?", VALUES(value_int(id)), error);
}
