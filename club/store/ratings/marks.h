/* marks.h - games, and weeks of a player, whose moves agree with the solver more often than
 * people's do, for the operator to look at. Nobody is banned automatically, and none of this is
 * public.
 *
 * What counts are decisions: moves in positions that the engine has solved (analysis.h), where some
 * moves are best and some are not. How often people find a best one depends on how many there are,
 * so decisions are divided into MARK_BINS bins by the share of best moves. Each bin has the share
 * of hits of all people of the club except the account that is judged.
 *
 * People differ. The strength of an account is a shift of its log-odds in all bins (the Rasch
 * model: G. Rasch, 1960), found by maximum likelihood with a normal prior of standard deviation 1.
 * The strongest person to be expected is MARK_DEVIATIONS standard deviations above the median of
 * the accounts, both by the median of absolute deviations; until MARK_ACCOUNTS people have
 * MARK_DECISIONS decisions each, it is a shift of 2.
 *
 * A game, or all games of a player's week together, is marked if even that person would hit that
 * often only once in MARK_ODDS: the number of hits is a sum of independent trials with different
 * chances, whose distribution (Poisson's binomial) is added up exactly. The idea of testing choices
 * against those of peers is K. Regan's (Regan and Haworth, Intrinsic chess ratings, AAAI 2011).
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_MARKS_H
#define TRIANCEY_CLUB_STORE_RATINGS_MARKS_H

#include "club/store/accounts.h"
#include "club/store/week.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

enum {
    MARK_BINS = 8,
    MARK_DEVIATIONS = 3,
    MARK_ACCOUNTS = 20,
    MARK_DECISIONS = 50,
    MARK_ODDS = 10000,
    MARKS_MAX = 1000
};

struct mark {
    int64_t game;    /* 0: all games of the week */
    int64_t account; /* 0: it is gone */
    char name[PERSON_NAME_SIZE];
    char week[WEEK_NAME_SIZE];
    int decisions, hits;
    double expected; /* hits of the strongest person to be expected */
    double chance;   /* that this person has so many hits */
};

struct marks {
    int64_t games, people; /* that were looked at */
    double strongest;      /* the shift of the strongest person, in log-odds */
    int count;
    struct mark *mark; /* the least likely first; freed with free() */
};

/* False and a message. It reads all analyses: seconds where there are a million. */
bool marks_read(struct club *club, struct marks *marks, struct error *error);

/* How likely this many hits or more are, each with a chance of its own. */
double marks_tail(const double *chance, int count, int hits);

/* The bin of a decision with this many best moves among all. */
int marks_bin(int best_moves, int moves);

#endif
