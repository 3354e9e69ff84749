/* bench_sprt.c - how many encounters a sequential test takes, and how often it errs, by the
 * distance of its two margins: the table of the manual page. */
#include "config.h"

#include "tests/lib/sprt_runs.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static const double shares[] = {0.05, 0.1, 0.2, 0.5, 1, 2};
    int runs = argc > 1 ? atoi(argv[1]) : 4000;
    printf("margin0 = 0, alpha = beta = 0.05, %d runs: encounters (share that decides wrongly)\n",
           runs);
    for (int k = 0; k < MARGIN_KINDS; k++) {
        double deviation = margins_deviation(&margin_kinds[k]);
        printf("%s, standard deviation %.2f\n%12s%20s%20s%12s\n", margin_kinds[k].name, deviation,
               "margin1", "truth 0", "truth margin1", "half of it");
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            double margin1 = shares[i] * deviation;
            struct sprt_runs none = sprt_runs(&margin_kinds[k], margin1, 0, runs);
            struct sprt_runs all = sprt_runs(&margin_kinds[k], margin1, margin1, runs);
            struct sprt_runs between = sprt_runs(&margin_kinds[k], margin1, margin1 / 2, runs);
            printf("%12.2f%11.0f (%5.2f %%)%11.0f (%5.2f %%)%12.0f\n", margin1, none.length,
                   100 * none.accepted1, all.length, 100 * (1 - all.accepted1), between.length);
        }
    }
    return 0;
}
