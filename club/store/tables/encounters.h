/* encounters.h - rated games of two accounts, as the evidence from which ratings are fitted
 * (person_ratings.h).
 *
 * A rated table is for two accounts of one class. When it is over, it becomes an encounter: who met
 * whom, the margin and the score of the one with the lower number. A game of two halves is an
 * encounter by itself, for each side has begun a half. In a game of one half the next table of the
 * two at which the other side begins, within ENCOUNTER_RETURN_MS, joins the encounter of the first,
 * which has the mean of both then. Nobody gains by refusing that game: the first counts until then.
 *
 * Only so much of what two accounts do counts: ENCOUNTERS_A_WEEK encounters in an ISO week (UTC),
 * and none if both sat down from one address (an address of IPv4, the first 64 bits of IPv6), of
 * which the file keeps a digest as long as the table.
 *
 * Encounters outlive their tables and accounts, since they say how strong the others are; a deleted
 * account is a number there. What becomes of accounts follows by triggers, whatever program writes
 * the file: encounters of a banned account, and of two that are in different classes now, wait
 * until that is lifted.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_ENCOUNTERS_H
#define TRIANCEY_CLUB_STORE_TABLES_ENCOUNTERS_H

#include "club/store/club.h"
#include "club/store/tables/table_file.h"

#include <stdbool.h>
#include <stdint.h>

enum { ENCOUNTERS_A_WEEK = 3 };
#define ENCOUNTER_RETURN_MS (30 * TABLE_DAY_MS)

/* Why an encounter does not count. */
enum encounter_reason { ENCOUNTER_COUNTS, ENCOUNTER_TOO_MANY, ENCOUNTER_ONE_ADDRESS };

/* An account has taken a seat at a rated table, from there (NULL: it does not matter). */
bool encounters_sit(struct club *club, const struct table_row *table, int64_t account,
                    const char *address, struct error *error);

/* A rated table is over. All of these are for transactions of others. */
bool encounters_note(struct club *club, const struct table_row *table, int64_t now,
                     struct error *error);

/* Whether margins of a game say how well it was played, and not only who has won; and the worst one
 * of a half on its usual board. False and a message. */
bool encounters_scale(struct club *club, const char *game, bool *margins, int *worst,
                      struct error *error);

#endif
