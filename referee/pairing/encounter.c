/* encounter.c - see encounter.h. */
#include "config.h"

#include "referee/pairing/encounter.h"

void encounter_add(struct encounter *encounter, int64_t margin, int64_t other) {
    encounter->games++;
    encounter->margin += margin;
    encounter->won += margin > other;
    encounter->drawn += margin == other;
    encounter->lost += margin < other;
}

void tally_add(struct tally *tally, const struct encounter *encounter) {
    tally->games += encounter->games;
    tally->won += encounter->won;
    tally->drawn += encounter->drawn;
    tally->lost += encounter->lost;
    sample_add(&tally->margins, (double)encounter->margin / encounter->games);
    sample_add(&tally->scores, (encounter->won + encounter->drawn / 2.0) / encounter->games);
}
