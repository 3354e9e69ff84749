/* trial.c - a match that is watched: whatever the order in which its games end, the verdict is that
 * of the schedule's order. Encounters, and the rate that progress shows. */
#include "config.h"

#include "base/random.h"
#include "pairing/trial.h"
#include "referee/league/progress.h"
#include "referee/setup/setup.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>

/* ---- encounters ------------------------------------------------------------------------------ */

static void test_encounters(void) {
    struct encounter encounter = {0};
    struct tally tally = {0};
    encounter_add(&encounter, 10, -10, 1);
    encounter_add(&encounter, -4, -4, 1);
    is_int(encounter.won, 1, "better than the best of the others");
    is_int(encounter.drawn, 1, "as good");
    tally_add(&tally, &encounter);
    ok(fabs(tally.margins.mean - 3) <= 0, "the mean of two games is one value");
    ok(fabs(tally.scores.mean - 0.75) <= 0, "and so is their score");
    is_int(tally.margins.count, 1, "of one encounter");
    is_int(tally.games, 2, "of two games");
    is_int(encounter_size(2, 2), 1, "two halves are an encounter");
    is_int(encounter_size(1, 2), 2, "one half is played in both seats");
    is_int(encounter_size(1, 3), 3, "in all three seats");
}

/* ---- the order ------------------------------------------------------------------------------- */

enum { ENCOUNTERS = 400, SIZE = 2, GAMES = ENCOUNTERS * SIZE };

static int margin_of[GAMES]; /* in the order of the schedule */

/* The verdict by the rule itself: in order, until there is one. */
static enum sprt_verdict judge_in_order(const struct sprt *sprt, int64_t *encounters) {
    struct sample sample = {0};
    enum sprt_verdict verdict = SPRT_OPEN;
    for (int i = 0; i < GAMES && verdict == SPRT_OPEN; i += SIZE) {
        sample_add(&sample, (margin_of[i] + margin_of[i + 1]) / 2.0);
        verdict = sprt_judge(sprt, &sample);
    }
    *encounters = sample.count;
    return verdict;
}

/* Exchanges each game with one of the `spread` after it. */
static void shuffle(int *order, int spread, struct random *random) {
    for (int i = 0; i < GAMES; i++)
        order[i] = i;
    for (int i = 0; i < GAMES; i++) {
        int other = i + (int)random_below(random, (uint32_t)spread);
        other = other < GAMES ? other : GAMES - 1;
        int game = order[i];
        order[i] = order[other];
        order[other] = game;
    }
}

static bool same_in_any_order(const struct sprt *sprt, int spread, struct random *random) {
    int order[GAMES];
    int64_t encounters;
    struct trial trial;
    enum sprt_verdict wanted = judge_in_order(sprt, &encounters);
    shuffle(order, spread, random);
    trial_begin(&trial, SIZE, sprt);
    for (int i = 0; i < GAMES; i++)
        trial_game(&trial, order[i] / SIZE, 0, margin_of[order[i]], -margin_of[order[i]]);
    bool good = trial.verdict == wanted && trial.judged.count == encounters;
    good &= trial.tally.games == GAMES && trial.tally.margins.count == ENCOUNTERS;
    trial_free(&trial);
    return good;
}

static void test_order(void) {
    struct random random;
    int verdicts[3] = {0}, wrong = 0;
    random_seed(&random, 4);
    for (int try = 0; try < 300; try++) {
        const struct sprt sprt = {0, 3, 0.05, 0.05, 48};
        int64_t ignored;
        int shift = try % 3 - 1;
        for (int i = 0; i < GAMES; i++)
            margin_of[i] = (int)random_below(&random, 61) - 30 + 3 * shift;
        verdicts[judge_in_order(&sprt, &ignored)]++;
        wrong += !same_in_any_order(&sprt, 1, &random) || !same_in_any_order(&sprt, 6, &random) ||
                 !same_in_any_order(&sprt, GAMES, &random);
    }
    ok(verdicts[SPRT_OPEN] > 2 && verdicts[SPRT_MARGIN0] > 2 && verdicts[SPRT_MARGIN1] > 2,
       "all verdicts: %d open, %d for 0, %d for 3", verdicts[0], verdicts[1], verdicts[2]);
    is_int(wrong, 0, "the same verdict after the same encounters in any order");
}

