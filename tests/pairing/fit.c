/* fit.c - ratings from encounters: exact cases, and players whose strengths are known. */
#include "config.h"

#include "base/random.h"
#include "base/sample.h"
#include "pairing/fit.h"
#include "pairing/statistics.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 20 };

static struct fit_pair pairs[MOST * MOST];

static void clear(void) {
    for (int i = 0; i < MOST * MOST; i++)
        pairs[i] = (struct fit_pair){.count = 0};
}

/* An encounter of i < j. */
static void meet(int players, int i, int j, double margin, double score) {
    struct fit_pair *pair = &pairs[i * players + j];
    pair->first = i;
    pair->second = j;
    pair->count++;
    pair->margin += margin;
    pair->margin_squares += margin * margin;
    pair->score += score;
    pair->score_squares += score * score;
}

static bool is_near(double got, double wanted, double error) {
    bool near = fabs(got - wanted) <= error;
    if (!near)
        diag("got %.12g, wanted %.12g", got, wanted);
    return near;
}

/* ---- two players: as a sample says ----------------------------------------------------------- */

static void test_two(void) {
    static const double margins[] = {3, -1, 10, 4, 0, -7, 12};
    static const double scores[] = {1, 0.5, 1, 0.75, 0.5, 0, 1};
    enum { COUNT = sizeof margins / sizeof *margins };
    struct sample margin = {0}, score = {0};
    struct fit fit;
    clear();
    for (int i = 0; i < COUNT; i++) {
        meet(2, 0, 1, margins[i], scores[i]);
        sample_add(&margin, margins[i]);
        sample_add(&score, scores[i]);
    }
    ok(fit_margins(pairs, MOST * MOST, 2, 1, &fit), "two players");
    ok(is_near(fit.rating[0], margin.mean, 1e-12) && is_near(fit.rating[1], 0, 0), "the mean");
    ok(is_near(fit_error(&fit, 0, -1), sample_error(&margin), 1e-12), "and its interval");
    ok(is_near(fit_error(&fit, 0, 1), sample_error(&margin), 1e-12), "which is the difference's");
    ok(is_near(fit_superiority(&fit, 0, 1), sample_superiority(&margin), 1e-12), "superiority");
    fit_free(&fit);
    ok(fit_elo(pairs, MOST * MOST, 2, 1, &fit), "Elo");
    ok(is_near(fit.rating[0], elo_estimate(&score, 2).difference, 1e-6), "is that of the score");
    fit_free(&fit);
    ok(fit_margins(pairs, MOST * MOST, 2, -1, &fit), "nobody fixed");
    ok(is_near(fit.rating[0], margin.mean / 2, 1e-12) && is_near(fit.rating[1], -fit.rating[0], 0),
       "the mean is 0");
    ok(is_near(fit_error(&fit, 0, 1), sample_error(&margin), 1e-12), "the difference is the same");
    ok(is_near(fit_error(&fit, 0, -1), sample_error(&margin) / 2, 1e-12), "each has half of it");
    fit_free(&fit);
}

/* ---- results without chance ------------------------------------------------------------------ */

/* Margins and scores that fit the ratings exactly give these back, whichever players have met. */
static void test_exact(int anchor) {
    static const double wanted[] = {0, 3, -5, 12, -1.5}, elo[] = {0, 40, -100, 250, -30};
    static const int met[][3] = {{0, 1, 4}, {1, 2, 1}, {2, 3, 9}, {3, 4, 2}, {0, 3, 3}};
    enum { PLAYERS = 5 };
    struct fit fit;
    clear();
    for (size_t i = 0; i < sizeof met / sizeof *met; i++)
        for (int k = 0; k < met[i][2]; k++)
            meet(PLAYERS, met[i][0], met[i][1], wanted[met[i][0]] - wanted[met[i][1]],
                 1 / (1 + pow(10, (elo[met[i][1]] - elo[met[i][0]]) / 400)));
    double mean[2] = {0};
    for (int i = 0; i < PLAYERS; i++) {
        mean[0] += anchor < 0 ? wanted[i] / PLAYERS : 0;
        mean[1] += anchor < 0 ? elo[i] / PLAYERS : 0;
    }
    ok(fit_margins(pairs, MOST * MOST, PLAYERS, anchor, &fit), "margins");
    for (int i = 0; i < PLAYERS; i++)
        ok(is_near(fit.rating[i], wanted[i] - (anchor < 0 ? mean[0] : wanted[anchor]), 1e-9),
           "margin of player %d, %d fixed", i, anchor);
    fit_free(&fit);
    ok(fit_elo(pairs, MOST * MOST, PLAYERS, anchor, &fit), "Elo");
    for (int i = 0; i < PLAYERS; i++)
        ok(is_near(fit.rating[i], elo[i] - (anchor < 0 ? mean[1] : elo[anchor]), 1e-6),
           "Elo of player %d", i);
    fit_free(&fit);
}

