/* rating_schema.h - the tables of encounters (encounters.h) and of ratings (person_ratings.h). */
#ifndef TRIANCEY_CLUB_STORE_RATING_SCHEMA_H
#define TRIANCEY_CLUB_STORE_RATING_SCHEMA_H

#include <stdbool.h>

struct error;
struct record;

/* Makes them within a transaction, if they are not there. False and a message. */
bool rating_schema_found(struct record *record, struct error *error);

#endif
