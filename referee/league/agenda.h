/* agenda.h - what is left of a league: which game comes next.
 *
 * The games of a round robin or a gauntlet are handed out in the order of the schedule, those of
 * the shard alone if the league is dealt out. In a Swiss league and a knockout a round begins when
 * all games of the one before are finished, and its pairs are made from what the record has of it:
 * a league that was interrupted goes on with the same ones. Not safe for threads: callers take
 * turns.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_AGENDA_H
#define TRIANCEY_REFEREE_LEAGUE_AGENDA_H

#include "referee/pairing/schedule.h"
#include "referee/record/record.h"
#include "referee/setup/setup.h"

#include <stdint.h>

struct agenda;

enum agenda_answer {
    AGENDA_GAME,
    AGENDA_WAIT, /* for games that are being played: ask again after each */
    AGENDA_END,
    AGENDA_FAILED /* with a message */
};

/* Reads the record and calls back for each game of which it has all halves. Both, and the setup,
 * must outlive the agenda. NULL and a message. */
struct agenda *agenda_new(const struct setup *setup, struct record *record,
                          void (*found)(void *context, const struct record_game *game),
                          void *context, char *error);
void agenda_free(struct agenda *agenda); /* NULL is allowed */

/* The next game, and the halves of it that were played in an earlier run, as bits. */
enum agenda_answer agenda_take(struct agenda *agenda, struct schedule_entry *entry,
                               uint32_t *halves, char *error);

/* A game that was taken is in the record with all its halves. */
void agenda_finish(struct agenda *agenda);

/* How many games there are to play and were played, as far as it is known yet: deciders of a
 * knockout come on top. */
int64_t agenda_games(const struct agenda *agenda);

#endif
