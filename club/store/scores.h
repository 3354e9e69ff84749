/* scores.h - the results of a club's games that count, kept ready for its rankings.
 *
 * The rules are those of `triancey-referee rank`: a game counts for each player but the reference
 * if it is a tournament game with the reference and all of its halves are over, in the ISO week
 * (UTC) in which the last of them was. In a week that is over, the SCORES_BEST best games count.
 *
 * A million games cannot be added up for each query, so the sums are kept in tables:
 *
 *     club_result      a game as seen by one of its players: margin, halves lost by leaving
 *     club_score       a player's week: games, their total, how many count and their total, and
 *                      the place in the class once the week is closed; equal results share one
 *     club_week_score  a week: games, players, whether its places are final
 *     club_career      a player's games of all weeks: how many, their sum and sum of squares,
 *                      the mean and the lower end of its interval
 *
 * Triggers note each game whose half, seat or kind of game changes in club_stale, whatever program
 * writes it; scores_refresh() brings the sums up to date within the same transaction. Nothing here
 * needs to be saved: anything that is noted in club_stale again is counted again.
 */
#ifndef TRIANCEY_CLUB_STORE_SCORES_H
#define TRIANCEY_CLUB_STORE_SCORES_H

#include <stdbool.h>

struct error;
struct record;

/* SCORES_PLACED: players with fewer games have no place in the table of all times. */
enum { SCORES_BEST = 5, SCORES_PLACED = 10 };

/* The tables, within a transaction; all games are stale in a file that did not have them. */
bool scores_create(struct record *record, struct error *error);

/* Counts what is stale, and gives places to weeks that are closed. Cheap if there is nothing.
 * Games of this source are the club's own. */
bool scores_refresh(struct record *record, const char *source, struct error *error);

#endif
