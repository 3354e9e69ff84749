/* record_said.h - what engines said of their moves, as a record has it: the table `said`, a row for
 * each move of which anything was said.
 *
 * Records that were made before there was such a table have none: they are read without it, and get
 * it when they are written to. Where it is, it must be as we make it (record_schema.h).
 */
#ifndef TRIANCEY_REFEREE_RECORD_RECORD_SAID_H
#define TRIANCEY_REFEREE_RECORD_RECORD_SAID_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;
struct said_list;

/* Whether the record has the table; and makes it where there is none. */
bool record_has_said(const struct record *record);
bool record_make_said(struct record *record, struct error *error);

/* Adds what was said in a half (half_id()) that is there. The record must have the table. */
bool record_add_said(struct record *record, int64_t half, const struct said_list *said,
                     struct error *error);

/* Reads what was said in a half of so many moves; what cannot have been said is left out. The list
 * is emptied first. */
bool record_read_said(struct record *record, int64_t half, int plies, struct said_list *said,
                      struct error *error);

#endif
