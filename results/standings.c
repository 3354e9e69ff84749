/* standings.c - standings, read from a record. Queries bring the engines first, then each game
 * with all its halves, in the order of the schedule. Each game is added to the rows of its
 * players and to the table of who met whom. */
#include "config.h"

#include "results/standings.h"

#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "base/needed.h"
#include "games/game.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "pairing/format.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_rows.h"
#include "record/replay.h"

#include <stdlib.h>
#include <string.h>

enum { MARGINS_MAX = 1000000000 }; /* over all games of a meeting */

/* A record on its way into standings. */
struct reading {
    struct record *record;
    struct standings *standings;
    struct error *error;
    int halves;
    struct number_map engines; /* their rows by their numbers in the record */
    struct boards boards;      /* of halves whose deals are counted */
};

void standings_free(struct standings *standings) {
    free(standings->row);
    free(standings->cross);
    free(standings->meeting);
    trial_free(&standings->trial);
    standings->row = NULL;
    standings->cross = NULL;
    standings->meeting = NULL;
    standings->count = standings->row_room = standings->meetings = standings->meeting_room = 0;
}

const char *standings_name(const struct standings *standings, int engine) {
    for (int i = 0; i < standings->count; i++)
        if (standings->row[i].engine == engine)
            return standings->row[i].name;
    return NULL;
}

/* An error of a record that another program has made or altered. */
static bool standings_fail(const struct reading *reading, const char *why) {
    return error_set(reading->error, _("record %s: %s"), record_path(reading->record), why);
}

/* Calls back for each row that a query answers, until one fails. */
static bool each_row(struct reading *reading, const char *sql,
                     bool (*each)(struct reading *reading, const struct query *row)) {
    struct query rows;
    bool good = true;
    query_open(&rows, reading->record, sql, NULL);
    while (good && query_step(&rows))
        good = each(reading, &rows);
    return query_close(&rows, reading->error) && good;
}

/* ---- the league and its engines -------------------------------------------------------------- */

static bool read_league(struct reading *reading, const struct query *row) {
    struct standings *standings = reading->standings;
    query_copy(row, 0, standings->league, sizeof standings->league);
    query_copy(row, 1, standings->game, sizeof standings->game);
    standings->reference = query_int(row, 2) - 1;
    standings->seats = query_int(row, 3);
    reading->halves = query_int(row, 4);
    const char *test = query_text(row, 5);
    struct sprt sprt = {.worst = query_real(row, 6)};
    const char *format = query_text(row, 7);
    const struct game *game = game_find(standings->game);
    standings->money = game && game->money;
    standings->format = format ? format_find(format) : NULL;
    standings->rounds = query_int(row, 8);
    if (test && !sprt_read(&sprt, test, reading->error))
        return error_reword(reading->error, _("record %s: %s"), record_path(reading->record),
                            reading->error->text);
    trial_begin(&standings->trial, encounter_size(reading->halves, standings->seats),
                test ? &sprt : NULL);
    trial_set_patience(&standings->trial, query_int(row, 9));
    return true;
}

static bool add_engine(struct reading *reading, const struct query *row) {
    struct standings *standings = reading->standings;
    struct standing *rows = standings->row =
        needed(list_grow(standings->row, standings->count, &standings->row_room, sizeof *rows));
    number_map_add(&reading->engines, query_int64(row, 0), standings->count);
    rows[standings->count] = (struct standing){.engine = standings->count};
    query_copy(row, 1, rows[standings->count].name, sizeof rows->name);
    standings->count++;
    return true;
}

/* Where an engine of the record stands, or -1. */
static int find_engine(const struct reading *reading, int64_t number) {
    int64_t row;
    return number_map_find(&reading->engines, number, &row) ? (int)row : -1;
}

static bool add_faults(struct reading *reading, const struct query *row) {
    int engine = find_engine(reading, query_int64(row, 0));
    if (engine < 0)
        return standings_fail(reading, _("a fault names an engine that does not exist"));
    reading->standings->row[engine].faults = query_int64(row, 1);
    reading->standings->row[engine].warnings = query_int64(row, 2);
    return true;
}

static bool add_programs(struct reading *reading, const struct query *row) {
    int engine = find_engine(reading, query_int64(row, 0));
    if (engine >= 0)
        reading->standings->row[engine].programs = query_int(row, 1);
    return true;
}

