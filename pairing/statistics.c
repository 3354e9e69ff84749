/* statistics.c - adds games to encounters and encounters to tallies, and turns scores into Elo. */
#include "config.h"

#include "pairing/statistics.h"

#include <math.h>

/* ---- Elo ------------------------------------------------------------------------------------- */

static double elo_of(double score, int seats) {
    if (score <= 0 || score >= 1)
        return score <= 0 ? -INFINITY : INFINITY;
    return 400 * log10(score / (1 - score) * (seats - 1));
}

struct elo elo_estimate(const struct sample *score, int seats) {
    double error = sample_error(score);
    struct elo elo = {.difference = score->count > 0 ? elo_of(score->mean, seats) : 0,
                      .error = INFINITY};
    if (score->mean - error > 0 && score->mean + error < 1)
        elo.error = (elo_of(score->mean + error, seats) - elo_of(score->mean - error, seats)) / 2;
    return elo;
}

/* ---- encounters ------------------------------------------------------------------------------ */

void encounter_add(struct encounter *encounter, int64_t margin, int64_t other, int others) {
    encounter->games++;
    encounter->margin += margin;
    encounter->won += margin > other;
    encounter->drawn += margin == other;
    encounter->lost += margin < other;
    encounter->score += margin > other ? 1 : margin == other ? 1.0 / (others + 1) : 0;
}

void tally_add(struct tally *tally, const struct encounter *encounter) {
    tally->games += encounter->games;
    tally->won += encounter->won;
    tally->drawn += encounter->drawn;
    tally->lost += encounter->lost;
    sample_add(&tally->margins, (double)encounter->margin / encounter->games);
    sample_add(&tally->scores, encounter->score / encounter->games);
}
