/* league_json.c - describes a league in JSON by a few queries; the half that is being played is
 * added to what the record has. */
#include "config.h"

#include "results/league_json.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "record/half_json.h"
#include "record/live.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_rows.h"

#include <string.h>

/* ---- the league ------------------------------------------------------------------------------ */

/* A game is whole if it has a row for each half. The rows are counted in an index, without reading
 * their moves. */
static const char head_query[] =
    "SELECT name, game, format, rounds, players, halves, (SELECT COUNT(*) FROM engine),"
    " (SELECT COUNT(*) FROM (SELECT 1 FROM half GROUP BY game"
    "   HAVING COUNT(*) >= (SELECT halves FROM league))), scheduled, started,"
    " (SELECT name FROM engine WHERE id = reference),"
    " (SELECT COUNT(*) FROM sqlite_schema WHERE name LIKE 'club\\_%' ESCAPE '\\') FROM league";

bool league_json_head(struct record *record, struct json *json, struct error *error) {
    struct query row;
    query_open(&row, record, head_query, NULL);
    bool found = query_step(&row);
    if (found) {
        json_string(json, "name", query_string(&row, 0));
        json_string(json, "game", query_string(&row, 1));
        json_string(json, "format", query_text(&row, 2));
        json_integer(json, "rounds", query_int64(&row, 3));
        json_integer(json, "seats", query_int64(&row, 4));
        json_integer(json, "halves", query_int64(&row, 5));
        json_integer(json, "players", query_int64(&row, 6));
        json_integer(json, "games", query_int64(&row, 7));
        json_integer(json, "scheduled", query_int64(&row, 8));
        json_string(json, "started", query_string(&row, 9));
        json_string(json, "reference", query_text(&row, 10));
        json_bool(json, "club", query_int64(&row, 11) > 0);
    }
    return query_close(&row, error) &&
           (found ||
            error_set(error, _("record %s: its table league is empty"), record_path(record)));
}

bool league_json_print(struct record *record, FILE *file, struct error *error) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", "league");
    if (!league_json_head(record, &json, error)) {
        text_free(&json.text);
        return false;
    }
    json_close(&json, '}');
    needed_json(&json, file);
    return true;
}

