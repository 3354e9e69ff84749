/* sprt_runs.h - sequential tests on margins that are drawn, many times over: how often they err,
 * and how long they take. For the test of the error rates and for the benchmark of the lengths. */
#ifndef TRIANCEY_TESTS_LIB_SPRT_RUNS_H
#define TRIANCEY_TESTS_LIB_SPRT_RUNS_H

#include "base/random.h"
#include "pairing/sprt.h"

/* Margins with mean 0 (to which the truth is added), and the greatest that a game can have. */
struct margins {
    const char *name;
    double (*draw)(struct random *random);
    double worst;
};

enum { MARGIN_KINDS = 3 };
extern const struct margins margin_kinds[MARGIN_KINDS];

/* The standard deviation, from many draws. */
double margins_deviation(const struct margins *margins);

struct sprt_runs {
    double accepted1; /* share of the runs that decided for margin1 */
    double length;    /* mean number of encounters */
};

/* Runs tests of margin0 = 0 against margin1, alpha = beta = 0.05, where the true mean is `truth`.
 */
struct sprt_runs sprt_runs(const struct margins *margins, double margin1, double truth, int runs);

#endif
