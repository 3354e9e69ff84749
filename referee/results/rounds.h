/* rounds.h - the meetings of Swiss and knockout leagues in a record, and how they stand. */
#ifndef TRIANCEY_REFEREE_RESULTS_ROUNDS_H
#define TRIANCEY_REFEREE_RESULTS_ROUNDS_H

#include "referee/pairing/tournament.h"

#include <stdbool.h>
#include <stdio.h>

struct record;

/* Writes the meetings of the tournament's round, with what was played of them. */
bool rounds_record(struct record *record, const struct tournament *tournament, char *error);

/* Prints the table of a Swiss league, or the rounds of a knockout and its winner, as far as rounds
 * are finished; nothing for other leagues. False and a message. */
bool rounds_print(struct record *record, FILE *file, char *error);

#endif
