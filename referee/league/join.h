/* join.h - engines that join a league later. */
#ifndef TRIANCEY_REFEREE_LEAGUE_JOIN_H
#define TRIANCEY_REFEREE_LEAGUE_JOIN_H

#include <stdbool.h>

struct error;
struct setup;

/* Looks at the record of a setup, if there is one. If it belongs to the same league with fewer
 * engines, the first ones of the setup, the schedule continues after its earlier state: the new
 * engines play all games that they have missed. False and a message: engines cannot join a league
 * of this format, the league is played in shards, rounds would be removed, or out of memory. A
 * record of another league is left to league_open_record(). */
bool league_join(struct setup *setup, struct error *error);

#endif
