/* join.h - engines that join a league later. */
#ifndef TRIANCEY_REFEREE_LEAGUE_JOIN_H
#define TRIANCEY_REFEREE_LEAGUE_JOIN_H

#include <stdbool.h>

struct error;
struct setup;

/* Looks at the record of a setup, if there is one. Where it is of the same league with fewer
 * engines, the first ones of the setup, the schedule goes on behind what it was: the new ones play
 * all games that they would have had. Only where all meet all. False: out of memory, or rounds are
 * to be taken away; a record that is of another league is left to league_open_record(). */
bool league_join(struct setup *setup, struct error *error);

#endif