/* ---- who cannot be compared ------------------------------------------------------------------ */

static void test_apart(void) {
    struct fit fit;
    clear();
    meet(5, 0, 1, 4, 1);
    meet(5, 0, 1, 2, 0.5);
    meet(5, 0, 2, 9, 1);   /* 2 has lost all its games */
    meet(5, 3, 4, 1, 0.5); /* they have met nobody else */
    ok(fit_margins(pairs, MOST * MOST, 5, 0, &fit), "margins");
    ok(is_near(fit.rating[1], -3, 1e-12) && is_near(fit.rating[2], -9, 1e-12) &&
           isnan(fit.rating[3]) && isnan(fit.rating[4]),
       "only those who are linked have one");
    ok(isnan(fit_error(&fit, 3, -1)) && isnan(fit_superiority(&fit, 0, 3)), "and nothing is known");
    fit_free(&fit);
    ok(fit_elo(pairs, MOST * MOST, 5, 0, &fit), "Elo");
    ok(isfinite(fit.rating[1]) && isnan(fit.rating[2]), "who lost all has none");
    fit_free(&fit);
}

/* ---- known strengths ------------------------------------------------------------------------- */

/* A normal number by the sum of twelve uniform ones. */
static double normal(struct random *random) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(random_next(random) >> 11) / 9007199254740992.0;
    return sum;
}

/* ---- another program ------------------------------------------------------------------------- */

enum { ORDO_PLAYERS = 8, ORDO_GAMES = 30 };

/* Games won and drawn of 30 between each two of eight players, drawn once for this test, and what
 * Ordo 1.2.6 (Miguel A. Ballicora, github.com/michiguel/Ordo) makes of them, given as PGN:
 *
 *     ordo -p games.pgn -A a -a 0 -z 200.24 -D -s 10000 -N 3
 *
 * -z is where it expects 76 %: on our scale 400 log10(0.76 / 0.24) = 200.24; -D takes
 * the share of draws, which its simulated errors depend on, from the games. */
static const int ordo_won[ORDO_PLAYERS][ORDO_PLAYERS] = {
    {0, 20, 1, 17, 11, 5, 13, 13},  {2, 0, 0, 8, 5, 1, 5, 8},      {26, 28, 0, 28, 22, 12, 18, 23},
    {8, 7, 2, 0, 8, 2, 4, 7},       {11, 20, 4, 19, 0, 1, 10, 12}, {22, 28, 10, 24, 26, 0, 19, 18},
    {13, 24, 10, 25, 15, 6, 0, 12}, {8, 16, 4, 20, 6, 10, 9, 0},
};
static const int ordo_drawn[ORDO_PLAYERS][ORDO_PLAYERS] = {
    {0, 8, 3, 5, 8, 3, 4, 9},  {8, 0, 2, 15, 5, 1, 1, 6}, {3, 2, 0, 0, 4, 8, 2, 3},
    {5, 15, 0, 0, 3, 4, 1, 3}, {8, 5, 4, 3, 0, 3, 5, 12}, {3, 1, 8, 4, 3, 0, 5, 2},
    {4, 1, 2, 1, 5, 5, 0, 9},  {9, 6, 3, 3, 12, 2, 9, 0},
};
static const struct {
    double rating, error;
} ordo[ORDO_PLAYERS] = {
    {0, 0},           {-189.829, 66.357}, {252.709, 67.705}, {-167.25, 64.818}, {-10.194, 61.050},
    {217.75, 65.718}, {63.035, 60.347},   {-17.002, 60.311}};

