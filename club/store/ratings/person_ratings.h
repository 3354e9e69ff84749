/* person_ratings.h - ratings of accounts: one for each game, fitted to all encounters together
 * (encounters.h) by pairing/fit.h, and of each class by itself.
 *
 * Where a game has margins, a rating is the mean margin of a game against the mean of all who are
 * listed; where it has only won, drawn and lost, it is Elo, 0 being that mean, and each two who
 * have met have one drawn encounter more than they played, so that everybody has a finite rating.
 *
 * How much two accounts can do to each other is bounded: all their encounters together weigh as
 * much as RATED_WEIGHT at most. A rating is listed once it rests on RATED_LISTED opponents. It is
 * provisional until it rests on RATED_ENCOUNTERS encounters and RATED_OPPONENTS opponents who have
 * met others, too. The order is that of the lower end of the 95 % interval, as in the rankings.
 *
 * A fit may take seconds where many people play, so it goes in steps: it is read in slices, made
 * in any thread, and written in slices. The course of a rating is what it was after each day on
 * which its account had finished an encounter.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_PERSON_RATINGS_H
#define TRIANCEY_CLUB_STORE_RATINGS_PERSON_RATINGS_H

#include "club/store/ratings/ranking.h"
#include "club/store/tables/table_file.h"

#include <stdbool.h>
#include <stdint.h>

enum { RATED_WEIGHT = 6, RATED_LISTED = 2, RATED_OPPONENTS = 4, RATED_ENCOUNTERS = 10 };

/* ---- fits: rating_fit.c ---------------------------------------------------------------------- */

struct rating_fit;

/* The game whose ratings were not fitted for longest since something has changed; NULL if there is
 * none, else to be freed by rating_fit_free(). False and a message. */
bool rating_fit_begin(struct club *club, struct rating_fit **fit, struct error *error);
void rating_fit_free(struct rating_fit *fit);

/* Slices of some milliseconds, each in a transaction of the caller: *more says whether there is
 * another. False and a message. Between the two, rating_fit_solve() needs nothing but memory;
 * false: there is too little. */
bool rating_fit_read(struct club *club, struct rating_fit *fit, bool *more, struct error *error);
bool rating_fit_solve(struct rating_fit *fit);
bool rating_fit_write(struct club *club, struct rating_fit *fit, int64_t now, bool *more,
                      struct error *error);

/* ---- lists ----------------------------------------------------------------------------------- */

enum rating_standing { RATING_UNLISTED, RATING_PROVISIONAL, RATING_PROVEN };

struct rating {
    char game[TABLE_GAME_SIZE];
    bool margins;    /* else Elo */
    int64_t account; /* 0: it is gone */
    char name[PERSON_NAME_SIZE];
    double rating, error; /* error: half the width of the 95 % interval; NAN: not known yet */
    int encounters, opponents;
    enum rating_standing standing;
    int64_t place; /* 0: none, for it is not proven */
};

struct rating_list {
    bool margins;
    int64_t total;
    int count;
    struct rating row[RANKING_ROWS];
};

/* CLUB_UNKNOWN: there is no such game for two. */
enum club_answer rating_list_read(struct club *club, const char *game, enum account_class class,
                                  const struct page_request *page, struct rating_list *list,
                                  struct error *error);

/* Adds "rank", "rating", "error", "encounters", "opponents" and "provisional" to an open object.
 * What rests on too few opponents is null, not left out, so that a reader sees how far it is. */
void rating_add(struct json *json, const struct rating *rating);

/* Adds "games": every game with rated encounters, how many, and how many accounts are listed. */
bool rating_add_games(struct club *club, struct json *json, struct error *error);

/* Adds "ratings": every game in which an account had an encounter, with the course of the rating
 * and the accounts that it has met most often. False and a message. */
bool rating_add_person(struct club *club, int64_t account, struct json *json, struct error *error);

#endif
