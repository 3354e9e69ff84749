/* sprt.c - tests the sequential test: its formula against a naive one, the texts that it reads, and
 * how often it errs. */
#include "config.h"

#include "base/error.h"
#include "pairing/sprt.h"
#include "tests/lib/sprt_runs.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the formula ----------------------------------------------------------------------------- */

/* The logarithm of the greatest likelihood of normal margins with this mean: the deviation is found
 * by trying. */
static double greatest_likelihood(const double *margins, int count, double mean) {
    double greatest = -INFINITY;
    for (double deviation = 0.01; deviation < 100; deviation *= 1.0001) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            double distance = (margins[i] - mean) / deviation;
            sum -= log(deviation) + distance * distance / 2;
        }
        greatest = fmax(greatest, sum);
    }
    return greatest;
}

static void test_ratio(void) {
    static const double margins[] = {4, -7, 12, 3, 0, 9, -2, 5, 1, 6};
    enum { COUNT = sizeof margins / sizeof *margins };
    const struct sprt sprt = {-1, 4, 0.05, 0.05, 1e-6};
    struct sample sample = {0};
    ok(fabs(sprt_ratio(&sprt, &sample)) <= 0, "nothing is known before the first encounter");
    for (int i = 0; i < COUNT; i++)
        sample_add(&sample, margins[i]);
    double naive = greatest_likelihood(margins, COUNT, 4) - greatest_likelihood(margins, COUNT, -1);
    ok(fabs(sprt_ratio(&sprt, &sample) - naive) < 1e-5, "the ratio of the greatest likelihoods");
    const struct sprt mirrored = {-4, 1, 0.05, 0.05, 1e-6};
    struct sample negative = sample;
    negative.mean = -sample.mean;
    ok(fabs(sprt_ratio(&mirrored, &negative) + naive) < 1e-5, "turned round: its opposite");
}

/* The formula of the manual, written naively: two encounters that were not played are added, with
 * squares measured from 0, and the divisor is the number of encounters that were played. */
static void test_made_up(void) {
    static const double margins[] = {10, 30, -8, 16};
    enum { COUNT = sizeof margins / sizeof *margins };
    const struct sprt sprt = {0, 5, 0.05, 0.05, 96};
    struct sample sample = {0};
    double mean = 0, squares = 96 * 96 + 96 * 96;
    for (int i = 0; i < COUNT; i++) {
        sample_add(&sample, margins[i]);
        mean += margins[i] / COUNT;
    }
    for (int i = 0; i < COUNT; i++)
        squares += (margins[i] - mean) * (margins[i] - mean);
    double s2 = squares / COUNT;
    double naive = COUNT / 2.0 * log((s2 + mean * mean) / (s2 + (mean - 5) * (mean - 5)));
    ok(fabs(sprt_ratio(&sprt, &sample) - naive) < 1e-12, "two encounters made up: %g", naive);
}

/* Wald's bounds: ln 19 for 5 % and 5 %. */
static void test_bounds(void) {
    const struct sprt even = {0, 2, 0.05, 0.05, 96}, uneven = {0, 2, 0.01, 0.1, 96};
    ok(fabs(sprt_upper(&even) - 2.94443897916644) < 1e-12, "above");
    ok(fabs(sprt_lower(&even) + 2.94443897916644) < 1e-12, "below");
    ok(fabs(sprt_upper(&uneven) - log(90)) < 1e-12, "margin1 is harder to believe");
    ok(fabs(sprt_lower(&uneven) - log(10 / 99.0)) < 1e-12, "and margin0 easier");
}

/* How many encounters a test takes in which each has this margin; 100000: it does not end. */
static int encounters_of(double margin, double margin1) {
    const struct sprt sprt = {0, margin1, 0.05, 0.05, 96};
    struct sample sample = {0};
    do
        sample_add(&sample, margin);
    while (sprt_judge(&sprt, &sample) == SPRT_OPEN && sample.count < 100000);
    return (int)sample.count;
}

static void test_equal_margins(void) {
    ok(encounters_of(0, 2) > 96 && encounters_of(0, 2) < 300, "0 for ever: %d encounters",
       encounters_of(0, 2));
    is_int(encounters_of(2, 2), encounters_of(0, 2), "and 2 for ever");
    ok(encounters_of(1, 2) == 100000, "1 for ever is between them for ever");
    ok(encounters_of(96, 2) > 5, "the greatest margin from the first encounter on: %d",
       encounters_of(96, 2));
}