/* Nothing after an incomplete encounter is judged, though it is counted. */
static void test_gap(void) {
    const struct sprt sprt = {0, 2, 0.05, 0.05, 96};
    struct trial trial;
    trial_begin(&trial, SIZE, &sprt);
    trial_game(&trial, 0, 0, 50, -50);
    for (int i = 1; i < 1000; i++) {
        trial_game(&trial, i, 0, 50, -50);
        trial_game(&trial, i, 0, 50, -50);
    }
    is_int(trial.judged.count, 0, "the first encounter lacks a game");
    is_int(trial.verdict, SPRT_OPEN, "so nothing is decided");
    is_int(trial.tally.margins.count, 999, "but all others are counted");
    trial_game(&trial, 0, 0, 50, -50);
    is_int(trial.verdict, SPRT_MARGIN1, "then it is");
    ok(trial.judged.count < 1000, "after %d encounters", (int)trial.judged.count);
    trial_free(&trial);
}

/* ---- repeats --------------------------------------------------------------------------------- */

/* Twelve encounters, each played a hundred times in any order: the tally and the test have twelve.
 */
static void test_repeats(void) {
    enum { DISTINCT = 12, TIMES = 100 };
    const struct sprt sprt = {0, 1, 0.05, 0.05, 96};
    struct random random;
    struct trial trial;
    double sum = 0;
    random_seed(&random, 9);
    for (int first = 0; first < 3; first++) {
        trial_begin(&trial, 1, &sprt);
        sum = 0;
        for (int i = 0; i < DISTINCT * TIMES; i++) {
            int place = first == 1 ? DISTINCT * TIMES - 1 - i : i, kind = place % DISTINCT;
            trial_game(&trial, place, (uint64_t)kind + 1, kind * 7 - 50, 50 - kind * 7);
            sum += i < DISTINCT ? kind * 7 - 50 : 0;
        }
        is_int(trial.tally.margins.count, DISTINCT, "each encounter counts once");
        is_int(trial.repeated, DISTINCT * (TIMES - 1), "the others are reported");
        ok(fabs(trial.tally.margins.mean - sum / DISTINCT) < 1e-9, "their mean margin");
        is_int(trial.judged.count, DISTINCT, "the test has seen no other");
        is_int(trial.next, DISTINCT * TIMES, "though it looked at all of them");
        trial_set_patience(&trial, 3);
        ok(trial_is_idle(&trial) && trial_is_over(&trial), "nothing new will come");
        trial_game(&trial, trial.next, 1000, 4, -4);
        ok(!trial_is_idle(&trial), "unless it does");
        trial_free(&trial);
    }
}

/* Legs count together, in either order; what is not known repeats nothing. */
static void test_repeated_legs(void) {
    static const struct {
        uint64_t leg[2];
        bool repeated;
    } rows[] = {{{5, 6}, false}, {{6, 5}, true},  {{5, 5}, false}, {{6, 6}, false},
                {{5, 0}, false}, {{5, 0}, false}, {{0, 0}, false}, {{5, 6}, true}};
    struct trial trial;
    int64_t repeated = 0;
    trial_begin(&trial, 2, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        trial_game(&trial, (int64_t)i, rows[i].leg[0], 1, -1);
        trial_game(&trial, (int64_t)i, rows[i].leg[1], 1, -1);
        repeated += rows[i].repeated;
        is_int(trial.repeated, repeated, "encounter %d", (int)i);
    }
    trial_free(&trial);
}

/* ---- the rate -------------------------------------------------------------------------------- */

static void test_rate(void) {
    struct setup setup = {.concurrency = 4};
    struct progress progress = {.setup = &setup, .games = 1000, .started = 5000000};
    progress.done = progress.done_before = 900; /* of an earlier run */
    ok(progress_rate(&progress, 6000000) <= 0 && progress_left(&progress, 6000000) < 0,
       "nothing can be told before the first game");
    progress.done = 901;
    ok(fabs(progress_rate(&progress, 6000000) - 3) < 1e-9,
       "the first of four in a second: three a second, not one");
    progress.done = 940;
    ok(fabs(progress_rate(&progress, 15000000) - 4.2) < 1e-9, "an earlier run does not count");
    ok(fabs(progress_left(&progress, 15000000) - 60 / 4.2) < 1e-9, "only what is left");
    progress.done = 1000;
    ok(fabs(progress_rate(&progress, 30000000) - 4) < 1e-9, "at the end the plain rate");
    ok(fabs(progress_left(&progress, 30000000)) <= 0, "and nothing left");
}

int main(void) {
    test_encounters();
    test_order();
    test_gap();
    test_repeats();
    test_repeated_legs();
    test_rate();
    return done();
}
