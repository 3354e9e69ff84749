/* spsa.c - tests SPSA: the values that it tries, how results move them, and that it finds a known
 * maximum through noise. */
#include "config.h"

#include "base/random.h"
#include "referee/tuning/spsa.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 20000, RUNS = 40 };

static struct spsa_parameter parameters[2];

static struct spsa begin(uint64_t seed) {
    parameters[0] = (struct spsa_parameter){0, 200, 30, 6, 0.02};
    parameters[1] = (struct spsa_parameter){-100, 100, 80, 4, 0.02};
    return (struct spsa){STEPS, STEPS / 10.0, 0.602, 0.101, seed, 2, parameters};
}

/* ---- what is tried --------------------------------------------------------------------------- */

static void test_tries(void) {
    struct spsa spsa = begin(1);
    int64_t plus[2], minus[2];
    double sum[2] = {0}, squares = 0;
    int same = 0;
    bool around = true, near = true;
    parameters[0].value = 70.25;
    parameters[1].value = -3.5;
    for (int step = 1; step <= STEPS; step++) {
        spsa_try(&spsa, step, plus, minus);
        for (int i = 0; i < 2; i++) {
            double middle = (double)(plus[i] + minus[i]) / 2;
            double away = fabs((double)(plus[i] - minus[i])) / 2;
            around = around && fabs(middle - parameters[i].value) <= 1;
            near = near && fabs(away - spsa_distance(&spsa, i, step)) <= 0.5;
            sum[i] += middle / STEPS;
        }
        same += (plus[0] > minus[0]) == (plus[1] > minus[1]);
        squares += (plus[0] > minus[0]) ? 1 : 0;
    }
    ok(around && near, "both copies lie around the value, as far away as c says");
    ok(fabs(sum[0] - 70.25) < 0.05 && fabs(sum[1] + 3.5) < 0.05, "rounding favours no side");
    ok(abs(same - STEPS / 2) < 4 * sqrt(STEPS) / 2 && fabs(squares - STEPS / 2.0) < 2 * sqrt(STEPS),
       "directions are drawn, each for itself");
    ok(fabs(spsa_distance(&spsa, 0, STEPS) - 6) < 1e-12, "C_end is how far at the end");
    ok(fabs(spsa_distance(&spsa, 0, 1) - 6 * pow(STEPS, 0.101)) < 1e-9, "and more at the start");
}

static void test_bounds(void) {
    struct spsa spsa = begin(2);
    int64_t plus[2], minus[2];
    bool within = true;
    for (int step = 1; step <= STEPS; step++) {
        spsa_try(&spsa, step, plus, minus);
        for (int i = 0; i < 2; i++)
            within = within && plus[i] >= parameters[i].min && plus[i] <= parameters[i].max &&
                     minus[i] >= parameters[i].min && minus[i] <= parameters[i].max;
        /* The results always push in one direction, to a corner of the room. */
        spsa_learn(&spsa, step, plus[0] > minus[0] ? -1000 : 1000);
    }
    ok(within, "no value out of its range is ever tried");
    ok(parameters[0].value >= 0 && parameters[0].value < 1, "the values stop there");
}

/* ---- what is learnt -------------------------------------------------------------------------- */

/* a_k / c_k as Fishtest computes it from C_end and R_end. */
static double rate(const struct spsa_parameter *parameter, int step) {
    double c = parameter->c_end * pow(STEPS, 0.101);
    double a_end = parameter->r_end * parameter->c_end * parameter->c_end;
    double a = a_end * pow(STEPS / 10.0 + STEPS, 0.602);
    return a / pow(STEPS / 10.0 + step, 0.602) / (c / pow(step, 0.101));
}

static void test_move(void) {
    struct spsa spsa = begin(3);
    int64_t plus[2], minus[2];
    bool good = true;
    for (int step = 1; step <= STEPS; step += 37) {
        parameters[0].value = parameters[1].value = 50;
        spsa_try(&spsa, step, plus, minus);
        spsa_learn(&spsa, step, 1.5);
        for (int i = 0; i < 2; i++) {
            double wanted = rate(&parameters[i], step) * 1.5 * (plus[i] > minus[i] ? 1 : -1);
            good = good && fabs(parameters[i].value - 50 - wanted) < 1e-9;
        }
    }
    ok(good, "a step moves each value by a_k / c_k * result, to the better copy");
}

/* Elo of an engine with these values: 0 at 120 and -40, and less elsewhere. */
static double elo(const int64_t *value) {
    double x = (double)value[0] - 120, y = (double)value[1] + 40;
    return -x * x / 40 - y * y / 60 - x * y / 120;
}

/* Plays two games, won or lost by chance. */
static double play(const int64_t *plus, const int64_t *minus, struct random *random) {
    double chance = 1 / (1 + pow(10, (elo(minus) - elo(plus)) / 400)), result = 0;
    for (int i = 0; i < 2; i++)
        result += ldexp((double)(random_next(random) >> 11), -53) < chance ? 1 : -1;
    return result;
}

static void test_maximum(void) {
    int found = 0;
    double sum[2] = {0};
    struct random random;
    random_seed(&random, 4);
    for (int run = 0; run < RUNS; run++) {
        struct spsa spsa = begin((uint64_t)run + 10);
        int64_t plus[2], minus[2];
        for (int step = 1; step <= STEPS; step++) {
            spsa_try(&spsa, step, plus, minus);
            spsa_learn(&spsa, step, play(plus, minus, &random));
        }
        int64_t last[2] = {llround(parameters[0].value), llround(parameters[1].value)};
        found += elo(last) > -20;
        sum[0] += parameters[0].value / RUNS;
        sum[1] += parameters[1].value / RUNS;
    }
    diag("%d of %d runs within 20 Elo of the best; mean %.1f, %.1f", found, RUNS, sum[0], sum[1]);
    int64_t start[2] = {30, 80};
    ok(elo(start) < -300, "begun far away");
    ok(found >= RUNS * 9 / 10, "nine of ten runs end within 20 Elo of the best");
    ok(fabs(sum[0] - 120) < 5 && fabs(sum[1] + 40) < 5, "on the average they end there");
}

int main(void) {
    test_tries();
    test_bounds();
    test_move();
    test_maximum();
    return done();
}
