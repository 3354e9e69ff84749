/* record_extra.h - games outside the schedule of a league: results that were imported, games of
 * people at the prompt.
 *
 * Such a game has a source (a league, a site, the prompt) and a foreign_id, its name there. At
 * least one of the two is not empty, and no two games of a record agree in both. It is in the
 * tables of the schedule's games, in round 0, as the only game of its pair. Its number and that of
 * its board are above EXTRA_GAMES. A player who is not in the record yet gets a number above
 * SCHEDULE_ENGINES_MAX.
 */
#ifndef TRIANCEY_RECORD_RECORD_EXTRA_H
#define TRIANCEY_RECORD_RECORD_EXTRA_H

#include "base/values.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct game;
struct game_row;
struct record;

enum { EXTRA_GAMES = 1000000000 };

/* What a player is: engine.kind. */
#define PLAYER_ENGINE   "engine"   /* a program of the league */
#define PLAYER_HUMAN    "human"    /* a person at the prompt */
#define PLAYER_HELPED   "helped"   /* a person with the help of a program */
#define PLAYER_IMPORTED "imported" /* only the name is known */

/* Opens a record to add games outside the schedule. A record that does not exist is made for this
 * game, with no schedule, and named after its file; `game` may be NULL if it exists. One referee
 * writes at a time. NULL and a message on failure. */
struct record *record_open_extra(const char *path, const struct game *game, struct error *error);

/* The number of the player of that name, added if missing; if the player was imported, the kind is
 * known from now on. `id_name` may be NULL. */
bool record_find_or_add_player(struct record *record, const char *name, const char *kind,
                               const char *id_name, int64_t *id, struct error *error);

/* Whether there is a game of this source and foreign_id: *id becomes its number, else 0. Games of
 * the schedule are known, too: the source is LEAGUE:SCHEDULE then, the id the number. */
bool record_find_extra(struct record *record, const char *source, const char *foreign_id,
                       int64_t *id, struct error *error);

/* Adds a game, and its players and board where they are missing. The row's id, round, pair, leg,
 * board and engine are not read, but filled in. Add its halves by record_add_half_row(). */
bool record_add_extra(struct record *record, struct game_row *game, struct error *error);

/* Whether the record has exactly this game (its id filled in), with this many halves: *same. */
bool record_same_extra(struct record *record, const struct game_row *game, int halves, bool *same,
                       struct error *error);

/* Reads or changes the reference, the player that all others are measured against. The name read is
 * "" if there is none; setting it fails if no player has that name. */
bool record_get_reference(struct record *record, char name[NAME_BYTES_MAX + 1],
                          struct error *error);
bool record_set_reference(struct record *record, const char *name, struct error *error);

#endif
