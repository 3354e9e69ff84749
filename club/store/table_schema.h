/* table_schema.h - the tables of a club's file that have tables of players (tables.h).
 *
 * States, sitters, kinds of steps and seats are numbers as table_file.h has them, seats from 0, but
 * `at_fault` counts from 1. Times are milliseconds since 1970, `took` and `clocks` microseconds.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLE_SCHEMA_H
#define TRIANCEY_CLUB_STORE_TABLE_SCHEMA_H

#include <stdbool.h>

struct error;
struct record;

/* Makes what is not there, within a transaction. */
bool table_schema_found(struct record *record, struct error *error);

#endif
