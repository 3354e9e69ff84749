/* tournament.h - goes from round to round where results decide who meets next.
 *
 * A pure function of schedule and results: adding the same results again gives the same pairs. A
 * meeting is all games of a pair in one round; it is won by the greater sum of margins. A tied
 * meeting goes on with deciders, where the format has them, until it is decided; if it is still
 * tied after the last, the engine with the higher seeding has won.
 */
#ifndef TRIANCEY_PAIRING_TOURNAMENT_H
#define TRIANCEY_PAIRING_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

struct meeting;
struct schedule;
struct schedule_entry;
struct tournament;

/* Begins a tournament. The schedule must be of a format that makes pairs from results, and must
 * outlive the tournament. Freeing NULL is allowed. */
struct tournament *tournament_new(const struct schedule *schedule);
void tournament_free(struct tournament *tournament);

/* Goes on to the next stage, a round or a decider of it, once all results of the last stage were
 * added. False: there is no next stage. */
bool tournament_advance(struct tournament *tournament);

/* The games of the stage have numbers from *first to *end - 1. tournament_wants() says whether a
 * game is needed: a decider needs only the games of tied meetings. */
void tournament_stage(const struct tournament *tournament, int64_t *first, int64_t *end);
bool tournament_wants(const struct tournament *tournament, const struct schedule_entry *entry);

/* Fills in the engines of a game of the stage. */
void tournament_seat(const struct tournament *tournament, struct schedule_entry *entry);

/* Adds the result of a game of the stage: its margins by seat. */
void tournament_add(struct tournament *tournament, const struct schedule_entry *entry,
                    const int *margin);

/* The meetings of the round, as far as they were played: those of the schedule in their order, then
 * byes. Valid until the next round. */
int tournament_meetings(const struct tournament *tournament, const struct meeting **meeting);
int tournament_round(const struct tournament *tournament); /* from 0 */

#endif
