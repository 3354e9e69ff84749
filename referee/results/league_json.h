/* league_json.h - a league for programs, from its record: what it is, its games page by page, one
 * of them with its moves. Each adds members to a JSON object that is open; SITE.md says what they
 * mean.
 */
#ifndef TRIANCEY_REFEREE_RESULTS_LEAGUE_JSON_H
#define TRIANCEY_REFEREE_RESULTS_LEAGUE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct json;
struct live_half;
struct record;

/* What the league is and how much of it is played; `club` if a club keeps its games in it. False
 * and a message. */
bool league_json_head(struct record *record, struct json *json, struct error *error);

/* The same as a line of its own, with "type":"league" before it. */
bool league_json_print(struct record *record, FILE *file, struct error *error);

/* The members that these would be for a record that cannot be read. */
void league_json_no_head(struct json *json);

/* `games`: so many from the `from`-th on (from 0), in the order of their numbers. *total says how
 * many there are. A game is live if the half of one that is played is among these. */
bool league_json_games(struct record *record, int64_t from, int count, const struct live_half *live,
                       int halves, struct json *json, int64_t *total, struct error *error);

/* The game with this number, as far as the record has it, and behind that the half that is being
 * played, if it is there already and the record has not got it. *found is false, and nothing added,
 * if neither knows the game. */
bool league_json_game(struct record *record, int64_t id, const struct live_half *live, int halves,
                      struct json *json, bool *found, struct error *error);

/* Moves and clocks as a record has them, as arrays; NULL is null. */
void league_json_moves(const char *moves, const char *clocks, struct json *json);

#endif