static bool add_meeting(struct reading *reading, const struct query *row) {
    struct standings *standings = reading->standings;
    struct meeting *grown = standings->meeting = needed(list_grow(
        standings->meeting, standings->meetings, &standings->meeting_room, sizeof *grown));
    int64_t round = query_int64(row, 0), margins[2] = {query_int64(row, 4), query_int64(row, 5)};
    bool possible = round >= 1 && round <= standings->rounds && llabs(margins[0]) < MARGINS_MAX &&
                    llabs(margins[1]) < MARGINS_MAX;
    if (!possible)
        return standings_fail(reading, _("a meeting has an impossible round or margin"));
    grown[standings->meetings++] =
        (struct meeting){.round = query_int(row, 0) - 1,
                         .engine = {find_engine(reading, query_int64(row, 1)),
                                    find_engine(reading, query_int64(row, 2))},
                         .winner = find_engine(reading, query_int64(row, 3)),
                         .margin = {query_int64(row, 4), query_int64(row, 5)}};
    return true;
}

/* The columns of the query for add_deals(); the players come last. */
enum { DEAL_GAME, DEAL_NUMBER, DEAL_PLIES, DEAL_MOVES, DEAL_SPELLED, DEAL_SEATS };

/* Where points are money, won in deals (game.h): records have margins and moves alone, so a half is
 * played once more to count its deals. One that was forfeited counts as far as it came. */
static bool add_deals(struct reading *reading, const struct query *row) {
    const struct half_result half = {.number = query_int(row, DEAL_NUMBER),
                                     .plies = query_int(row, DEAL_PLIES),
                                     .moves = query_string(row, DEAL_MOVES)};
    struct game_state state;
    struct game_score score;
    struct error why;
    int seats = row_seats(row, DEAL_SEATS);
    const struct made_board *made =
        boards_by_line(&reading->boards, query_string(row, DEAL_SPELLED), seats, &why);
    if (!made || !replay_moves(made->board, &half, &state, NULL, NULL, &why))
        return error_set(reading->error, _("record %s: game %lld, half %d: %s"),
                         record_path(reading->record), (long long)query_int64(row, DEAL_GAME),
                         half.number, why.text);
    made->board->game->score(made->board, &state, &score);
    for (int i = 0; i < seats; i++) {
        int engine = find_engine(reading, query_int64(row, DEAL_SEATS + i));
        if (engine < 0)
            continue;
        struct standing *standing = &reading->standings->row[engine];
        standing->deals += score.deals;
        standing->deals_won += score.won[i];
        standing->money += score.points[i];
    }
    return true;
}

/* Rows are still in the order of engines. */
static void rank_by_format(struct reading *reading) {
    struct standings *standings = reading->standings;
    const struct format *format = standings->format;
    if (!format || !format->merit || standings->meetings == 0)
        return;
    int64_t *merit = needed(calloc((size_t)standings->count + 1, sizeof *merit));
    format->merit(standings->meeting, standings->meetings, standings->count, merit);
    for (int i = 0; i < standings->count; i++)
        standings->row[i].merit = merit[i];
    free(merit);
}

static void standings_prepare(struct reading *reading) {
    struct standings *standings = reading->standings;
    size_t count = (size_t)standings->count;
    rank_by_format(reading);
    standings->match = standings->count == 2 && standings->seats == 2;
    standings->reference = find_engine(reading, standings->reference + 1);
    if (standings->reference >= 0)
        standings->row[standings->reference].is_reference = true;
    if (standings->count > 0 && standings->count <= STANDINGS_CROSS_MAX)
        standings->cross = needed(calloc(count * count, sizeof *standings->cross));
}

/* ---- games ----------------------------------------------------------------------------------- */

/* A whole encounter counts for the errors. */
static void add_encounter(struct standings *standings, const struct record_encounter *encounter) {
    bool met = false;
    for (int i = 0; i < encounter->seats; i++)
        met |= encounter->engine[i] == standings->reference;
    for (int i = 0; i < encounter->seats; i++) {
        struct standing *row = &standings->row[encounter->engine[i]];
        tally_add(&row->encounters, &encounter->seen[i]);
        if (met && encounter->engine[i] != standings->reference)
            tally_add(&row->reference, &encounter->seen[i]);
    }
}

/* Adds a game to a player's row and line of the cross table. */
static void add_result(struct standings *standings, const struct record_game *game, int seat) {
    int margin = game->margin[seat], best = game->best[seat], engine = game->engine[seat];
    struct standing *row = &standings->row[engine];
    row->games++;
    row->total += margin;
    row->won += margin > best;
    row->drawn += margin == best;
    row->lost += margin < best;
    for (int i = 0; i < game->seats; i++) {
        if (i == seat)
            continue;
        if (game->engine[i] == standings->reference) {
            row->reference_games++;
            row->reference_total += margin;
        }
        if (standings->cross) {
            struct versus *versus = &standings->cross[engine * standings->count + game->engine[i]];
            versus->games++;
            versus->total += margin;
        }
    }
}

