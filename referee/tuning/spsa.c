/* spsa.c - all that is random in a step is drawn from the run's seed and the step's number, so that
 * the directions in which a step was tried can be drawn again to learn from its result. */
#include "config.h"

#include "referee/tuning/spsa.h"

#include "base/random.h"

#include <math.h>

/* Begins the draws of a step. Their order is fixed: a direction for each parameter, then for each
 * parameter how its two values are rounded. */
static void begin_step(const struct spsa *spsa, int step, struct random *random) {
    random_seed(random, random_mix(spsa->seed, (uint64_t)step));
}

static int draw_direction(struct random *random) {
    return random_below(random, 2) ? 1 : -1;
}

static double draw_share(struct random *random) {
    return ldexp((double)(random_next(random) >> 11), -53);
}

double spsa_distance(const struct spsa *spsa, int parameter, int step) {
    return spsa->parameter[parameter].c_end * pow((double)spsa->steps / step, spsa->gamma);
}

static double bound(const struct spsa_parameter *parameter, double value) {
    return fmin(fmax(value, (double)parameter->min), (double)parameter->max);
}

static int64_t round_by_chance(double value, double share) {
    return (int64_t)floor(value + share);
}

void spsa_try(const struct spsa *spsa, int step, int64_t *plus, int64_t *minus) {
    struct random random;
    begin_step(spsa, step, &random);
    for (int i = 0; i < spsa->count; i++)
        plus[i] = draw_direction(&random);
    for (int i = 0; i < spsa->count; i++) {
        const struct spsa_parameter *parameter = &spsa->parameter[i];
        double away = (double)plus[i] * spsa_distance(spsa, i, step), share = draw_share(&random);
        plus[i] = round_by_chance(bound(parameter, parameter->value + away), share);
        minus[i] = round_by_chance(bound(parameter, parameter->value - away), share);
    }
}

void spsa_learn(struct spsa *spsa, int step, double result) {
    struct random random;
    begin_step(spsa, step, &random);
    double later = pow((spsa->A + spsa->steps) / (spsa->A + step), spsa->alpha);
    double nearer = pow((double)step / spsa->steps, 2 * spsa->gamma);
    for (int i = 0; i < spsa->count; i++) {
        struct spsa_parameter *parameter = &spsa->parameter[i];
        double rate = parameter->r_end * later * nearer;
        double move = rate * spsa_distance(spsa, i, step) * draw_direction(&random) * result;
        parameter->value = bound(parameter, parameter->value + move);
    }
}
