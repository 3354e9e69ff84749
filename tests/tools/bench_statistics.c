/* bench_statistics.c - means of the reference and the random player on `torus 6x4`, compared with
 * the figures that GAMES.md publishes. Usage: bench_statistics [HALVES]. Fails if a mean is off by
 * more than four standard errors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/lib/published.h"

static bool line(const char *name, const char *what, const struct sample *sample,
                 double published) {
    double off = deviation_from(sample, published);
    printf("%-22s %-11s %8.2f +- %.2f  %9.1f  %6.1f\n", name, what, sample->mean,
           sample_error(sample), published, off);
    return off <= 4;
}

int main(int argc, char **argv) {
    long halves = argc > 1 ? strtol(argv[1], NULL, 10) : 60000;
    bool good = halves > 0;
    if (!good) {
        fprintf(stderr, "usage: bench_statistics [HALVES]\n");
        return 2;
    }
    printf("Selacata on torus 6x4, %ld halves each\n", halves);
    printf("%-22s %-11s %8s    %5s %9s  %6s\n", "", "", "mean", "", "published", "errors");
    for (int i = 0; i < PAIRINGS; i++) {
        struct outcome outcome;
        const struct pairing *pairing = &pairings[i];
        if (!play_pairing(pairing, halves, 1, &outcome))
            return 1;
        good = line(pairing->name, "margin", &outcome.margin, pairing->margin) && good;
        if (pairing->deviation > 0)
            printf("%-22s %-11s %8.2f          %11.1f\n", "", "deviation",
                   sample_deviation(&outcome.exchanged), pairing->deviation);
        if (pairing->placements > 0)
            good = line("", "placements", &outcome.placements, pairing->placements) && good;
        printf("%-22s %-11s %8ld    one in %.0f\n", "", "stalemates", outcome.stalemates,
               outcome.stalemates ? (double)halves / (double)outcome.stalemates : INFINITY);
    }
    return good ? 0 : 1;
}
