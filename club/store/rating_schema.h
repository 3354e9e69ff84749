/* rating_schema.h - the tables of encounters (encounters.h) and of ratings (person_ratings.h), and
 * what they know of accounts. Within a transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_RATING_SCHEMA_H
#define TRIANCEY_CLUB_STORE_RATING_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* Adds the tables to a file that does not have them. False and a message. */
bool rating_schema_found(struct record *record, struct error *error);

/* Writes down the class of two accounts, and whether they are banned, as it is now. */
bool rating_note_accounts(struct record *record, int64_t one, int64_t other, struct error *error);

/* Gives the encounters of one account to another. Encounters of the two with each other go. */
bool rating_move_account(struct record *record, int64_t from, int64_t to, struct error *error);

#endif
