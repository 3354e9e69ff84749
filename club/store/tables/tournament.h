/* tournament.h - what makes a table a tournament game (tables.h): the computer's seeds follow from the
 * secret of the week, and the halves become rows of the record. For the referee of tables, within
 * its transactions.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TOURNAMENT_H
#define TRIANCEY_CLUB_STORE_TABLES_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

struct club;
struct error;
struct half_result;
struct table_row;

/* The seed of the computer in the half that is open. */
bool tournament_seed(struct club *club, const struct table_row *table, uint64_t *seed,
                     struct error *error);

/* Adds a half that is over to the record, and the game if it is the first. What follows for the
 * rankings is done, too. */
bool tournament_add_half(struct club *club, struct table_row *table, struct half_result *half,
                         struct error *error);

#endif
