/* seats.c - games of two to four seats, without a grid, in a league: who sits where, what is
 * recorded, and the standings. */
#include "config.h"

#include "base/error.h"
#include "base/text.h"
#include "pairing/format.h"
#include "pairing/schedule.h"
#include "record/record.h"
#include "record/record_games.h"
#include "referee/league/league.h"
#include "referee/setup/setup.h"
#include "results/standings.h"
#include "tests/lib/nullgame.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const atomic_int stop;

/* Engines `hide0`, `hide1`, `hide2`, `hide0b` ... for a table of this many seats. */
static bool begin_setup(struct setup *setup, int seats, int engines, const char *record,
                        struct error *error) {
    const char *folder = getenv("srcdir") ? getenv("srcdir") : ".";
    setup_init(setup);
    setup->game = &nullgame;
    setup->game_keys = malloc(20);
    snprintf(setup->game_keys, 20, "players %d", seats);
    setup_set(setup, "record", run_path(record), true, error);
    for (int i = 0; i < engines; i++) {
        char name[20], command[500];
        snprintf(name, sizeof name, "hide%d%.*s", i % 3, i / 3, "b");
        snprintf(command, sizeof command, "python3 '%s/tests/lib/null_engine.py' %d", folder,
                 i % 3);
        struct setup_engine *engine = setup_add_engine(setup, name, error);
        setup_set_engine(engine, "cmd", command, error);
    }
    return setup_set(setup, "reference", "hide0", true, error);
}

static bool make_setup(struct setup *setup, int seats, int engines, const char *record,
                       struct error *error) {
    return begin_setup(setup, seats, engines, record, error) && setup_finish(setup, error);
}

static bool play(const struct setup *setup, struct error *error) {
    struct record *record = league_open_record(setup, error);
    bool done = record && league_play(setup, record, PROGRESS_QUIET, stderr, NULL, &stop, error);
    record_close(record);
    return done;
}

/* What each counter taken is worth: every seat takes one a turn of the twelve, from seat 1 on. */
static int taken(int seat, int seats) {
    return 12 / seats + (seat < 12 % seats);
}

/* Each game's margins are those of the rules; the engine's number and the counters decide. */
static void check_game(void *context, const struct record_game *game) {
    const struct setup *setup = context;
    int points[GAME_PLAYERS_MAX], sum = 0;
    is_int(game->seats, setup->seats, "game %lld has all seats", (long long)game->number + 1);
    for (int i = 0; i < game->seats; i++) {
        points[i] = taken(i, game->seats) + game->engine[i] % 3;
        sum += points[i];
    }
    for (int i = 0; i < game->seats; i++)
        is_int(game->margin[i], game->seats * points[i] - sum, "the margin of seat %d", i + 1);
}

static void test_record(struct setup *setup) {
    struct error error = {.text = ""};
    struct record *record = record_read(setup->record, &error);
    if (!ok(record, "the record is there %s", error.text))
        return;
    ok(record_each_game(record, 0, SCHEDULE_GAMES_MAX, check_game, setup, &error), "all games %s",
       error.text);
    record_close(record);
    is_int(run_number(setup->record, "SELECT COUNT(*) FROM half WHERE margin4 IS NOT NULL"),
           setup->seats == 4 ? run_number(setup->record, "SELECT COUNT(*) FROM half") : 0,
           "seats that nobody took are NULL");
    char *board = run_ask(setup->record, "SELECT name || ':' || spelled FROM board"), wanted[100];
    snprintf(wanted, sizeof wanted, "nullgame players %d:setgrid nullgame players %d", setup->seats,
             setup->seats);
    is_string(board, wanted, "the only board");
    free(board);
}