static void standings_add_game(struct reading *reading, const struct record_game *game) {
    struct standings *standings = reading->standings;
    int first = game->engine[0] == 0 ? 0 : 1;
    standings->games++;
    standings->repeats += game->repeated;
    for (int i = 0; i < game->seats && !game->repeated; i++)
        add_result(standings, game, i);
    if (standings->match && game->seats == 2)
        trial_game(&standings->trial, game->pair, repeats_number(&game->same), game->margin[first],
                   game->margin[1 - first]);
}

static bool standings_read_games(struct reading *reading) {
    struct standings *standings = reading->standings;
    struct repeats seen = {0}, encounters_seen = {0};
    struct record_games walk = {.seats = standings->seats,
                                .halves = reading->halves,
                                .encounter_games =
                                    encounter_size(reading->halves, standings->seats),
                                .engines = &reading->engines,
                                .games_seen = &seen,
                                .encounters_seen = &encounters_seen};
    standings_prepare(reading);
    record_games_open(&walk, reading->record);
    while (record_games_next(&walk, reading->error)) {
        if (walk.game.whole)
            standings_add_game(reading, &walk.game);
        if (walk.encounter.whole && !walk.encounter.repeated)
            add_encounter(standings, &walk.encounter);
    }
    bool good = record_games_close(&walk, reading->error);
    repeats_free(&seen);
    repeats_free(&encounters_seen);
    return good;
}

/* ---- the order ------------------------------------------------------------------------------- */

/* By mean margins, the greater first; players without games last. */
static int compare_means(int64_t total1, int64_t games1, int64_t total2, int64_t games2) {
    if (games1 == 0 || games2 == 0)
        return (games1 == 0) - (games2 == 0);
    int64_t first = total1 * games2, second = total2 * games1;
    return (first < second) - (first > second);
}

/* The reference has a mean of 0 against itself. Without one, no player has games against it. */
static int standings_compare(const void *first, const void *second) {
    const struct standing *a = first, *b = second;
    if (a->merit != b->merit)
        return a->merit > b->merit ? -1 : 1;
    int order = compare_means(a->reference_total, a->is_reference ? 1 : a->reference_games,
                              b->reference_total, b->is_reference ? 1 : b->reference_games);
    order = order ? order : compare_means(a->total, a->games, b->total, b->games);
    return order ? order : strcmp(a->name, b->name);
}

bool standings_read(struct record *record, struct standings *standings, struct error *error) {
    struct reading reading = {.record = record, .standings = standings, .error = error};
    *standings = (struct standings){.reference = -1, .seats = 1};
    bool done =
        each_row(&reading,
                 "SELECT name, game, IFNULL(reference, 0), players, halves, sprt, worst,"
                 " format, rounds, boards FROM league",
                 read_league) &&
        (reading.halves > 0 ||
         error_set(error, _("record %s: its table league is empty"), record_path(record))) &&
        each_row(&reading, "SELECT id, name FROM engine ORDER BY id", add_engine) &&
        each_row(&reading,
                 "SELECT engine, SUM(kind <> 'warning'), SUM(kind = 'warning')"
                 " FROM fault GROUP BY engine",
                 add_faults) &&
        each_row(&reading, "SELECT engine, COUNT(DISTINCT digest) FROM program GROUP BY engine",
                 add_programs) &&
        each_row(&reading,
                 "SELECT round, engine1, engine2, winner, margin1, margin2 FROM meeting"
                 " ORDER BY round, number",
                 add_meeting) &&
        standings_read_games(&reading) &&
        (!standings->money ||
         each_row(&reading,
                  "SELECT game.id, number, plies, moves, spelled, seat1, seat2, seat3, seat4"
                  " FROM half JOIN game ON game.id = half.game JOIN board ON board.id = game.board"
                  " WHERE moves NOT NULL AND spelled NOT NULL ORDER BY half.id",
                  add_deals));
    boards_free(&reading.boards);
    number_map_free(&reading.engines);
    if (done && standings->count > 0)
        qsort(standings->row, (size_t)standings->count, sizeof *standings->row, standings_compare);
    if (!done)
        standings_free(standings);
    return done;
}
