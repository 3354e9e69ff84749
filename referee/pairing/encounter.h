/* encounter.h - games as one of their players sees them, added up encounter by encounter.
 *
 * An encounter is all games on one board with one seed in which the same players exchange their
 * seats: one game of several halves, or one for each seat. Its games depend on each other, so an
 * encounter counts as one value where an error is estimated: the mean margin of its games, and
 * their mean score.
 */
#ifndef TRIANCEY_REFEREE_PAIRING_ENCOUNTER_H
#define TRIANCEY_REFEREE_PAIRING_ENCOUNTER_H

#include "referee/pairing/statistics.h"

#include <stdint.h>

struct encounter {
    int games;
    int64_t margin; /* sum over the games */
    int won, drawn, lost;
};

/* How many games make an encounter whole. */
static inline int encounter_size(int halves, int seats) {
    return halves > 1 ? 1 : seats;
}

/* A game in which a player had `margin`, and the best of the others `other`. It is won by being
 * better than all others, and drawn by being as good as the best of them. */
void encounter_add(struct encounter *encounter, int64_t margin, int64_t other);

/* What whole encounters add up to. */
struct tally {
    int64_t games, won, drawn, lost;
    struct sample margins; /* of a game, a value for each encounter */
    struct sample scores;  /* the same: a game won is 1, a game drawn 1/2 */
};

void tally_add(struct tally *tally, const struct encounter *encounter);

#endif
