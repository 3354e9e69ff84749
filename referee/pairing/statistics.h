/* statistics.h - what a number of results tells about the players behind them.
 *
 * Pure functions of samples, whose values must be independent of each other. In a match the unit is
 * the encounter: all games on one board with one seed in which the same players exchange their
 * seats, one game of several halves or one for each seat. Its games depend on each other, so it
 * counts as one value: the mean margin of its games, and their mean score. Intervals are those of
 * Student's t, so that few encounters promise no more than they hold.
 */
#ifndef TRIANCEY_REFEREE_PAIRING_STATISTICS_H
#define TRIANCEY_REFEREE_PAIRING_STATISTICS_H

#include <stdint.h>

struct sample {
    int64_t count;
    double mean;
    double squares; /* sum of the squared distances from the mean */
};

/* Welford's recurrence (Technometrics 4, 1962), which loses no digits to large sums. */
void sample_add(struct sample *sample, double value);

/* Half the width of the interval that holds the true mean with 95 % confidence; infinite below two
 * values. */
double sample_error(const struct sample *sample);

/* How likely the true mean is above 0, from 0 to 1; NAN below two values. All values equal: 0, 1/2
 * or 1 by their sign. */
double sample_superiority(const struct sample *sample);

/* Student's distribution: the probability to be below t, and the t that is exceeded on either side
 * with 5 % together. The degrees of freedom are at least 1. */
double student_below(double t, double freedom);
double student_bound(double freedom);

/* A difference in Elo, and half the width of its interval of 95 %. Either is infinite where the
 * score or an end of its interval is out of (0, 1). */
struct elo {
    double difference, error;
};

/* From a sample of scores, 0 to 1 for each encounter. An encounter of two games makes this what
 * others call pentanomial. */
struct elo elo_estimate(const struct sample *score);

/* Games as one of their players sees them. */
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
