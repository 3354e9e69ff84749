/* shelf.h - the boards of a league while it is played: those of its list, and those made from
 * words, which are made when they are needed and of which few are kept.
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_SHELF_H
#define TRIANCEY_REFEREE_LEAGUE_SHELF_H

#include "referee/setup/setup.h"

struct shelf;

/* Keeps at least as many boards as can be taken at the same time. The setup must outlive it. NULL:
 * out of memory. */
struct shelf *shelf_new(const struct setup *setup, int taken);
void shelf_free(struct shelf *shelf); /* when all were given back; NULL is allowed */

/* The board with a number of the schedule, until it is given back. NULL and a message. */
const struct setup_board *shelf_take(struct shelf *shelf, int number, char *error);
void shelf_give_back(struct shelf *shelf, int number);

#endif
