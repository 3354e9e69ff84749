/* table_schema.h - the tables of a club's file that have tables of players (tables.h), and what
 * becomes of a file of earlier versions, whose tournament games were no tables.
 *
 * States, sitters, kinds of steps and seats are numbers as table_file.h has them, seats from 0, but
 * `at_fault` counts from 1. Times are milliseconds since 1970, `took` and `clocks` microseconds.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLE_SCHEMA_H
#define TRIANCEY_CLUB_STORE_TABLE_SCHEMA_H

#include <stdbool.h>

struct error;
struct record;

/* Saves a file of earlier versions, whose name is PATH, as PATH.before-tables before it is changed;
 * a copy that an earlier attempt has left is replaced. */
bool table_schema_save(struct record *record, const char *path, struct error *error);

/* Makes what is not there, within a transaction. In a file of earlier versions, games of weeks that
 * are not closed become tables. */
bool table_schema_found(struct record *record, struct error *error);

#endif