static void test_ordo(void) {
    struct fit fit;
    double worst = 0, narrow = 10, wide = 0;
    bool order = true;
    clear();
    for (int i = 0; i < ORDO_PLAYERS; i++)
        for (int j = i + 1; j < ORDO_PLAYERS; j++)
            for (int game = 0; game < ORDO_GAMES; game++) {
                int won = ordo_won[i][j], drawn = ordo_drawn[i][j];
                meet(ORDO_PLAYERS, i, j, 0, game < won ? 1 : game < won + drawn ? 0.5 : 0);
            }
    if (!fit_elo(pairs, MOST * MOST, ORDO_PLAYERS, 0, &fit))
        return;
    for (int i = 1; i < ORDO_PLAYERS; i++) {
        worst = fmax(worst, fabs(fit.rating[i] - ordo[i].rating));
        narrow = fmin(narrow, fit_error(&fit, i, -1) / ordo[i].error);
        wide = fmax(wide, fit_error(&fit, i, -1) / ordo[i].error);
        for (int k = 1; k < ORDO_PLAYERS; k++)
            order = order && (fit.rating[i] > fit.rating[k]) == (ordo[i].rating > ordo[k].rating);
    }
    diag("ratings differ by %.3f at most, intervals are %.2f to %.2f of those of Ordo", worst,
         narrow, wide);
    ok(worst < 0.1 && order, "ratings are those of Ordo");
    ok(narrow > 0.9 && wide < 1.1, "and so are their errors, about: its own are simulated");
    fit_free(&fit);
}

/* How many of the intervals of 95 % hold the truth, over this many leagues of all against all.
 * Margins scatter more where the players are weak. */
static void test_coverage(void) {
    enum { LEAGUES = 200, ROUNDS = 8 };
    int leagues = enough(40, LEAGUES);
    struct random random;
    int64_t held[2] = {0}, all = 0, superior = 0;
    random_seed(&random, 20);
    for (int league = 0; league < leagues; league++) {
        double strength[MOST], elo[MOST];
        struct fit fit[2];
        clear();
        for (int i = 0; i < MOST; i++) {
            strength[i] = i ? 8 * normal(&random) : 0;
            elo[i] = i ? 120 * normal(&random) : 0;
        }
        for (int i = 0; i < MOST; i++)
            for (int j = i + 1; j < MOST; j++)
                for (int round = 0; round < ROUNDS; round++) {
                    double expected = 1 / (1 + pow(10, (elo[j] - elo[i]) / 400));
                    double score = 0;
                    for (int leg = 0; leg < 2; leg++)
                        score +=
                            (double)(random_next(&random) >> 11) / 9007199254740992.0 < expected;
                    meet(MOST, i, j,
                         strength[i] - strength[j] + (i % 2 ? 40 : 15) * normal(&random),
                         score / 2);
                }
        if (!fit_margins(pairs, MOST * MOST, MOST, 0, &fit[0]) ||
            !fit_elo(pairs, MOST * MOST, MOST, 0, &fit[1]))
            break;
        for (int i = 1; i < MOST; i++, all++) {
            held[0] += fabs(fit[0].rating[i] - strength[i]) <= fit_error(&fit[0], i, -1);
            held[1] += fabs(fit[1].rating[i] - elo[i]) <= fit_error(&fit[1], i, -1);
            superior +=
                (fit_superiority(&fit[0], i, i - 1) > 0.5) == (strength[i] > strength[i - 1]);
        }
        fit_free(&fit[0]);
        fit_free(&fit[1]);
    }
    /* Between 93 and 97 of 100 in 200 leagues, 5.7 standard errors; as many in fewer leagues. */
    double bound = 2 * sqrt((double)LEAGUES / leagues);
    for (int kind = 0; kind < 2; kind++) {
        double share = 100.0 * (double)held[kind] / (double)all;
        ok(fabs(share - 95) < bound, "%s: %.1f %% of %d intervals hold the truth",
           kind ? "Elo" : "margins", share, (int)all);
    }
    ok(all == leagues * (MOST - 1) && superior > all * 8 / 10, "who is above whom, mostly");
}

/* ---- more players than a matrix has room for ------------------------------------------------- */

enum { MANY_MAX = FIT_DENSE_MAX + 500, MEETINGS_MAX = 9 };

static int many; /* players, more than FIT_DENSE_MAX */

/* How the encounters of a player with the first one came out. */
static struct { struct sample margin, score; } alone[MANY_MAX];

