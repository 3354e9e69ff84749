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
#include <stdint.h>
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
 * of this format, the league is played in shards, or rounds would be removed. A record of another
 * league is left to league_open_record(). */
bool league_join(struct setup *setup, struct error *error);

/* ---- what faults lead to: fault_policy.c ----------------------------------------------------- */

/* An engine with as many faults as `max_faults` is withdrawn: all its halves that are not begun yet
 * are forfeited, in the record like any forfeit, so that a league is complete in the end and
 * continues after an interruption as if there had been none. With `recover = no` the first fault
 * ends the league. Warnings and a wrong score lead to neither; warnings are not counted at all.
 *
 * Not safe for threads: callers take turns. */
struct fault_policy {
    const struct setup *setup;
    int64_t *faults; /* of each engine */
};

/* Begins with the faults that the record has and, if the setup lists games to be played, with those
 * that it names for other games. False and a message; call fault_policy_end() in any case. */
bool fault_policy_begin(struct fault_policy *policy, const struct setup *setup,
                        struct record *record, struct error *error);
void fault_policy_end(struct fault_policy *policy);

/* Adds the faults of a half that was played. False and a message: the league is to end. */
bool fault_policy_note(struct fault_policy *policy, const struct schedule_entry *entry,
                       const struct match_result *result, struct error *error);

/* Whether any of the seats (as many as `players`) is held by a withdrawn engine; says which ones,
 * and writes a text (FAULT_TEXT_SIZE) that names them. */
bool fault_policy_withdrawn(const struct fault_policy *policy, const struct schedule_entry *entry,
                            int players, bool *withdrawn, char *text);

#endif
