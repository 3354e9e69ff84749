/* published.h - many halves of Selacata between the reference and the random player, for the
 * benchmark that compares them with published figures and for the test with a smaller sample. */
#ifndef TRIANCEY_TESTS_LIB_PUBLISHED_H
#define TRIANCEY_TESTS_LIB_PUBLISHED_H

#include "pairing/statistics.h"

#include <stdbool.h>

double sample_deviation(const struct sample *sample);

/* A pairing and what GAMES.md publishes of it, measured over 60,000 halves on `torus 6x4`. */
struct pairing {
    const char *name;
    bool reference[2]; /* else random; the first of the two is the one whose margin counts */
    bool exchange;     /* the two start by turns, else the first always does */
    double margin, deviation, placements; /* published; 0: not published */
    /* The published deviation is that of one of two equal players whose seats exchange every game,
     * so it holds the difference between the seats, too. */
};

enum { PAIRINGS = 3 };
extern const struct pairing pairings[PAIRINGS];

struct outcome {
    struct sample
        margin; /* of the pairing's first player, or of the starter if seats are not exchanged */
    struct sample exchanged; /* of a player who starts every second half */
    struct sample placements;
    long stalemates;
};

/* Plays this many halves; false and a message on standard error if there is no board. */
bool play_pairing(const struct pairing *pairing, long halves, unsigned seed,
                  struct outcome *outcome);

/* By how many standard errors a mean is off the published one, whose own error is that of 60,000
 * halves. */
double deviation_from(const struct sample *sample, double published);

#endif
