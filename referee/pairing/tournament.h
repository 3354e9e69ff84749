/* tournament.h - the rounds of Swiss and knockout leagues: who meets whom, from the results of the
 * rounds before.
 *
 * A pure function of schedule and results: whoever begins anew and adds the same results gets the
 * same pairs. A meeting is all games of a pair in one round; it is won by the greater sum of
 * margins.
 *
 *   Swiss     A meeting won counts 2 points, a drawn one 1. The pairs of a round are those of least
 *             cost: first as few as possible that have met before (counted as often as they have),
 *             then the least squares of differences in points, then, among equals in points,
 *             the upper half of them against the lower half, in the order of the sums of margins
 * and at last of the seeding. If the number is odd one has a bye, which counts as a meeting won:
 * who has had none before, then one of the lowest. Whoever sat first less often sits first.
 *   knockout  A bracket in which the first two of the seeding can meet only in the final, the first
 *             four only before it, and so on; the first have byes if the number is no power of two.
 *             A tied meeting has deciders: one encounter each, on the boards of the round in turn,
 *             until one is not tied. If all are, the one who is higher in the seeding goes on.
 */
#ifndef TRIANCEY_REFEREE_PAIRING_TOURNAMENT_H
#define TRIANCEY_REFEREE_PAIRING_TOURNAMENT_H

#include "referee/pairing/schedule.h"

#include <stdbool.h>
#include <stdint.h>

enum { TOURNAMENT_SWISS_MAX = 256, TOURNAMENT_NOBODY = -1 };

struct tournament_meeting {
    int engine[2];     /* [1] is TOURNAMENT_NOBODY: a bye */
    int64_t margin[2]; /* over all games and deciders */
};

struct tournament;

/* The schedule, which must outlive it, is Swiss (of at most TOURNAMENT_SWISS_MAX engines) or
 * knockout. NULL: out of memory. Freeing NULL is allowed. */
struct tournament *tournament_new(const struct schedule *schedule);
void tournament_free(struct tournament *tournament);

/* Goes on to the next stage - a round, or a decider of it - when all results of the one before were
 * added. False: there is none, and nothing more is to be asked for, or, with *failed, memory is
 * short. */
bool tournament_advance(struct tournament *tournament, bool *failed);

/* The games of the stage are those with numbers from first to end - 1 that are wanted: of a decider
 * only those of tied meetings. */
void tournament_stage(const struct tournament *tournament, int64_t *first, int64_t *end);
bool tournament_wants(const struct tournament *tournament, const struct schedule_entry *entry);

/* Fills in the engines of a game of the stage. */
void tournament_seat(const struct tournament *tournament, struct schedule_entry *entry);

/* Adds the result of a game of the stage: its margins by seat. */
void tournament_add(struct tournament *tournament, const struct schedule_entry *entry,
                    const int *margin);

/* The meetings of the round: those of the schedule in their order, then byes. And who has won one;
 * TOURNAMENT_NOBODY if it is drawn, or waits for a decider. */
int tournament_meetings(const struct tournament *tournament,
                        const struct tournament_meeting **meeting);
int tournament_winner(const struct tournament *tournament,
                      const struct tournament_meeting *meeting);
int tournament_round(const struct tournament *tournament); /* from 0 */

#endif