/* All have met the first player, and nobody else: each rating is that of these encounters. */
static int64_t fill_star(struct fit_pair *pair) {
    struct random random;
    int64_t encounters = 0;
    random_seed(&random, 7);
    for (int i = 1; i < many; i++) {
        int count = MEETINGS_MAX - (int)random_below(&random, 4);
        encounters += count;
        pair[i - 1] = (struct fit_pair){.first = i};
        for (int k = 0; k < count; k++) {
            double score = k < 2 ? k : random_below(&random, 3) / 2.0, margin = 3 + normal(&random);
            pair[i - 1].count++;
            pair[i - 1].margin += margin;
            pair[i - 1].margin_squares += margin * margin;
            pair[i - 1].score += score;
            pair[i - 1].score_squares += score * score;
            sample_add(&alone[i].margin, margin);
            sample_add(&alone[i].score, score);
        }
    }
    return encounters;
}

/* Errors of this many are estimated: each of FIT_DRAWS draws is off by a twentieth of the width. */
static void check_star(const struct fit *fit, int64_t encounters, bool elo) {
    double worst = 0, sum = 0, least = 10, most = 0, unit = log(10) / 400;
    double bound =
        student_bound(fit->freedom) * sqrt((double)encounters / (double)(encounters - (many - 1)));
    for (int i = 1; i < many; i++) {
        const struct sample *sample = elo ? &alone[i].score : &alone[i].margin;
        double mean = sample->mean, wanted = elo ? log(mean / (1 - mean)) / unit : mean;
        double error = bound * sqrt(sample->squares) / (double)sample->count;
        double share = fit_error(fit, i, -1) / (elo ? error / (unit * mean * (1 - mean)) : error);
        worst = fmax(worst, fabs(fit->rating[i] - wanted));
        sum += share / (many - 1);
        least = fmin(least, share);
        most = fmax(most, share);
    }
    diag("errors are %.3f to %.3f of the computed ones, %.4f in the mean", least, most, sum);
    ok(worst < 1e-6, "each rating is that of the player's own encounters");
    ok(fabs(sum - 1) < 0.01 && least > 0.75 && most < 1.25, "errors are about those of these");
    double both = hypot(fit_error(fit, 1, -1), fit_error(fit, 2, -1));
    ok(is_near(fit_error(fit, 1, 2), both, 0.3 * both), "errors of two are independent");
    ok((fit_superiority(fit, 1, 2) > 0.5) == (fit->rating[1] > fit->rating[2]), "superiority");
}

static void test_many(void) {
    static struct fit_pair pair[MANY_MAX];
    struct fit fit;
    int64_t encounters = fill_star(pair);
    ok(fit_margins(pair, many - 1, many, 0, &fit), "margins of %d players", many);
    check_star(&fit, encounters, false);
    fit_free(&fit);
    ok(fit_elo(pair, many - 1, many, 0, &fit), "Elo");
    check_star(&fit, encounters, true);
    fit_free(&fit);
    ok(fit_margins(pair, many - 1, many, -1, &fit), "nobody fixed");
    double sum = 0, errors = 0;
    for (int i = 0; i < many; i++)
        sum += fit.rating[i];
    for (int i = 0; i < FIT_DRAWS; i++)
        for (int k = 0; k < many; k++)
            errors += (double)fit.draw[k * FIT_DRAWS + i];
    ok(is_near(sum, 0, 1e-6) && is_near(errors, 0, 1e-2), "the mean is 0, in each draw too");
    fit_free(&fit);
}

/* How many are in a ring or a chain; all others have met the first player only. */
static int in_line(void) {
    return enough(150, many);
}

/* Each has met two others twice, with margins of 1 and -1: two ways of resistances lead to each. */
static void test_ring(void) {
    static struct fit_pair pair[MANY_MAX];
    struct fit fit;
    double worst = 0, least = 10, most = 0;
    int ring = in_line();
    for (int i = 0; i < many; i++)
        pair[i] = (struct fit_pair){.first = i,
                                    .second = i < ring ? (i + 1) % ring : 0,
                                    .count = 2,
                                    .margin_squares = 2,
                                    .score = 1,
                                    .score_squares = 0.5};
    ok(fit_margins(pair, many, many, 0, &fit), "a ring of %d players", many);
    double correction = 2.0 * many / (2.0 * many - (many - 1));
    for (int i = 1; i < many; i++) {
        double way = i < ring ? (double)i * (ring - i) / ring : 1;
        double variance = correction * 0.5 * way;
        double share = fit_error(&fit, i, -1) / (student_bound(fit.freedom) * sqrt(variance));
        worst = fmax(worst, fabs(fit.rating[i]));
        least = fmin(least, share);
        most = fmax(most, share);
    }
    diag("errors are %.3f to %.3f of the computed ones", least, most);
    ok(worst < 1e-9 && least > 0.75 && most < 1.25, "and their errors");
    fit_free(&fit);
}

