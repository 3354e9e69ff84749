/* record_games.c - walks over the games of a record and adds up their halves.
 *
 * Halves come from an index alone, without the long rows of moves, each joined with its game. Where
 * only some games are asked for, two queries are walked side by side instead, which is several
 * times quicker than letting SQL find them. Each column costs time, whether it is looked at or not;
 * they cost least if the last one of a row is asked for first.
 */
#include "config.h"

#include "record/record_games.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "pairing/game_id.h"
#include "record/record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers --------------------------------------------------------------------------------- */

void number_map_add(struct number_map *map, int64_t number, int64_t value) {
    size_t room = (size_t)map->count + 1;
    if ((room & (room - 1)) == 0) { /* twice as much at each power of two */
        map->number = needed(realloc(map->number, sizeof *map->number * 2 * room));
        map->value = needed(realloc(map->value, sizeof *map->value * 2 * room));
    }
    map->number[map->count] = number;
    map->value[map->count++] = value;
}

/* Most tables have the numbers from 1 on, without a gap. */
bool number_map_find(const struct number_map *map, int64_t number, int64_t *value) {
    int low = 0, high = map->count;
    if (number >= 1 && number <= high && map->number[number - 1] == number)
        low = high = (int)number - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (map->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == map->count || map->number[low] != number)
        return false;
    *value = map->value[low];
    return true;
}

void number_map_free(struct number_map *map) {
    free(map->number);
    free(map->value);
    *map = (struct number_map){.count = 0};
}

bool record_read_board_hashes(struct record *record, struct number_map *boards,
                              struct error *error) {
    struct query row;
    query_open(&row, record, "SELECT id, IFNULL(spelled, name) FROM board ORDER BY id", NULL);
    while (query_step(&row))
        number_map_add(boards, query_int64(&row, 0), (int64_t)text_hash(query_string(&row, 1)));
    return query_close(&row, error);
}

/* ---- games ----------------------------------------------------------------------------------- */

enum { MOVES_HASH = 1, FINISHED = MOVES_HASH, NUMBER, PAIR = 7, BOARD, ROUND = 13 };
static const int margin_column[] = {3, 4, 9, 10}, seat_column[] = {6, 5, 12, 11};

/* The parts of the queries: first the columns of two players, then those of others. */
#define HALVES(column) "SELECT half.game, " column ", number, margin1, margin2"
#define GAMES          ", seat2, seat1, pair, board"
#define OTHERS         ", margin3, margin4, seat4, seat3"
#define INDEX          " FROM half INDEXED BY half_margins"
#define JOINED         INDEX " CROSS JOIN game ON game.id = half.game"
#define ORDER          " ORDER BY half.game, number"

static const char two_query[] = HALVES("moves_hash") GAMES JOINED ORDER;
static const char all_query[] = HALVES("moves_hash") GAMES OTHERS JOINED ORDER;
static const char range_query[] =
    HALVES("moves_hash") GAMES OTHERS ", round" JOINED " WHERE half.game BETWEEN ?1 AND ?2" ORDER;
static const char two_times_query[] = HALVES("finished") INDEX ORDER;
static const char times_query[] = HALVES("finished") ", 0, 0, 0, 0, margin3, margin4" INDEX ORDER;
static const char reference_query[] =
    "SELECT id, 0, 0, 0, 0" GAMES ", 0, 0, seat4, seat3 FROM game WHERE tournament AND"
    " (seat1 = ?1 OR seat2 = ?1 OR seat3 = ?1 OR seat4 = ?1) ORDER BY id";

static void step_half(struct record_games *walk) {
    walk->more = query_step(&walk->halves_left);
    walk->next = walk->more ? query_int64(&walk->halves_left, 0) : 0;
}

