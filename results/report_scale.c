/* report_scale.c - scales of charts. A step is 1, 2 or 5 times a power of ten, and both ends of a
 * scale are multiples of its step. */
#include "config.h"

#include "results/report_scale.h"

#include <math.h>

enum { TICKS_MAX = 12 };

double scale_at(const struct scale *scale, double value) {
    return scale->from +
           (value - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

/* Returns the least step, among ... 0.5, 1, 2, 5, 10, 20 ..., that makes at most this many steps of
 * the width. */
static double round_step(double width, int steps) {
    double least = width / steps, power = pow(10, floor(log10(least)));
    double part = least / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

struct scale scale_make(double low, double high, double from, double to, int steps) {
    if (high - low < 1) {
        low -= 1;
        high += 1;
    }
    double step = round_step(high - low, steps < TICKS_MAX ? steps : TICKS_MAX);
    return (struct scale){floor(low / step) * step, ceil(high / step) * step, from, to, step};
}

static int digits(const struct scale *scale) {
    return scale->step < 1 ? (int)ceil(-log10(scale->step)) : 0;
}

void scale_print_tick(FILE *file, const struct scale *scale, double tick) {
    if (fabs(tick) < scale->step / 2)
        putc('0', file);
    else
        fprintf(file, "%+.*f", digits(scale), tick);
}

void scale_print_plain(FILE *file, const struct scale *scale, double tick) {
    fprintf(file, "%.*f", digits(scale), fabs(tick) < scale->step / 2 ? 0 : tick);
}

void scale_print_lines(FILE *file, const struct scale *y, double left, double right,
                       void (*print_tick)(FILE *file, const struct scale *scale, double tick)) {
    for (double tick = y->low; tick <= y->high + y->step / 2; tick += y->step) {
        fprintf(file, "<path class=%s d=\"M%.0f %.1fH%.0f\"/>",
                fabs(tick) < y->step / 1e6 ? "zero" : "grid", left, scale_at(y, tick), right);
        fprintf(file, "<text x=%.0f y=%.1f text-anchor=end>", left - 6, scale_at(y, tick) + 4);
        print_tick(file, y, tick);
        fputs("</text>\n", file);
    }
}
