/* standings.c - tests standings against a naive count of the games, in leagues with two to four
 * seats and margins drawn at random. */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "pairing/schedule.h"
#include "record/record.h"
#include "record/record_league.h"
#include "referee/league/league.h"
#include "referee/match/match.h"
#include "referee/setup/setup.h"
#include "results/standings.h"
#include "tests/lib/nullgame.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINES = 5, ROUNDS = 3, GAMES_MOST = 400, REFERENCE = 1 };

/* What was played: a row for each game. */
static struct played {
    struct schedule_entry entry;
    int margin[GAME_PLAYERS_MAX];
} played[GAMES_MOST];
static int games_played;

static bool make_setup(struct setup *setup, int seats, struct error *error) {
    static const char *const names[ENGINES] = {"eva", "adam", "cain", "abel", "seth"};
    setup_init(setup);
    setup->game = &nullgame;
    setup->game_keys = malloc(20);
    snprintf(setup->game_keys, 20, "players %d", seats);
    for (int i = 0; i < ENGINES; i++)
        setup_set_engine(setup_add_engine(setup, names[i], error), "cmd", "builtin:random", error);
    setup_set(setup, "reference", names[REFERENCE], true, error);
    setup->rounds = ROUNDS;
    return setup_finish(setup, error);
}

/* One game in seven is left out, so that some encounters are not whole. */
static bool fill(struct record *record, const struct setup *setup, struct random *random) {
    struct schedule schedule = setup_schedule(setup);
    struct error error;
    bool good = true;
    games_played = 0;
    for (int64_t i = 0; i < schedule_count(&schedule) && games_played < GAMES_MOST; i++) {
        struct played *game = &played[games_played];
        struct match_result result = {.half = {.number = 1,
                                               .termination = "over",
                                               .text = "",
                                               .moves = "",
                                               .clocks = "",
                                               .pointed = true,
                                               .at_fault = MATCH_NOBODY,
                                               .finished = "2026-01-01T00:00:00Z"}};
        game->entry = schedule_get(&schedule, i);
        if (random_below(random, 7) == 0)
            continue;
        games_played++;
        for (int k = 0; k < setup->seats; k++)
            result.half.margin[k] = game->margin[k] = (int)random_below(random, 9) - 4;
        good &= record_half(record, &game->entry, &result, &error);
    }
    return good;
}

static int seat_of(const struct played *game, int engine) {
    for (int i = 0; i < game->entry.seats; i++)
        if (game->entry.engine[i] == engine)
            return i;
    return -1;
}

/* Twice what the game is worth: 2, 1 or 0. */
static int points(const struct played *game, int seat) {
    int better = 0, equal = 0;
    for (int i = 0; i < game->entry.seats; i++) {
        better += i != seat && game->margin[i] > game->margin[seat];
        equal += i != seat && game->margin[i] == game->margin[seat];
    }
    return better ? 0 : equal ? 1 : 2;
}

/* What the game is worth: 1, shared by all who are best. */
static double share(const struct played *game, int seat) {
    int best = 0;
    for (int i = 0; i < game->entry.seats; i++) {
        best += game->margin[i] == game->margin[seat];
        if (game->margin[i] > game->margin[seat])
            return 0;
    }
    return 1.0 / best;
}

/* An engine's games, or those with another at the table (-1: all). */
struct count {
    int64_t games, total, points[3];
};

static struct count count_games(int engine, int other) {
    struct count count = {0};
    for (int i = 0; i < games_played; i++) {
        int seat = seat_of(&played[i], engine);
        if (seat < 0 || (other >= 0 && (other == engine || seat_of(&played[i], other) < 0)))
            continue;
        count.games++;
        count.total += played[i].margin[seat];
        count.points[points(&played[i], seat)]++;
    }
    return count;
}

/* The values of whole encounters, found by looking for the games of each pair number. */
static int encounter_values(int engine, int other, int size, double *margin, double *score) {
    int count = 0;
    for (int64_t pair = 0; pair < GAMES_MOST; pair++) {
        int legs = 0;
        double sum = 0, shares = 0;
        for (int i = 0; i < games_played; i++) {
            int seat = seat_of(&played[i], engine);
            if (played[i].entry.pair != pair || seat < 0 ||
                (other >= 0 && (other == engine || seat_of(&played[i], other) < 0)))
                continue;
            legs++;
            sum += played[i].margin[seat];
            shares += share(&played[i], seat);
        }
        if (legs < size)
            continue;
        margin[count] = sum / size;
        score[count++] = shares / size;
    }
    return count;
}

static double mean(const double *value, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += value[i];
    return sum / count;
}

static bool is_sample(const struct sample *sample, const double *value, int count) {
    double middle = mean(value, count), squares = 0;
    for (int i = 0; i < count; i++)
        squares += (value[i] - middle) * (value[i] - middle);
    return sample->count == count && (count == 0 || (fabs(sample->mean - middle) < 1e-9 &&
                                                     fabs(sample->squares - squares) < 1e-6));
}

