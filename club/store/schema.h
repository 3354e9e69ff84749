/* schema.h - the tables of the club in its file (club_tables.sql has them all), what becomes of a
 * file of earlier versions, and what is done to rows of several tables.
 *
 * States, sitters, kinds of steps and seats are numbers as table_file.h has them, seats from 0, but
 * `at_fault` counts from 1. Times are milliseconds since 1970, `took` and `clocks` microseconds.
 * Everything but schema_save() is for a transaction of the caller's. False and a message.
 */
#ifndef TRIANCEY_CLUB_STORE_SCHEMA_H
#define TRIANCEY_CLUB_STORE_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* The statements of club_tables.sql. */
extern const char schema_club[], schema_tables[], schema_ratings[], schema_scores[],
    schema_number_players[], schema_set_aside[], schema_games_to_tables[], schema_steps_and_seats[];

/* Saves a file of earlier versions, whose name is PATH, as PATH.before-tables before it is changed;
 * a copy that an earlier attempt has left is replaced. */
bool schema_save(struct record *record, const char *path, struct error *error);

/* Makes what is not there. In a file of earlier versions, games of weeks that are not closed become
 * tables. */
bool schema_create(struct record *record, struct error *error);

/* Takes a contest out of the file. */
bool schema_drop_contest(struct record *record, int64_t id, struct error *error);

/* Writes down for the ratings the class of two accounts, and whether they are banned. */
bool schema_note_accounts(struct record *record, int64_t one, int64_t other, struct error *error);

#endif
