/* published.c - the published statistics on a sample that is quick to play. Means may be
 * off by six of their standard errors: for a right program that is less than once in a million
 * runs, and the seed is fixed. */
#include <math.h>

#include "tests/lib/published.h"
#include "tests/lib/tap.h"

static const double bound = 6;

int main(void) {
    const int halves = enough(1000, 4000);
    for (int i = 0; i < PAIRINGS; i++) {
        const struct pairing *pairing = &pairings[i];
        struct outcome outcome;
        if (!ok(play_pairing(pairing, halves, 5, &outcome), "%s: %d halves", pairing->name, halves))
            continue;
        double off = deviation_from(&outcome.margin, pairing->margin);
        ok(off < bound, "%s: mean margin %.2f, published %.1f (%.1f errors)", pairing->name,
           outcome.margin.mean, pairing->margin, off);
        if (pairing->placements > 0) {
            off = deviation_from(&outcome.placements, pairing->placements);
            ok(off < bound, "%s: mean placements %.2f, published %.1f (%.1f errors)", pairing->name,
               outcome.placements.mean, pairing->placements, off);
        }
        /* A sample deviation has about the standard error deviation / sqrt(2 n) here. */
        double deviation = sample_deviation(&outcome.exchanged);
        if (pairing->deviation > 0)
            ok(fabs(deviation - pairing->deviation) < bound * deviation / sqrt(2.0 * halves),
               "%s: deviation %.2f, published %.1f", pairing->name, deviation, pairing->deviation);
        ok(outcome.stalemates <= 20, "%s: stalemates are rare (%ld)", pairing->name,
           outcome.stalemates);
    }
    return done();
}