void record_games_open(struct record_games *walk, struct record *record) {
    struct query *halves = &walk->halves_left;
    bool two = walk->seats == 2;
    query_keep(halves, record,
               walk->reference ? (two ? two_times_query : times_query)
               : walk->end     ? range_query
               : two           ? two_query
                               : all_query,
               walk->reference || !walk->end
                   ? NULL
                   : VALUES(value_int(game_id(walk->first)), value_int(game_id(walk->end) - 1)));
    if (walk->reference)
        query_keep(&walk->games, record, reference_query, VALUES(value_int(walk->reference)));
    step_half(walk);
}

/* Refuses an impossible record, which was made by something else or altered. */
static bool games_fail(struct record_games *walk, const char *why, struct error *error) {
    walk->failed = true;
    return error_set(error, _("record %s: %s"), record_path(walk->halves_left.record), why);
}

static bool begin_game(struct record_games *walk, struct error *error) {
    const struct query *row = walk->reference ? &walk->games : &walk->halves_left;
    struct record_game *game = &walk->game;
    int64_t id = query_int64(row, 0), pair = query_int64(row, PAIR);
    int64_t board = query_int64(row, BOARD), engine;
    *game = (struct record_game){.number = game_number(id),
                                 .round = walk->end ? query_int(row, ROUND) - 1 : 0,
                                 .pair = pair < 1 ? -1 : pair - 1,
                                 .board = board < 1 ? -1 : board - 1};
    if (id < 1 || id > GAME_ID_MAX)
        return games_fail(walk, _("a game has an impossible number"), error);
    if (game->pair < 0)
        return games_fail(walk, _("a game belongs to an impossible pair"), error);
    bool two = walk->seats == 2, named = two && walk->engines; /* no map has an empty seat */
    for (int seats = two ? 2 : GAME_PLAYERS_MAX; game->seats < seats; game->seats++) {
        if (!named && query_is_null(row, seat_column[game->seats]))
            break;
        engine = query_int(row, seat_column[game->seats]) - 1;
        if (walk->engines && !number_map_find(walk->engines, engine + 1, &engine))
            return games_fail(walk, _("a game names an engine that does not exist"), error);
        game->engine[game->seats] = (int)engine;
    }
    return game->seats > 1 || games_fail(walk, _("a game has fewer than two players"), error);
}

static bool games_add_half(struct record_games *walk, int64_t board, struct error *error) {
    const struct query *row = &walk->halves_left;
    struct record_game *game = &walk->game;
    int number = query_int(row, NUMBER);
    if (number >= 1 && number < HALF_ID_ROOM)
        game->halves |= 1u << (number - 1);
    bool possible = game->count < GAME_HALVES_MAX;
    for (int i = 0; possible && i < game->seats; i++) {
        int64_t margin = query_int64(row, margin_column[i]);
        possible = record_is_margin(margin) && record_is_margin(game->margin[i] + margin);
        if (possible) {
            walk->half[game->count][i] = (int)margin;
            game->margin[i] += (int)margin;
        }
    }
    if (!possible)
        return games_fail(walk, _("a game has an impossible margin"), error);
    game->count++;
    if (walk->reference) {
        /* The later time is kept. Times are ordered as texts are. */
        const char *finished = query_string(row, FINISHED);
        if (strcmp(finished, game->finished) > 0)
            memcpy(game->finished, finished, strnlen(finished, sizeof game->finished - 1) + 1);
        game->finished[sizeof game->finished - 1] = '\0';
    } else {
        repeats_add(&game->same, repeats_half((uint64_t)query_int64(row, MOVES_HASH), board,
                                              game->engine, game->seats, number));
    }
    return true;
}

static void compare_margins(struct record_game *game) {
    for (int i = 0; i < game->seats; i++) {
        int best = INT_MIN, others = 0;
        for (int k = 0; k < game->seats; k++)
            if (k != i && game->margin[k] >= best) {
                others = game->margin[k] == best ? others + 1 : 1;
                best = game->margin[k];
            }
        game->best[i] = best;
        game->others[i] = others;
    }
}

