/* rank.h - the ranking of an ISO week: each player's best tournament games against the reference.
 *
 * A game belongs to the week (in UTC) in which its last half was finished, and counts when all its
 * halves were. What counts is the player's margin, in any seat. When a week is over, the best few
 * games of each player count; a running week is provisional, and all games count.
 *
 * Order: more games counted first, then the higher average, then by name; players who are equal in
 * the first two share a place, and all in first place are champions. The published tables say
 * "by average" but list a player with two games before one with a single, better game; this rule
 * gives their order.
 */
#ifndef TRIANCEY_REFEREE_RESULTS_RANK_H
#define TRIANCEY_REFEREE_RESULTS_RANK_H

#include "base/calendar.h"
#include "base/values.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;
struct text;

enum { RANK_BEST = 5, RANK_BEST_MAX = 1000 };

/* What is asked for. */
struct rank_request {
    const char *week; /* 2010-44; NULL: the newest with such games */
    int best;         /* games that count, 1 to RANK_BEST_MAX */
    const char *at;   /* a time of calendar.h: later halves are left out; NULL: now */
};

struct rank_row {
    int64_t engine; /* of the record */
    char name[NAME_BYTES_MAX + 1];
    int64_t games, counted, total;
    int *best; /* margins of the best games, the highest first, as long as `counted` says */
};

struct ranking {
    char league[NAME_BYTES_MAX + 1], game[64], reference[NAME_BYTES_MAX + 1];
    struct calendar_week week;
    bool provisional;
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

/* Adds which games count and what the table is ordered by, in sentences. */
void rank_rule(const struct ranking *ranking, struct text *text);

/* The newest week that is over before another one begins and in which a tournament game was
 * finished. False and a message if the record cannot be read; *found false: there is none. */
bool rank_week_before(struct record *record, const struct calendar_week *week,
                      struct calendar_week *before, bool *found, struct error *error);

/* As aligned columns, and the champion. False and a message: no memory, and nothing was printed. */
bool rank_print(const struct ranking *ranking, FILE *file, struct error *error);

#endif
