/* league_record.h - the record of the league that a setup describes. */
#ifndef TRIANCEY_REFEREE_LEAGUE_LEAGUE_RECORD_H
#define TRIANCEY_REFEREE_LEAGUE_LEAGUE_RECORD_H

struct record;
struct setup;

/* record_open() at the place that the setup names, for its league. NULL and a message. */
struct record *league_record_open(const struct setup *setup, char *error);

#endif