/* ---- encounters ------------------------------------------------------------------------------ */

/* The player's place in the encounter: the seat that it had in the first game. */
static int find_player(const struct record_encounter *encounter, int engine) {
    for (int i = 0; i < encounter->seats; i++)
        if (encounter->engine[i] == engine)
            return i;
    return -1;
}

/* Whether the game belongs to the encounter that is being read. */
static bool encounter_goes_on(const struct record_encounter *encounter,
                              const struct record_game *game) {
    if (encounter->seats != game->seats || encounter->pair != game->pair)
        return false;
    for (int i = 0; i < game->seats; i++)
        if (find_player(encounter, game->engine[i]) < 0)
            return false;
    return true;
}

static void add_to_encounter(struct record_games *walk) {
    struct record_encounter *encounter = &walk->encounter;
    const struct record_game *game = &walk->game;
    if (!encounter_goes_on(encounter, game)) {
        *encounter = (struct record_encounter){.pair = game->pair, .seats = game->seats};
        memcpy(encounter->engine, game->engine, sizeof encounter->engine);
    }
    for (int i = 0; i < game->seats; i++)
        encounter_add(&encounter->seen[find_player(encounter, game->engine[i])], game->margin[i],
                      game->best[i], game->others[i]);
    repeats_add(&encounter->same, repeats_number(&game->same));
    encounter->whole = encounter->seen[0].games >= walk->encounter_games;
    encounter->repeated = encounter->whole && walk->encounters_seen &&
                          repeats_seen(walk->encounters_seen, repeats_number(&encounter->same));
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Reads a game with its halves. If its board is not in the map, it cannot repeat another game. */
static bool record_games_read_game(struct record_games *walk, int64_t id, struct error *error) {
    struct record_game *game = &walk->game;
    if (!begin_game(walk, error))
        return false;
    int64_t board = game->board;
    game->same.unknown = walk->boards && !number_map_find(walk->boards, board + 1, &board);
    for (; walk->more && walk->next == id; step_half(walk))
        if (!games_add_half(walk, board, error))
            return false;
    game->whole = game->count == walk->halves;
    if (!game->whole || walk->reference)
        return true;
    compare_margins(game);
    game->repeated =
        walk->games_seen && repeats_seen(walk->games_seen, repeats_number(&game->same));
    if (walk->encounter_games)
        add_to_encounter(walk);
    return true;
}

bool record_games_next(struct record_games *walk, struct error *error) {
    walk->encounter.seats = walk->encounter.whole ? 0 : walk->encounter.seats;
    walk->encounter.whole = false;
    if (!walk->reference)
        return walk->more && record_games_read_game(walk, walk->next, error);
    while (walk->more && query_step(&walk->games)) {
        int64_t id = query_int64(&walk->games, 0);
        while (walk->more && walk->next < id)
            step_half(walk);
        if (walk->more && walk->next == id)
            return record_games_read_game(walk, id, error);
    }
    return false;
}

bool record_games_close(struct record_games *walk, struct error *error) {
    struct error ignored;
    bool good = !walk->failed;
    if (walk->reference)
        good = query_close(&walk->games, good ? error : &ignored) && good;
    return query_close(&walk->halves_left, good ? error : &ignored) && good;
}

bool record_each_game(struct record *record, int64_t first, int64_t end,
                      void (*each)(void *context, const struct record_game *game), void *context,
                      struct error *error) {
    struct record_games walk = {.first = first, .end = end};
    record_games_open(&walk, record);
    while (record_games_next(&walk, error))
        each(context, &walk.game);
    return record_games_close(&walk, error);
}

static void copy_game(void *context, const struct record_game *game) {
    *(struct record_game *)context = *game;
}

bool record_find_game(struct record *record, int64_t number, struct record_game *game,
                      struct error *error) {
    *game = (struct record_game){0};
    return record_each_game(record, number, number + 1, copy_game, game, error);
}