static void check_tally(const struct tally *tally, int engine, int other, int size,
                        const char *what) {
    double margin[GAMES_MOST], score[GAMES_MOST];
    int count = encounter_values(engine, other, size, margin, score);
    ok(is_sample(&tally->margins, margin, count), "%s: margins of %d whole encounters", what,
       count);
    ok(is_sample(&tally->scores, score, count), "%s: their scores", what);
    is_int(tally->games, count * size, "%s: their games", what);
    is_int(tally->won + tally->drawn + tally->lost, tally->games, "%s: which are all", what);
}

static void check_row(const struct standings *table, const struct standing *row) {
    struct count all = count_games(row->engine, -1);
    struct count reference = count_games(row->engine, REFERENCE);
    is_int(row->games, all.games, "%s: games", row->name);
    is_int(row->total, all.total, "total");
    is_int(row->won, all.points[2], "won");
    is_int(row->drawn, all.points[1], "drawn");
    is_int(row->lost, all.points[0], "lost");
    is_int(row->reference_games, reference.games, "games against the reference");
    is_int(row->reference_total, reference.total, "total against it");
    check_tally(&row->encounters, row->engine, -1, table->seats, "all");
    if (row->engine != REFERENCE)
        check_tally(&row->reference, row->engine, REFERENCE, table->seats, "reference");
    bool same = true;
    for (int i = 0; i < ENGINES; i++) {
        struct count met = count_games(row->engine, i == row->engine ? ENGINES : i);
        const struct versus *versus = &table->cross[row->engine * ENGINES + i];
        same &= versus->games == met.games && versus->total == met.total;
    }
    ok(same, "and against each");
}

/* What a player is ordered by: first against the reference, then over all. */
static double key_of(const struct standing *row, bool all) {
    if (!all && row->engine == REFERENCE)
        return 0;
    int64_t count = all ? row->games : row->reference_games;
    return count ? (double)(all ? row->total : row->reference_total) / (double)count : -1000;
}

static void check_order(const struct standings *table) {
    bool sorted = true;
    for (int i = 1; i < table->count; i++) {
        const struct standing *above = &table->row[i - 1], *below = &table->row[i];
        double first = key_of(above, false) - key_of(below, false);
        double then = key_of(above, true) - key_of(below, true);
        sorted &= first > 1e-12 || (fabs(first) < 1e-12 && then > -1e-12);
    }
    ok(sorted, "in order");
}

/* +85 in six games is more than +60 in ten. */
static void test_unequal(void) {
    struct error error = {.text = ""};
    struct setup setup;
    struct standings table;
    make_setup(&setup, 2, &error);
    struct record *record = league_open_record(&setup, &error);
    struct schedule schedule = setup_schedule(&setup);
    int given[ENGINES] = {0};
    for (int64_t i = 0; i < schedule_count(&schedule); i++) {
        static const int wanted[ENGINES][2] = {{5, 60}, {0, 0}, {3, 85}, {0, 0}, {0, 0}};
        struct match_result result = {.half = {.number = 1,
                                               .termination = "over",
                                               .text = "",
                                               .moves = "",
                                               .clocks = "",
                                               .at_fault = MATCH_NOBODY,
                                               .finished = "2026-01-01T00:00:00Z"}};
        struct schedule_entry entry = schedule_get(&schedule, i);
        int seat = entry.engine[0] == REFERENCE ? 1 : 0, engine = entry.engine[seat];
        if (entry.engine[1 - seat] != REFERENCE || given[engine] >= wanted[engine][0])
            continue;
        int margin = given[engine]++ == 0 ? wanted[engine][1] : 0;
        result.half.margin[seat] = margin;
        result.half.margin[1 - seat] = -margin;
        record_half(record, &entry, &result, &error);
    }
    if (ok(standings_read(record, &table, &error), "standings %s", error.text)) {
        is_string(table.row[0].name, "cain", "the better mean comes first");
        is_int(table.row[0].reference_total, 85, "in fewer games");
        is_string(table.row[1].name, "eva", "then that with more games");
        is_string(table.row[2].name, "adam", "then the reference");
        is_int(table.row[3].games, 0, "at the end who has not played");
        standings_free(&table);
    }
    record_close(record);
    setup_free(&setup);
}

static void test_league(int seats, struct random *random) {
    struct error error = {.text = ""};
    struct setup setup;
    struct standings table;
    if (!ok(make_setup(&setup, seats, &error), "a league of %d seats %s", seats, error.text))
        return;
    struct record *record = league_open_record(&setup, &error);
    ok(record && fill(record, &setup, random), "%d games %s", games_played, error.text);
    if (ok(standings_read(record, &table, &error), "standings %s", error.text)) {
        is_int(table.games, games_played, "games");
        is_int(table.count, ENGINES, "players");
        is_int(table.reference, REFERENCE, "the reference");
        for (int i = 0; i < table.count; i++)
            check_row(&table, &table.row[i]);
        check_order(&table);
        standings_free(&table);
    }
    atomic_int stop = 2;
    record_set_cancel(record, &stop);
    ok(!standings_read(record, &table, &error) && strstr(error.text, "interrupted"),
       "a signal ends the reading: %s", error.text);
    record_close(record);
    setup_free(&setup);
}

int main(void) {
    struct random random;
    random_seed(&random, 11);
    for (int seats = 2; seats <= GAME_PLAYERS_MAX; seats++)
        test_league(seats, &random);
    test_unequal();
    return done();
}
