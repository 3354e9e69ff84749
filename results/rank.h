/* rank.h - the ranking of an ISO week: each player's best tournament games against the reference.
 *
 * A game belongs to the week (in UTC) in which its last half was finished, and counts when all its
 * halves were. What counts is the player's margin, in any seat, or what is left of it without luck
 * (skill.h), for which all games of the week must have been analysed. When a week is over, the best
 * few games of each player count; a running week is provisional, and all games count.
 *
 * Order: more games counted first, then the higher average, then by name; players who are equal in
 * the first two share a place, and all in first place are champions. The published tables say
 * "by average" but list a player with two games before one with a single, better game; this rule
 * gives their order.
 */
#ifndef TRIANCEY_RESULTS_RANK_H
#define TRIANCEY_RESULTS_RANK_H

#include "base/calendar.h"
#include "base/values.h"
#include "results/listing.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;

enum { RANK_BEST = 5, RANK_BEST_MAX = 1000, RANK_PAST_WEEKS = 52 };

struct rank_request {
    const char *week; /* 2010-44; NULL: the newest with such games */
    int best;         /* games that count, 1 to RANK_BEST_MAX */
    const char *at;   /* a time of calendar.h: later halves are left out; NULL: now */
    bool skill;       /* without luck */
};

struct rank_row {
    int64_t engine; /* of the record */
    char name[NAME_BYTES_MAX + 1];
    int64_t games, counted;
    double total; /* whole, but in a ranking by skill */
    double *best; /* margins of the best games, the highest first, as long as `counted` says */
};

struct ranking {
    char league[NAME_BYTES_MAX + 1], game[64], reference[NAME_BYTES_MAX + 1];
    struct calendar_week week;
    bool provisional, skill;
    int best;
    int count;
    struct rank_row *row; /* in order; only players with games */
};

/* False and a message: no reference, no game, what is wrong with the week or the record. */
bool rank_read(struct record *record, const struct rank_request *request, struct ranking *ranking,
               struct error *error);
void rank_free(struct ranking *ranking);

/* Whether a row shares its place with the one above it, and how many share the first place. */
bool rank_shares(const struct ranking *ranking, int row);
int rank_first(const struct ranking *ranking);

/* Adds sentences that say which games count and how the table is ordered, each ended by this
 * character. */
void rank_rule(const struct ranking *ranking, char end, struct text *text);

/* Calls `visit` for each past week that has players, from the week of a ranking backwards. Only the
 * newest RANK_PAST_WEEKS with tournament games are visited, since each costs a look at all games.
 * False and a message. */
typedef void rank_visitor(void *context, const struct ranking *ranking);
bool rank_past(struct record *record, const struct rank_request *request,
               const struct ranking *newest, rank_visitor *visit, void *context,
               struct error *error);

/* Prints the ranking: as text with its rule and the champion, as a page that also has the champions
 * of past weeks, as one JSON object that has these, too, or as CSV. False and a message; nothing
 * was printed then, except of a page. */
bool rank_show(struct record *record, const struct rank_request *request, enum listing_form form,
               FILE *file, struct error *error);

#endif