/* ---- text ------------------------------------------------------------------------------------ */

static void test_text(void) {
    static const struct {
        const char *text, *wanted; /* what is wrong, or the text in full */
        bool good;
    } rows[] = {
        {"margin0=0 margin1=2", "margin0=0 margin1=2 alpha=0.05 beta=0.05", true},
        {"  beta=0.1\tmargin1=-1.5  margin0=-3 alpha=1e-3 ",
         "margin0=-3 margin1=-1.5 alpha=0.001 beta=0.1", true},
        {"", "it needs margin0=M and margin1=M", false},
        {"margin1=2", "it needs margin0=M and margin1=M", false},
        {"margin0=0 margin1=0", "margin0 must be less than margin1, not 0 and 0", false},
        {"margin0=0 margin1=2 margin0=1", "margin0 is given twice", false},
        {"margin0=0 margin1=two", "margin1 must be a number, not 'margin1=two'", false},
        {"margin0=0 margin1=", "margin1 must be a number", false},
        {"margin0=0 margin1=2x", "margin1 must be a number", false},
        {"margin0=0 margin1=inf", "margin1 must be a number", false},
        {"margin0=nan margin1=2", "margin0 must be a number", false},
        {"margin0=0 margin1=2 alpha=0", "alpha and beta must be above 0 and below 0.5", false},
        {"margin0=0 margin1=2 beta=0.5", "alpha and beta must be above 0 and below 0.5", false},
        {"elo0=0 elo1=2", "not 'elo0=0'", false},
        {"margin0", "not 'margin0'", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        struct sprt sprt = {.worst = 7};
        struct text text = {0};
        bool good = sprt_read(&sprt, rows[i].text, &error);
        if (good)
            sprt_write(&sprt, &text);
        ok(good == rows[i].good && strstr(good ? text_get(&text) : error.text, rows[i].wanted),
           "'%s'", rows[i].text);
        ok(sprt.worst >= 7 && (good || fabs(sprt.margin1) <= 0), "changes no more than it should");
        text_free(&text);
    }
}

/* ---- errors ---------------------------------------------------------------------------------- */

static int runs; /* of each test */

static void test_errors(void) {
    const double most = 0.05 + 3 * sqrt(0.05 * 0.95 / runs); /* three standard errors */
    static const struct {
        int kind;
        double margin1;
    } rows[] = {{0, 5}, {0, 10}, {0, 20}, {0, 60}, {1, 2}, {1, 4}, {2, 0.1}, {2, 0.3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct margins *margins = &margin_kinds[rows[i].kind];
        double margin1 = rows[i].margin1;
        struct sprt_runs none = sprt_runs(margins, margin1, 0, runs);
        struct sprt_runs all = sprt_runs(margins, margin1, margin1, runs);
        ok(none.accepted1 <= most, "%s, 0 or %g: wrongly for %g in %.2f %% of %d", margins->name,
           margin1, margin1, 100 * none.accepted1, runs);
        ok(1 - all.accepted1 <= most, "wrongly for 0 in %.2f %%", 100 * (1 - all.accepted1));
    }
}

/* Beyond the two margins errors become rare; between them either decision is right. */
static void test_elsewhere(void) {
    struct sprt_runs below = sprt_runs(&margin_kinds[0], 10, -10, runs);
    struct sprt_runs between = sprt_runs(&margin_kinds[0], 10, 5, runs);
    ok(below.accepted1 < 0.002, "far below, hardly ever wrong: %g", below.accepted1);
    ok(fabs(between.accepted1 - 0.5) < 2 / sqrt(runs), "in the middle, one or the other: %g",
       between.accepted1);
    ok(between.length > below.length, "where it takes longest");
}

/* Wald's approximation for a known variance, which ignores how far a test goes beyond its bound. */
static void test_length(void) {
    double deviation = margins_deviation(&margin_kinds[0]);
    double wald = 0.9 * log(19) / (5 * 5 / (2 * deviation * deviation));
    struct sprt_runs some = sprt_runs(&margin_kinds[0], 5, 5, runs);
    ok(some.length > wald && some.length < 1.15 * wald, "%.0f encounters, Wald says %.0f",
       some.length, wald);
}

int main(void) {
    runs = enough(1000, 4000);
    test_ratio();
    test_made_up();
    test_bounds();
    test_equal_margins();
    test_text();
    test_errors();
    test_elsewhere();
    test_length();
    return done();
}
