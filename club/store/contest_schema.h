/* contest_schema.h - the tables of contests in the club's file, and what becomes of their rows when an
 * account goes or a contest does. Within a transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTEST_SCHEMA_H
#define TRIANCEY_CLUB_STORE_CONTEST_SCHEMA_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* Adds the tables to a file that does not have them. */
bool contest_schema_found(struct record *record, struct error *error);

/* When an account is deleted: its contests are the operator's, a class goes; its entries stay
 * without a name. When it becomes part of another: the other has its contests and entries, unless
 * it has an entry itself. */
bool contest_forget_account(struct record *record, int64_t account, struct error *error);
bool contest_move_account(struct record *record, int64_t from, int64_t to, struct error *error);

/* Takes a contest out of the file. */
bool contest_drop(struct record *record, int64_t id, struct error *error);

#endif
