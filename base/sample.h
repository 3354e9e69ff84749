/* sample.h - what a sample of independent values says about their distribution.
 *
 * Intervals are those of Student's t, which allow for small samples.
 */
#ifndef TRIANCEY_BASE_SAMPLE_H
#define TRIANCEY_BASE_SAMPLE_H

#include <stdint.h>

struct sample {
    int64_t count;
    double mean;
    double squares; /* sum of the squared distances from the mean */
};

/* Welford's recurrence (Technometrics 4, 1962), which loses no digits to large sums. */
void sample_add(struct sample *sample, double value);

/* The standard error of the mean; NAN below two values. */
double sample_standard_error(const struct sample *sample);

/* Half the width of the mean's 95 % confidence interval; infinite below two values. */
double sample_error(const struct sample *sample);

/* How likely the true mean is above 0; NAN below two values. If all values are equal: 0, 1/2 or 1
 * by their sign. */
double sample_superiority(const struct sample *sample);

/* Student's distribution: the probability of being below t, and the t that is exceeded on either
 * side with 5 % together. The degrees of freedom are at least 1. */
double student_below(double t, double freedom);
double student_bound(double freedom);

#endif
