/* standings.c - reads standings from a record; see standings.h. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "games/game.h"
#include "pairing/format.h"
#include "pairing/game_id.h"
#include "pairing/trial.h"
#include "record/query.h"
#include "record/record.h"
#include "results/deals.h"
#include "results/standings.h"

#include <stdlib.h>
#include <string.h>

/* Halves are read from an index alone, in its order, and nothing is sorted. */
static const char halves_query[] =
    "SELECT half.game, half.number, moves_hash, pair, board, seat1, margin1, seat2, margin2,"
    "  seat3, margin3, seat4, margin4 FROM half INDEXED BY half_margins"
    " CROSS JOIN game ON game.id = half.game ORDER BY half.game, half.number";
enum { GAME, NUMBER, MOVES_HASH, PAIR, BOARD, SEATS };

enum { MARGINS_MAX = 1000000000 }; /* over all games of a meeting, as above */
enum { ENGINES_MAX = 1000000 }; /* more than any league or import has: what is beyond is damage */

/* A record on its way into standings. */
struct reading {
    struct record *record;
    struct standings *standings;
    struct error *error;
    int halves;
    struct gathered {
        int64_t id, pair; /* id 0: none */
        int halves, seats;
        int engine[GAME_PLAYERS_MAX];
        int64_t margin[GAME_PLAYERS_MAX];
        struct repeats_whole same;
    } game; /* that is being read */
    struct repeats games, encounters;
    int *place; /* of an engine by its number in the record, from 0; -1: there is none */
    int64_t places;
    /* The encounter that is being read, and what its players did. */
    int64_t pair;
    int seats;
    int engine[GAME_PLAYERS_MAX];
    struct encounter encounter[GAME_PLAYERS_MAX];
    struct repeats_whole same;
};

void standings_free(struct standings *standings) {
    free(standings->row);
    free(standings->cross);
    free(standings->meeting);
    trial_free(&standings->trial);
    standings->row = NULL;
    standings->cross = NULL;
    standings->meeting = NULL;
    standings->count = standings->meetings = 0;
}

const char *standings_name(const struct standings *standings, int engine) {
    for (int i = 0; i < standings->count; i++)
        if (standings->row[i].engine == engine)
            return standings->row[i].name;
    return NULL;
}

/* It was made by something else, or altered. */
static bool fail(const struct reading *reading, const char *why) {
    return error_set(reading->error, _("record %s: %s"), record_path(reading->record), why);
}

