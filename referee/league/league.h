/* league.h - plays what is left of a league: workers, each with engines of its own.
 *
 * A worker is a thread that plays one game at a time and keeps its engines alive from game to game.
 * Games are handed out in the order of the schedule; a game of which some halves are recorded is
 * finished, not repeated. Results do not depend on the number of workers, unless the engines do.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_LEAGUE_H
#define TRIANCEY_REFEREE_LEAGUE_LEAGUE_H

#include "referee/league/progress.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct error;
struct record;
struct setup;
struct text;
struct transcript;

/* Starts each engine once and sends it a board, so that no league begins that an engine cannot
 * play. The names they give themselves go into the setup. False and a message, or interrupted. */
bool league_try_engines(struct setup *setup, struct transcript *transcript, const atomic_int *stop,
                        struct error *error);

/* Writes the name of the setup's schedule (RECORD_SCHEDULE_SIZE). */
void league_name_schedule(const struct setup *setup, char *schedule);

/* The digests (program.h) of the engines' programs, to be freed by league_free_digests(), which
 * takes NULL, too. NULL and a message. */
struct text *league_digests(const struct setup *setup, struct error *error);
void league_free_digests(const struct setup *setup, struct text *digest);

/* Opens the record that the setup names, or creates it. NULL and a message, also if it is a record
 * of another league. */
struct record *league_open_record(const struct setup *setup, struct error *error);

/* Plays until all is done, something fails, or `stop` is not 0: it then ends within a moment, with
 * all that was finished in the record. False and a message if something failed. No engine is left
 * running. Progress is printed to `file`. Everything that is said to engines and by them is written
 * to the transcript, which may be NULL. */
bool league_play(const struct setup *setup, struct record *record, enum progress_kind kind,
                 FILE *file, struct transcript *transcript, const atomic_int *stop,
                 struct error *error);

/* Looks at the record of a setup, if there is one. If it belongs to the same league with fewer
 * engines, the first ones of the setup, the schedule continues after its earlier state: the new
 * engines play all games that they have missed. False and a message: engines cannot join a league
 * of this format, the league is played in shards, rounds would be removed, or out of memory. A
 * record of another league is left to league_open_record(). */
bool league_join(struct setup *setup, struct error *error);

#endif
