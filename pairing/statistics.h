/* statistics.h - what results say about the strength of the players.
 *
 * Pure functions of samples, whose values must be independent of each other. In a match the unit is
 * the encounter: all games on one board with one seed in which the same players exchange their
 * seats, one game of several halves or one for each seat. Its games depend on each other, so it
 * counts as one value: the mean margin of its games, and their mean score.
 */
#ifndef TRIANCEY_PAIRING_STATISTICS_H
#define TRIANCEY_PAIRING_STATISTICS_H

#include "base/sample.h"

#include <stdint.h>

/* A difference in Elo to the others at the table, and half the width of its 95 % interval.
 * Either is infinite where the score or an end of its interval is outside (0, 1). */
struct elo {
    double difference, error;
};

/* Estimates Elo from a sample of scores, 0 to 1 for each encounter. With encounters of two games
 * this is what others call pentanomial. With several seats at a table, equal players score 1 /
 * seats, and a player stronger by d than the others, who are equal, has the odds 10^(d/400) to
 * seats - 1: for two it is the usual formula, for more that of Luce (Individual Choice Behavior,
 * 1959). */
struct elo elo_estimate(const struct sample *score, int seats);

/* Games as one of their players sees them. */
struct encounter {
    int games;
    int64_t margin; /* sum over the games */
    int won, drawn, lost;
    double score; /* each game gives 1, shared by all who are best */
};

/* How many games make an encounter whole. */
static inline int encounter_size(int halves, int seats) {
    return halves > 1 ? 1 : seats;
}

/* Adds a game in which a player had `margin`, and `others` of the other players had the best of
 * theirs, `other`. It is won by being better than all others, and drawn by being as good as the
 * best of them. */
void encounter_add(struct encounter *encounter, int64_t margin, int64_t other, int others);

/* What whole encounters add up to. */
struct tally {
    int64_t games, won, drawn, lost;
    struct sample margins; /* of a game, a value for each encounter */
    struct sample scores;  /* of a game, a value for each encounter */
};

void tally_add(struct tally *tally, const struct encounter *encounter);

#endif