/* Calls back for each row that a query answers, until one fails. */
static bool each_row(struct reading *reading, const char *sql,
                     bool (*each)(struct reading *reading, const struct query *row)) {
    struct query rows;
    bool good = true;
    query_open(&rows, reading->record, sql);
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

/* The room that an array of this many things has: the next power of two. */
static int64_t room_of(int64_t count) {
    int64_t room = 16;
    while (room < count)
        room *= 2;
    return room;
}

/* An array of this many things with room for more, in its place or elsewhere; NULL: out of memory.
 */
static void *grow(void *array, int64_t count, int64_t wanted, size_t size) {
    bool roomy = array && room_of(wanted) == room_of(count);
    return roomy ? array : realloc(array, size * (size_t)room_of(wanted));
}

static bool add_engine(struct reading *reading, const struct query *row) {
    struct standings *standings = reading->standings;
    int64_t number = query_int(row, 0) - 1;
    if (number < reading->places || number >= ENGINES_MAX) /* they come in order, each once */
        return fail(reading, _("an engine has an impossible number"));
    struct standing *rows =
        grow(standings->row, standings->count, standings->count + 1, sizeof *rows);
    if (rows)
        standings->row = rows;
    int *place = grow(reading->place, reading->places, number + 1, sizeof *place);
    if (place)
        reading->place = place;
    if (!rows || !place)
        return error_memory(reading->error);
    while (reading->places < number)
        place[reading->places++] = -1;
    place[reading->places++] = standings->count;
    rows[standings->count] = (struct standing){.engine = standings->count};
    query_copy(row, 1, rows[standings->count].name, sizeof rows->name);
    standings->count++;
    return true;
}

/* Where an engine of the record stands, or -1. */
static int find_engine(const struct reading *reading, int64_t number) {
    return number >= 1 && number <= reading->places ? reading->place[number - 1] : -1;
}

static bool add_faults(struct reading *reading, const struct query *row) {
    int engine = find_engine(reading, query_int64(row, 0));
    if (engine < 0)
        return fail(reading, _("a fault names an engine that does not exist"));
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
    struct meeting *grown = grow(standings->meeting, standings->meetings, standings->meetings + 1,
                                 sizeof *standings->meeting);
    if (!grown)
        return error_memory(reading->error);
    standings->meeting = grown;
    int64_t round = query_int64(row, 0), margins[2] = {query_int64(row, 4), query_int64(row, 5)};
    bool possible = round >= 1 && round <= standings->rounds && llabs(margins[0]) < MARGINS_MAX &&
                    llabs(margins[1]) < MARGINS_MAX;
    if (!possible)
        return fail(reading, _("a meeting has an impossible round or margin"));
    grown[standings->meetings++] =
        (struct meeting){.round = query_int(row, 0) - 1,
                         .engine = {find_engine(reading, query_int64(row, 1)),
                                    find_engine(reading, query_int64(row, 2))},
                         .winner = find_engine(reading, query_int64(row, 3)),
                         .margin = {query_int64(row, 4), query_int64(row, 5)}};
    return true;
}

static void add_deals(void *context, const struct deals_won *won) {
    struct reading *reading = context;
    int engine = find_engine(reading, won->engine);
    if (engine < 0)
        return;
    struct standing *row = &reading->standings->row[engine];
    row->deals += won->deals;
    row->deals_won += won->won;
    row->money += won->money;
}

/* Rows are still in the order of engines. */
static bool rank_by_format(struct reading *reading) {
    struct standings *standings = reading->standings;
    const struct format *format = standings->format;
    if (!format || !format->merit || standings->meetings == 0)
        return true;
    int64_t *merit = calloc((size_t)standings->count + 1, sizeof *merit);
    bool done =
        merit && format->merit(standings->meeting, standings->meetings, standings->count, merit);
    for (int i = 0; done && i < standings->count; i++)
        standings->row[i].merit = merit[i];
    free(merit);
    return done || error_memory(reading->error);
}

static bool prepare(struct reading *reading) {
    struct standings *standings = reading->standings;
    size_t count = (size_t)standings->count;
    if (!rank_by_format(reading))
        return false;
    standings->match = standings->count == 2 && standings->seats == 2;
    standings->reference = find_engine(reading, standings->reference + 1);
    if (standings->reference >= 0)
        standings->row[standings->reference].is_reference = true;
    if (standings->count == 0 || standings->count > STANDINGS_CROSS_MAX)
        return true;
    standings->cross = calloc(count * count, sizeof *standings->cross);
    return standings->cross || error_memory(reading->error);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Counts the encounter that was read, if it is whole, for the errors. */
static void end_encounter(struct reading *reading) {
    struct standings *standings = reading->standings;
    bool met = false;
    if (reading->seats == 0 ||
        reading->encounter[0].games < encounter_size(reading->halves, standings->seats))
        return;
    if (repeats_seen(&reading->encounters, repeats_number(&reading->same)))
        return;
    for (int i = 0; i < reading->seats; i++)
        met |= reading->engine[i] == standings->reference;
    for (int i = 0; i < reading->seats; i++) {
        struct standing *row = &standings->row[reading->engine[i]];
        tally_add(&row->encounters, &reading->encounter[i]);
        if (met && reading->engine[i] != standings->reference)
            tally_add(&row->reference, &reading->encounter[i]);
    }
}

/* The player's place in the encounter, which is that of the player's seat in its first game. */
static int find_player(const struct reading *reading, int engine) {
    for (int i = 0; i < reading->seats; i++)
        if (reading->engine[i] == engine)
            return i;
    return -1;
}

/* Whether a game belongs to the encounter that is being read. */
static bool goes_on(const struct reading *reading, int64_t pair, int seats, const int *engine) {
    if (reading->seats != seats || reading->pair != pair ||
        reading->encounter[0].games >= encounter_size(reading->halves, reading->standings->seats))
        return false;
    for (int i = 0; i < seats; i++)
        if (find_player(reading, engine[i]) < 0)
            return false;
    return true;
}

static void begin_encounter(struct reading *reading, int64_t pair, int seats, const int *engine) {
    end_encounter(reading);
    memset(reading->encounter, 0, sizeof reading->encounter);
    memcpy(reading->engine, engine, sizeof reading->engine);
    reading->pair = pair;
    reading->seats = seats;
    reading->same = (struct repeats_whole){0};
}

/* Adds a game to its player's row and line of the cross table; `best`: the others' best margin. */
static void add_result(struct standings *standings, const int *engine, int seats, int seat,
                       int64_t margin, int64_t best) {
    struct standing *row = &standings->row[engine[seat]];
    row->games++;
    row->total += margin;
    row->won += margin > best;
    row->drawn += margin == best;
    row->lost += margin < best;
    for (int i = 0; i < seats; i++) {
        if (i == seat)
            continue;
        if (engine[i] == standings->reference) {
            row->reference_games++;
            row->reference_total += margin;
        }
        if (standings->cross) {
            struct versus *versus = &standings->cross[engine[seat] * standings->count + engine[i]];
            versus->games++;
            versus->total += margin;
        }
    }
}

/* Counts the game that was read, if it has all its halves. */
static bool end_game(struct reading *reading) {
    struct standings *standings = reading->standings;
    const struct gathered *game = &reading->game;
    if (game->seats == 0 || game->halves != reading->halves)
        return true;
    if (!goes_on(reading, game->pair, game->seats, game->engine))
        begin_encounter(reading, game->pair, game->seats, game->engine);
    uint64_t same = repeats_number(&game->same);
    bool repeated = repeats_seen(&reading->games, same);
    standings->games++;
    standings->repeats += repeated;
    repeats_add(&reading->same, same);
    for (int i = 0; i < game->seats; i++) {
        int64_t best = INT64_MIN;
        int others = 0;
        for (int k = 0; k < game->seats; k++)
            best = k != i && game->margin[k] > best ? game->margin[k] : best;
        for (int k = 0; k < game->seats; k++)
            others += k != i && game->margin[k] == best;
        if (!repeated)
            add_result(standings, game->engine, game->seats, i, game->margin[i], best);
        encounter_add(&reading->encounter[find_player(reading, game->engine[i])], game->margin[i],
                      best, others);
    }
    int first = game->engine[0] == 0 ? 0 : 1;
    return !standings->match || game->seats != 2 ||
           trial_game(&standings->trial, game->pair - 1, same, game->margin[first],
                      game->margin[1 - first]) ||
           error_memory(reading->error);
}

static bool begin_game(struct reading *reading, const struct query *row) {
    struct gathered *game = &reading->game;
    *game = (struct gathered){.id = query_int64(row, GAME), .pair = query_int64(row, PAIR)};
    for (int i = 0; i < GAME_PLAYERS_MAX && !query_is_null(row, SEATS + 2 * i); i++) {
        game->engine[i] = find_engine(reading, query_int64(row, SEATS + 2 * i));
        if (game->engine[i] < 0)
            return fail(reading, _("a game names an engine that does not exist"));
        game->seats++;
    }
    if (game->id < 0 || game->id > GAME_ID_MAX)
        return fail(reading, _("a game has an impossible number"));
    if (game->pair < 1)
        return fail(reading, _("a game belongs to an impossible pair"));
    return game->seats > 1 || fail(reading, _("a game has fewer than two players"));
}

static bool add_half(struct reading *reading, const struct query *row) {
    struct gathered *game = &reading->game;
    bool next = game->seats == 0 || query_int64(row, GAME) != game->id;
    if (next && (!end_game(reading) || !begin_game(reading, row)))
        return false;
    game->halves++;
    for (int i = 0; i < game->seats; i++) {
        int64_t margin = query_int64(row, SEATS + 2 * i + 1);
        if (!record_is_margin(margin) || !record_is_margin(game->margin[i] += margin))
            return fail(reading, _("a game has an impossible margin"));
    }
    repeats_add(&game->same,
                repeats_half((uint64_t)query_int64(row, MOVES_HASH), query_int64(row, BOARD),
                             game->engine, game->seats, query_int(row, NUMBER)));
    return true;
}

static bool read_games(struct reading *reading) {
    if (!each_row(reading, halves_query, add_half) || !end_game(reading))
        return false;
    end_encounter(reading);
    return (!reading->games.failed && !reading->encounters.failed) || error_memory(reading->error);
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
static int compare(const void *first, const void *second) {
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
        prepare(&reading) && read_games(&reading) &&
        (!standings->money || deals_read(record, add_deals, &reading, error));
    free(reading.place);
    repeats_free(&reading.games);
    repeats_free(&reading.encounters);
    if (done && standings->count > 0)
        qsort(standings->row, (size_t)standings->count, sizeof *standings->row, compare);
    if (!done)
        standings_free(standings);
    return done;
}
