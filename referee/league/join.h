/* join.h - engines that join a league later. */
#ifndef TRIANCEY_REFEREE_LEAGUE_JOIN_H
#define TRIANCEY_REFEREE_LEAGUE_JOIN_H

#include <stdbool.h>

struct error;
struct setup;

/* Looks at the record of a setup, if there is one. Where it is of the same league with fewer
 * engines, the first ones of the setup, the schedule continues after its earlier state: the new
 * ones play
 * all games that they would have had. False and a message: the format has no place for them, the
 * league is played in shards, rounds are to be taken away, or out of memory. A record that is of
 * another league is left to league_open_record(). */
bool league_join(struct setup *setup, struct error *error);

#endif
