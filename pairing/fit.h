/* fit.h - one rating for each player from all their encounters together.
 *
 * Margins: the mean margin of i against j is r_i - r_j, by least squares. Elo: the expected score
 * of i against j is 1 / (1 + 10^((r_j - r_i)/400)), a draw being half a game, by the likelihood of
 * Bradley and Terry ("Rank analysis of incomplete block designs", 1952). Encounters are assumed to
 * be independent, but not equally distributed: covariances are those of White ("A
 * heteroskedasticity-consistent covariance matrix estimator", 1980), with a correction for few
 * values, so that intervals are right even if a player's margins scatter more than others', and if
 * encounters have two games.
 *
 * Of the encounters of a pair only sums are needed. Up to FIT_DENSE_MAX players, covariances
 * are computed: time grows with the cube of their number, memory with its square. With more, they
 * are estimated: the deviations of each pair get a random sign, as in the wild bootstrap (Wu,
 * "Jackknife, bootstrap and other resampling methods", 1986), and the ratings that these deviations
 * lead to are kept. Over FIT_DRAWS draws they scatter as the ratings do; the widths of the
 * intervals are within some 5 % of the computed ones. The seed is fixed: the same encounters give
 * the same intervals. Pure functions.
 */
#ifndef TRIANCEY_PAIRING_FIT_H
#define TRIANCEY_PAIRING_FIT_H

#include <stdbool.h>
#include <stdint.h>

/* The encounters of two players, as the first sees them. */
struct fit_pair {
    int first, second;
    int64_t count;                 /* 0: the pair is passed over */
    double margin, margin_squares; /* sums of mean margins a game and of their squares */
    double score, score_squares;   /* sums of mean scores, from 0 to 1, and of their squares */
};

/* The pair as the second player sees it. */
struct fit_pair fit_pair_turned(const struct fit_pair *pair);

/* Up to so many players, matrices are factored and covariances computed. */
enum { FIT_DENSE_MAX = 1000, FIT_DRAWS = 200 };

struct fit {
    int players;
    double *rating;     /* NAN: cannot be compared with the anchor */
    double *covariance; /* of ratings: players by players; NULL: `draw` is used */
    float *draw;        /* of errors of ratings: players by FIT_DRAWS */
    double correction;  /* a factor for the mean of the squares of draws */
    int64_t encounters; /* between players that can be compared */
    int freedom;        /* encounters less estimated ratings; at least 1 */
};

/* The rating of `anchor` is 0. If it is -1, the mean rating of a group is 0: for margins, of all
 * players that can be compared with the player of most encounters; for Elo, of the players who can
 * all be compared with each other, in the group that has most encounters. Each pair of players is
 * given once. A player that no encounters link to the anchor has no rating. If one group has won
 * all its games against another, there is no Elo between them. False: there are no players, or
 * their equations have no solution; free with fit_free() even then. */
bool fit_margins(const struct fit_pair *pair, int64_t pairs, int players, int anchor,
                 struct fit *fit);
bool fit_elo(const struct fit_pair *pair, int64_t pairs, int players, int anchor, struct fit *fit);

/* Elo with several anchors: the players whose rating is `given`, NAN for all others. */
bool fit_elo_given(const struct fit_pair *pair, int64_t pairs, int players, const double *given,
                   struct fit *fit);
void fit_free(struct fit *fit);

/* Half the width of the 95 % interval of a rating, or of a difference (other: -1 for none), and how
 * likely it is that the one is above the other; NAN if that is unknown. */
double fit_error(const struct fit *fit, int player, int other);
double fit_superiority(const struct fit *fit, int player, int other);

/* ---- pairs by their two numbers -------------------------------------------------------------- */

/* Memory grows with the pairs that have met, not with all possible ones. */
struct pair_table {
    struct fit_pair *pair; /* for fit_margins(), in the order in which they were added */
    int64_t count;
    int64_t *slot; /* numbers of pairs from 1; 0: free */
    int64_t room;  /* of slots: a power of two, or 0 */
};

/* Returns the pair of two players, the lower number first; adds it if it is new. The pointer is
 * valid until the next call. A table of zeros is empty. */
struct fit_pair *pair_table_get(struct pair_table *table, int first, int second);

void pair_table_free(struct pair_table *table);

#endif