/* Each has met the next one: margins that fit are found, however far away. */
static void test_long(void) {
    static struct fit_pair pair[MANY_MAX];
    struct fit fit;
    double worst = 0;
    int chain = in_line();
    for (int i = 0; i + 1 < many; i++) {
        double margin = i % 7 - 3;
        pair[i] = (struct fit_pair){.first = i + 1,
                                    .second = i < chain ? i : 0,
                                    .count = 2,
                                    .margin = 2 * margin,
                                    .margin_squares = 2 * margin * margin};
    }
    ok(fit_margins(pair, many - 1, many, 0, &fit), "a chain of %d players", many);
    double wanted = 0;
    for (int i = 0; i + 1 < many; i++) {
        wanted = (i < chain ? wanted : 0) + i % 7 - 3;
        worst = fmax(worst, fabs(fit.rating[i + 1] - wanted));
    }
    ok(worst < 1e-6, "each is as much better as the margins say");
    fit_free(&fit);
}

/* One who has won all games, and most of them, does not leave the others without an Elo; nor do two
 * whose draws are fewer than the games of a circle in which everybody has lost to somebody. */
static void test_circle(void) {
    enum { PLAYERS = 8, CIRCLE = 4 }; /* 0 wins, 1 to 4 are the circle, 5 loses, 6 and 7 are two */
    struct fit all = {0}, four = {0};
    double sum = 0;
    clear();
    for (int i = 1; i < PLAYERS; i++)
        for (int game = 0; game < 20; game++)
            meet(PLAYERS, 0, i, 10, 1);
    for (int i = 1; i <= CIRCLE; i++)
        meet(PLAYERS, i < CIRCLE ? i : 1, i < CIRCLE ? i + 1 : CIRCLE, 1, i < CIRCLE ? 1 : 0);
    for (int i = 1; i <= CIRCLE; i++)
        meet(PLAYERS, i, 5, 2, 1);
    meet(PLAYERS, 6, 7, 0, 0.5);
    meet(PLAYERS, 5, 6, 0, 0);
    ok(fit_elo(pairs, MOST * MOST, PLAYERS, -1, &all),
       "a circle of players below one who has won all");
    for (int i = 1; i <= CIRCLE; i++)
        sum += all.rating[i];
    ok(is_near(sum, 0, 1e-6), "those of the circle have an Elo");
    ok(isnan(all.rating[0]) && isnan(all.rating[5]) && isnan(all.rating[6]) && isnan(all.rating[7]),
       "the others have none");
    fit_free(&all);

    clear();
    for (int i = 0; i < CIRCLE; i++)
        for (int j = i + 1; j < CIRCLE; j++)
            for (int game = 0; game < 3; game++)
                meet(CIRCLE, i, j, 0, game == 0 ? 1 : 0.25 * j);
    ok(fit_elo(pairs, MOST * MOST, CIRCLE, -1, &four), "four alone");
    clear();
    for (int i = 0; i < CIRCLE; i++)
        for (int j = i + 1; j < CIRCLE; j++)
            for (int game = 0; game < 3; game++)
                meet(PLAYERS, i, j, 0, game == 0 ? 1 : 0.25 * j);
    for (int i = 0; i < CIRCLE; i++)
        for (int game = 0; game < 50; game++)
            meet(PLAYERS, i, 7, -10, 0);
    ok(fit_elo(pairs, MOST * MOST, PLAYERS, -1, &all), "and below one who has beaten them all");
    for (int i = 0; i < CIRCLE; i++)
        ok(is_near(all.rating[i], four.rating[i], 1e-6), "have the same Elo");
    fit_free(&all);
    fit_free(&four);
}

int main(void) {
    many = FIT_DENSE_MAX + enough(50, 500);
    test_two();
    for (int anchor = -1; anchor < 5; anchor++)
        test_exact(anchor);
    test_apart();
    test_circle();
    test_ordo();
    test_coverage();
    test_many();
    test_ring();
    test_long();
    return done();
}
