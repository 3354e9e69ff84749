/* statistics.c - tests the referee's statistics against published tables and worked examples. */
#include "config.h"

#include "pairing/statistics.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>

static bool is_near(double got, double wanted, double error) {
    bool near = fabs(got - wanted) <= error;
    if (!near)
        diag("got %.12g, wanted %.12g", got, wanted);
    return near;
}

/* ---- Student's t ----------------------------------------------------------------------------- */

/* The table that every textbook has: two-sided 5 %. */
static void test_table(void) {
    static const struct {
        int freedom;
        double bound;
    } rows[] = {{1, 12.706},   {2, 4.303},       {3, 3.182},        {4, 2.776},   {5, 2.571},
                {6, 2.447},    {7, 2.365},       {8, 2.306},        {9, 2.262},   {10, 2.228},
                {12, 2.179},   {15, 2.131},      {20, 2.086},       {25, 2.060},  {30, 2.042},
                {40, 2.021},   {60, 2.000},      {80, 1.990},       {100, 1.984}, {120, 1.980},
                {1000, 1.962}, {1000000, 1.960}, {100000000, 1.960}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ok(is_near(student_bound(rows[i].freedom), rows[i].bound, 0.00051), "t for %d",
           rows[i].freedom);
    ok(is_near(student_bound(1e8), 1.959963984540054, 1e-7),
       "the normal distribution in the limit");
}

/* One, two and three degrees of freedom have closed forms. */
static void test_closed_forms(void) {
    double worst = 0, turned = 0;
    for (double t = -40; t <= 40; t += 0.37) {
        double angle = atan(t / sqrt(3));
        double closed[] = {0.5 + atan(t) / M_PI, 0.5 + t / (2 * sqrt(2 + t * t)),
                           0.5 + (angle + sin(angle) * cos(angle)) / M_PI};
        for (int i = 0; i < 3; i++)
            worst = fmax(worst, fabs(student_below(t, i + 1) - closed[i]));
        turned = fmax(turned, fabs(student_below(t, 17) + student_below(-t, 17) - 1));
    }
    ok(worst < 1e-13, "closed forms, off by %g at most", worst);
    ok(turned < 1e-13, "symmetry, off by %g", turned);
    ok(student_below(INFINITY, 5) >= 1 && student_below(-INFINITY, 5) <= 0, "the ends");
}

/* The density of n degrees of freedom, summed by Simpson's rule from 0 on. */
static void test_integral(void) {
    static const int freedoms[] = {4, 7, 29, 200, 5000};
    for (size_t k = 0; k < sizeof freedoms / sizeof *freedoms; k++) {
        enum { STEPS = 2000 };
        double n = freedoms[k], t = 2.1, sum = 0;
        double front = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(n * M_PI);
        for (int i = 0; i <= STEPS; i++) {
            double x = t * i / STEPS, weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
            sum += weight * front * pow(1 + x * x / n, -(n + 1) / 2);
        }
        ok(is_near(student_below(t, n), 0.5 + sum * t / STEPS / 3, 1e-10), "%g degrees", n);
    }
}

/* ---- samples --------------------------------------------------------------------------------- */

static struct sample sample_of(const double *values, int count) {
    struct sample sample = {0};
    for (int i = 0; i < count; i++)
        sample_add(&sample, values[i]);
    return sample;
}

/* Student's own example (Biometrika 6, 1908): hours of sleep gained by a second drug over a first.
 * Mean 1.58, t = 4.0621 with 9 degrees of freedom, interval 0.7001 to 2.4599, p = 0.002833. */
static void test_sleep(void) {
    static const double hours[] = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
    struct sample sample = sample_of(hours, 10);
    ok(is_near(sample.mean, 1.58, 1e-12), "the mean");
    ok(is_near(sample_error(&sample), 0.8798858, 1e-6), "its error");
    ok(is_near(sample_superiority(&sample), 1 - 0.002833 / 2, 1e-6), "superiority");
}

static void test_few(void) {
    struct sample sample = {0};
    ok(isinf(sample_error(&sample)) && isnan(sample_superiority(&sample)),
       "no value: no error, no superiority");
    sample_add(&sample, 3);
    ok(isinf(sample_error(&sample)) && isnan(sample_superiority(&sample)),
       "one value: no error, no superiority");
    sample_add(&sample, 3);
    ok(sample_error(&sample) <= 0 && sample_superiority(&sample) >= 1, "two equal values");
    static const double below[] = {-1, -1}, zero[] = {0, 0};
    struct sample lost = sample_of(below, 2), even = sample_of(zero, 2);
    ok(sample_superiority(&lost) <= 0, "two equal values below 0");
    ok(is_near(sample_superiority(&even), 0.5, 0), "two values of 0");
}

/* A large sum hides no small spread. */
static void test_digits(void) {
    struct sample sample = {0};
    for (int i = 0; i < 1000; i++)
        sample_add(&sample, 1e9 + i % 2);
    ok(is_near(sample.squares, 250, 1e-3), "squares of small distances");
}

/* ---- Elo ------------------------------------------------------------------------------------- */

/* Encounters with 0, 1/2, 1, 3/2 and 2 points. The differences, errors and likelihoods are those of
 * the tests of fastchess, which takes the normal distribution and n where we take Student's and
 * n - 1: less than one in a hundred apart. */
static void test_pentanomial(void) {
    static const struct {
        int count[5];
        double difference, error, superiority;
    } rows[] = {{{34, 54, 63, 64, 75}, 55.58, 27.65, 1.0},
                {{332, 433, 498, 333, 334}, -8.64, 10.33, 0.0505}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct sample score = {0}, margin = {0};
        for (int i = 0; i < 5; i++)
            for (int n = 0; n < rows[k].count[i]; n++) {
                sample_add(&score, i / 4.0);
                sample_add(&margin, i - 2.0);
            }
        struct elo elo = elo_estimate(&score, 2);
        ok(is_near(elo.difference, rows[k].difference, 0.005), "Elo");
        ok(is_near(elo.error, rows[k].error, rows[k].error / 100), "its error");
        ok(is_near(sample_superiority(&margin), rows[k].superiority, 0.0005), "superiority");
    }
}

static void test_elo_ends(void) {
    static const double won[] = {1, 1, 1}, lost[] = {0, 0}, few[] = {1, 0.5};
    struct sample all = sample_of(won, 3), none = sample_of(lost, 2), some = sample_of(few, 2);
    struct sample empty = {0};
    ok(isinf(elo_estimate(&all, 2).difference) && elo_estimate(&all, 2).difference > 0, "all won");
    ok(isinf(elo_estimate(&none, 2).difference) && elo_estimate(&none, 2).difference < 0,
       "all lost");
    ok(isinf(elo_estimate(&all, 2).error), "all won: no bound of the error");
    ok(is_near(elo_estimate(&some, 2).difference, 190.848, 0.001), "three quarters");
    ok(isinf(elo_estimate(&some, 2).error), "two encounters: no bound of the error");
    ok(is_near(elo_estimate(&empty, 2).difference, 0, 0), "no games");
}

/* ---- more than two at a table ---------------------------------------------------------------- */

/* All ways in which this many equals can end with margins 0, 1 or 2, each once: nobody is better.
 */
static void test_equals(int seats) {
    struct tally tally[4] = {{0}};
    int ways = 1;
    for (int i = 0; i < seats; i++)
        ways *= 3;
    for (int way = 0; way < ways; way++) {
        int margin[4], rest = way;
        for (int i = 0; i < seats; i++, rest /= 3)
            margin[i] = rest % 3;
        for (int i = 0; i < seats; i++) {
            struct encounter encounter = {0};
            int best = -1, others = 0;
            for (int k = 0; k < seats; k++)
                best = k != i && margin[k] > best ? margin[k] : best;
            for (int k = 0; k < seats; k++)
                others += k != i && margin[k] == best;
            encounter_add(&encounter, margin[i], best, others);
            tally_add(&tally[i], &encounter);
        }
    }
    for (int i = 0; i < seats; i++) {
        ok(is_near(tally[i].scores.mean, 1.0 / seats, 1e-12), "equals share the games of %d",
           seats);
        ok(is_near(elo_estimate(&tally[i].scores, seats).difference, 0, 1e-9), "0 Elo apart");
    }
}

/* Luce's choice: a player stronger by d than n - 1 equals wins with odds of 10^(d/400) to n - 1. */
static void test_choice(int seats) {
    for (double wanted = -300; wanted <= 300; wanted += 100) {
        double strength = pow(10, wanted / 400), chance = strength / (strength + seats - 1);
        struct sample score = {.count = 1000, .mean = chance};
        ok(is_near(elo_estimate(&score, seats).difference, wanted, 1e-9), "%g Elo among %d", wanted,
           seats);
    }
}

int main(void) {
    test_table();
    test_closed_forms();
    test_integral();
    test_sleep();
    test_few();
    test_digits();
    test_pentanomial();
    test_elo_ends();
    for (int seats = 2; seats <= 4; seats++) {
        test_equals(seats);
        test_choice(seats);
    }
    return done();
}
