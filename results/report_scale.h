/* report_scale.h - turns values into coordinates of a chart, with ticks at round numbers. */
#ifndef TRIANCEY_RESULTS_REPORT_SCALE_H
#define TRIANCEY_RESULTS_REPORT_SCALE_H

#include <stdio.h>

struct scale {
    double low, high; /* values */
    double from, to;  /* coordinates */
    double step;      /* between ticks */
};

/* Makes a scale with at most `steps` steps, whose bounds are ticks. */
struct scale scale_make(double low, double high, double from, double to, int steps);

double scale_at(const struct scale *scale, double value);

/* Writes a tick, with or without its sign; zero has none. */
void scale_print_tick(FILE *file, const struct scale *scale, double tick);
void scale_print_plain(FILE *file, const struct scale *scale, double tick);

/* Writes lines across a chart at the ticks, the one at 0 stronger, with numbers at their left. */
void scale_print_lines(FILE *file, const struct scale *y, double left, double right,
                       void (*print_tick)(FILE *file, const struct scale *scale, double tick));

#endif
