/* rounds.h - the meetings of a league whose pairs follow from results: kept in its record, and how
 * they read. */
#ifndef TRIANCEY_REFEREE_RESULTS_ROUNDS_H
#define TRIANCEY_REFEREE_RESULTS_ROUNDS_H

#include <stdbool.h>
#include <stdio.h>

struct record;
struct standings;
struct tournament;

/* Writes the meetings of the tournament's round, with what was played of them. */
bool rounds_record(struct record *record, const struct tournament *tournament, char *error);

/* Prints the table that the format has for rounds, as far as they are finished; nothing where there
 * is none. False: out of memory. */
bool rounds_print(const struct standings *standings, FILE *file);

#endif