/* The sum of an engine's margins, by the schedule and the rules. */
static int64_t expected(const struct setup *setup, int engine, bool against_reference) {
    struct schedule schedule = setup_schedule(setup);
    int64_t total = 0;
    for (int64_t i = 0; i < schedule_count(&schedule); i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        bool met = !against_reference;
        int sum = 0, own = 0, sits = 0;
        for (int k = 0; k < entry.seats; k++) {
            int points = taken(k, entry.seats) + entry.engine[k] % 3;
            sum += points;
            met |= entry.engine[k] == setup->reference && engine != setup->reference;
            if (entry.engine[k] == engine)
                own = points, sits = 1;
        }
        if (sits && met)
            total += entry.seats * own - sum;
    }
    return total;
}

static void test_standings(struct setup *setup) {
    struct error error = {.text = ""};
    struct schedule schedule = setup_schedule(setup);
    struct standings table;
    struct record *record = record_read(setup->record, &error);
    if (!ok(record && standings_read(record, &table, &error), "standings %s", error.text))
        return;
    is_int(table.games, schedule_count(&schedule), "each game counts once");
    for (int i = 0; i < table.count; i++) {
        const struct standing *row = &table.row[i];
        is_int(row->total, expected(setup, row->engine, false), "total of %s", row->name);
        is_int(row->reference_total, expected(setup, row->engine, true), "against the reference");
        is_int(row->won + row->drawn + row->lost, row->games, "won, drawn and lost are all");
        is_int(row->faults, 0, "no faults");
    }
    standings_free(&table);
    record_close(record);
}

static void test_league(int seats, int engines) {
    struct error error = {.text = ""};
    char name[20];
    struct setup setup;
    snprintf(name, sizeof name, "seats%d.db", seats);
    if (ok(make_setup(&setup, seats, engines, name, &error), "%d seats, %d engines %s", seats,
           engines, error.text)) {
        is_int(setup.seats, seats, "seats");
        ok(play(&setup, &error), "played %s", error.text);
        test_record(&setup);
        test_standings(&setup);
    }
    setup_free(&setup);
}

/* hide0 and hide0b are equal: their meeting is tied in all its deciders, then the seeding decides.
 */
static void test_tie(void) {
    struct error error = {.text = ""};
    struct setup setup;
    if (!begin_setup(&setup, 2, 4, "tie.db", &error) ||
        !setup_set(&setup, "format", "knockout", true, &error) || !setup_finish(&setup, &error) ||
        !ok(play(&setup, &error), "a knockout %s", error.text)) {
        setup_free(&setup);
        return;
    }
    is_int(run_number(setup.record, "SELECT COUNT(*) FROM half"),
           3 * 2 + setup.format->deciders * 2, "all deciders are played, and no more");
    is_int(run_number(setup.record, "SELECT COUNT(DISTINCT seed) FROM game"),
           3 + setup.format->deciders, "each with a seed of its own");
    char *rounds = run_ask(setup.record, "SELECT group_concat(engine1 || '-' || engine2 || ':' ||"
                                         " winner) FROM meeting");
    is_string(rounds, "1-4:1,2-3:3,1-3:3", "hide0 goes on, hide2 wins");
    free(rounds);
    is_int(run("standings|tie.db"), 0, "its standings");
    ok(run_printed("winner: hide2"), "name the winner");
    setup_free(&setup);
}

static void test_too_few(void) {
    struct error error = {.text = ""};
    struct setup setup;
    ok(!make_setup(&setup, 3, 2, "few.db", &error) &&
           strstr(error.text, "at least 3 engines are needed, but there are 2"),
       "too few: %s", error.text);
    setup_free(&setup);
    ok(!make_setup(&setup, 5, 2, "few.db", &error) && strstr(error.text, "from 2 to 4, not 5"),
       "too many seats: %s", error.text);
    setup_free(&setup);
}

int main(void) {
    run_begin();
    signal(SIGPIPE, SIG_IGN);
    test_too_few();
    test_tie();
    test_league(2, 3);
    test_league(3, 4);
    test_league(4, 4);
    run_end();
    return done();
}
