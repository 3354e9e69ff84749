/* record_said.h - what engines said about their moves: the table `said`, with a row for each move
 * about which anything was said.
 *
 * Where a tree search said how often it has tried moves, that is in the table `visits`. Older
 * records do not have these tables: they are read without them. `said` is added when they are
 * written, `visits` when there are any.
 */
#ifndef TRIANCEY_RECORD_RECORD_SAID_H
#define TRIANCEY_RECORD_RECORD_SAID_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;
struct said_list;

/* Adds what was said in a half (half_id()) that is there. The record must have the table. */
bool record_add_said(struct record *record, int64_t half, const struct said_list *said,
                     struct error *error);

/* Reads what was said in a half of this many moves, and leaves out damaged rows. The list is
 * emptied first. */
bool record_read_said(struct record *record, int64_t half, int plies, struct said_list *said,
                      struct error *error);

#endif
