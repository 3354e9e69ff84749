/* spsa.h - simultaneous perturbation stochastic approximation: finds values of parameters with
 * which an engine plays best, from games of two copies that differ in all of them at once.
 *
 * J. C. Spall, IEEE Transactions on Aerospace and Electronic Systems 34 (1998), with the names that
 * Fishtest and OpenBench use. Step k (from 1) plays theta + c_k * d against theta - c_k * d, each d
 * being 1 or -1 by chance, and then moves theta by a_k / c_k * d * result:
 *
 *     c_k = c / k^gamma          a_k = a / (A + k)^alpha
 *
 * For each parameter, c and a / c^2 in the last step are given: C_end and R_end. Values that are
 * played are whole: one between two whole numbers is rounded up with a probability equal
 * to its fraction. Pure functions: the same seed and results give the same values.
 */
#ifndef TRIANCEY_REFEREE_TUNING_SPSA_H
#define TRIANCEY_REFEREE_TUNING_SPSA_H

#include <stdint.h>

struct spsa_parameter {
    int64_t min, max;
    double value; /* where it begins, then where it is */
    double c_end, r_end;
};

struct spsa {
    int steps; /* of the whole run */
    double A, alpha, gamma;
    uint64_t seed;
    int count;
    struct spsa_parameter *parameter;
};

/* How far from its value a parameter is tried in a step (from 1). */
double spsa_distance(const struct spsa *spsa, int parameter, int step);

/* The values with which the two copies play a step, by parameter. */
void spsa_try(const struct spsa *spsa, int step, int64_t *plus, int64_t *minus);

/* Moves the values by the result of the step, as the copy `plus` sees it. */
void spsa_learn(struct spsa *spsa, int step, double result);

#endif