void league_json_no_head(struct json *json) {
    static const char *const members[] = {"name",      "game",    "format",    "rounds",
                                          "seats",     "halves",  "players",   "games",
                                          "scheduled", "started", "reference", "club"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        json_string(json, members[i], NULL);
}

/* ---- its games ------------------------------------------------------------------------------- */

static const char games_query[] =
    "SELECT game.id, round, pair, leg, board.name, one.name, two.name, three.name, four.name,"
    " (SELECT COUNT(*) FROM half WHERE half.game = game.id) AS played,"
    " (SELECT SUM(margin1) FROM half WHERE half.game = game.id),"
    " (SELECT SUM(margin2) FROM half WHERE half.game = game.id),"
    " (SELECT SUM(margin3) FROM half WHERE half.game = game.id),"
    " (SELECT SUM(margin4) FROM half WHERE half.game = game.id),"
    " (SELECT halves FROM league) FROM (SELECT * FROM game ORDER BY id LIMIT ?1 OFFSET ?2) AS game"
    " LEFT JOIN board ON board.id = game.board"
    " LEFT JOIN engine AS one ON one.id = seat1 LEFT JOIN engine AS two ON two.id = seat2"
    " LEFT JOIN engine AS three ON three.id = seat3 LEFT JOIN engine AS four ON four.id = seat4"
    " ORDER BY game.id";

enum { ID, ROUND, PAIR, LEG, BOARD, SEATS, PLAYED = SEATS + GAME_PLAYERS_MAX, MARGINS };
enum { HALVES = MARGINS + GAME_PLAYERS_MAX };

static const struct live_half *find_live(const struct live_half *live, int halves, int64_t game) {
    for (int i = 0; i < halves; i++)
        if (live[i].game == game)
            return &live[i];
    return NULL;
}

static void add_game_row(const struct query *row, bool live, struct json *json) {
    int seats = row_seats(row, SEATS);
    int64_t played = query_int64(row, PLAYED);
    json_open(json, NULL, '{');
    json_integer(json, "id", query_int64(row, ID));
    json_integer(json, "round", query_int64(row, ROUND));
    json_integer(json, "pair", query_int64(row, PAIR));
    json_integer(json, "leg", query_int64(row, LEG));
    json_string(json, "board", query_text(row, BOARD));
    json_open(json, "seats", '[');
    for (int i = 0; i < seats; i++)
        json_string(json, NULL, query_text(row, SEATS + i));
    json_close(json, ']');
    if (played > 0) {
        json_open(json, "margins", '[');
        for (int i = 0; i < seats; i++)
            json_integer(json, NULL, query_int64(row, MARGINS + i));
        json_close(json, ']');
    } else {
        json_string(json, "margins", NULL);
    }
    json_integer(json, "halves", played);
    json_bool(json, "over", played >= query_int64(row, HALVES));
    json_bool(json, "live", live);
    json_close(json, '}');
}

bool league_json_games(struct record *record, int64_t from, int count, const struct live_half *live,
                       int halves, struct json *json, int64_t *total, struct error *error) {
    struct query rows;
    if (!query_ask(record, "SELECT COUNT(*) FROM game", NULL, total, error))
        return false;
    json_open(json, "games", '[');
    query_open(&rows, record, games_query, VALUES(value_int(count), value_int(from)));
    while (query_step(&rows))
        add_game_row(&rows, find_live(live, halves, query_int64(&rows, ID)) != NULL, json);
    json_close(json, ']');
    return query_close(&rows, error);
}

/* ---- one game -------------------------------------------------------------------------------- */

/* A game that is being read, half by half. */
struct reading {
    struct json *json;
    const struct live_half *live;
    bool over;
    int64_t halves; /* of a game */
    int last;       /* the last half that the record has */
};

static bool league_json_add_game(void *context, const struct game_row *game, struct error *error) {
    struct reading *reading = context;
    struct json *json = reading->json;
    (void)error;
    json_integer(json, "id", game->id);
    json_integer(json, "round", game->round);
    json_integer_if(json, "pair", game->pair != 0, game->pair); /* not of a new one */
    json_integer_if(json, "leg", game->pair != 0, game->leg);
    json_string(json, "board", game->board_name);
    json_string(json, "line", game->board_line);
    json_strings(json, "seats", game->player, game->seats);
    json_bool(json, "tournament", game->tournament);
    json_open(json, "halves", '[');
    return true;
}

static bool league_json_add_half(void *context, const struct game_row *game,
                                 const struct half_result *half, struct error *error) {
    struct reading *reading = context;
    struct json *json = reading->json;
    if (half->moves && strlen(half->moves) > RECORD_MOVES_BYTES)
        return error_set(error, _("game %lld, half %d: its moves are too long"),
                         (long long)game->id, half->number);
    json_open(json, NULL, '{');
    half_json_add(half, game->seats, json);
    json_close(json, '}');
    reading->last = half->number;
    return true;
}

/* Adds the half that is being played. */
static void add_live_half(const struct live_half *half, struct json *json) {
    const struct half_result played = {.number = half->half,
                                       .plies = moves_count(half->moves),
                                       .moves = half->moves,
                                       .clocks = half->clocks};
    json_open(json, NULL, '{');
    half_json_add(&played, half->seats, json);
    json_close(json, '}');
}

static bool end_game(void *context, const struct game_row *game, struct error *error) {
    struct reading *reading = context;
    (void)game;
    (void)error;
    bool live = reading->live && reading->live->half > reading->last;
    if (live)
        add_live_half(reading->live, reading->json);
    json_close(reading->json, ']');
    json_bool(reading->json, "over", reading->last >= reading->halves);
    json_bool(reading->json, "live", live);
    return true;
}

/* Adds a game that is not in the record yet, but for its board: only the half that is being played
 * is known. */
static bool add_new_game(struct record *record, struct reading *reading, struct error *error) {
    const struct live_half *half = reading->live;
    struct query row;
    query_open(&row, record, "SELECT spelled FROM board WHERE id = ?",
               VALUES(value_int(half->board)));
    struct game_row game = {.id = half->game,
                            .round = half->round,
                            .board_name = half->board_name,
                            .board_line = query_step(&row) ? query_text(&row, 0) : NULL,
                            .tournament = true,
                            .seats = half->seats};
    memcpy(game.player, half->player, sizeof game.player);
    league_json_add_game(reading, &game, error);
    end_game(reading, &game, error);
    return query_close(&row, error);
}

static bool add_rules(struct record *record, struct reading *reading, struct error *error) {
    struct query row;
    query_open(&row, record, "SELECT game, halves FROM league", NULL);
    bool there = query_step(&row);
    json_string(reading->json, "game", there ? query_text(&row, 0) : NULL);
    reading->halves = there ? query_int64(&row, 1) : 1;
    return query_close(&row, error);
}

bool league_json_game(struct record *record, int64_t id, const struct live_half *live, int halves,
                      struct json *json, bool *found, struct error *error) {
    static const struct row_reader rows = {
        .game = league_json_add_game, .half = league_json_add_half, .game_end = end_game};
    struct row_reader reader = rows;
    struct reading reading = {.json = json, .live = find_live(live, halves, id)};
    int64_t there;
    *found = false;
    if (!query_ask(record, "SELECT COUNT(*) FROM game WHERE id = ?", VALUES(value_int(id)), &there,
                   error))
        return false;
    *found = there != 0 || reading.live;
    reader.context = &reading;
    return !*found || (add_rules(record, &reading, error) &&
                       (there ? record_read_game(record, id, &reader, error)
                              : add_new_game(record, &reading, error)));
}
