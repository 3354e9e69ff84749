/* sample.c - mean and variance as values come in, and Student's distribution, which C's library
 * does not have: by the incomplete beta function, and its inverse by bisection. */
#include "config.h"

#include "base/sample.h"

#include <float.h>
#include <math.h>

void sample_add(struct sample *sample, double value) {
    double distance = value - sample->mean;
    sample->count++;
    sample->mean += distance / (double)sample->count;
    sample->squares += distance * (value - sample->mean);
}

double sample_standard_error(const struct sample *sample) {
    if (sample->count < 2)
        return NAN;
    double count = (double)sample->count;
    return sqrt(sample->squares / (count - 1) / count);
}

double sample_error(const struct sample *sample) {
    if (sample->count < 2)
        return INFINITY;
    return student_bound((double)(sample->count - 1)) * sample_standard_error(sample);
}

double sample_superiority(const struct sample *sample) {
    double error = sample_standard_error(sample);
    if (error > 0)
        return student_below(sample->mean / error, (double)(sample->count - 1));
    if (isnan(error))
        return NAN;
    return sample->mean > 0 ? 1 : sample->mean < 0 ? 0 : 0.5;
}

/* ---- Student's distribution ------------------------------------------------------------------ */

/* From so many degrees of freedom on, it is the normal distribution but for rounding. */
enum { NEARLY_NORMAL = 10000000 };

static double away_from_zero(double value) {
    return fabs(value) < DBL_MIN ? DBL_MIN : value;
}

/* The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by Lentz's
 * method as modified by Thompson and Barnett; it converges fast for x < (a + 1) / (a + b + 2), in
 * some sqrt(max(a, b)) steps at worst. */
static double beta_fraction(double a, double b, double x) {
    enum { STEPS_MAX = 100000 };
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), fraction = d;
    for (int m = 1; m < STEPS_MAX; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + even * d);
        c = away_from_zero(1 + even / c);
        fraction *= d * c;
        d = 1 / away_from_zero(1 + odd * d);
        c = away_from_zero(1 + odd / c);
        fraction *= d * c;
        if (fabs(d * c - 1) < 4 * DBL_EPSILON)
            break;
    }
    return fraction;
}

/* The regularised incomplete beta function I_x(a, b), with y = 1 - x. */
static double incomplete_beta(double a, double b, double x, double y) {
    if (x <= 0 || y <= 0)
        return x <= 0 ? 0 : 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, y) / b;
}

/* Abramowitz and Stegun 26.7.1. */
double student_below(double t, double freedom) {
    if (freedom >= NEARLY_NORMAL)
        return erfc(-t / sqrt(2)) / 2;
    double square = t * t, sum = freedom + square;
    double beyond =
        isinf(square) ? 0 : incomplete_beta(freedom / 2, 0.5, freedom / sum, square / sum) / 2;
    return t > 0 ? 1 - beyond : beyond;
}

/* By bisection, between the bounds of the normal distribution and of one degree of freedom. */
double student_bound(double freedom) {
    double low = 1.9599, high = 12.7063;
    while (high - low > 1e-10 * high) {
        double middle = (low + high) / 2;
        if (student_below(middle, freedom) < 0.975)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}
