/* league_json.h - a league for programs, from its record: its description, its games page by page,
 * and one game with its moves. Each function adds members to an open JSON object; SITE.md says what
 * they mean.
 */
#ifndef TRIANCEY_RESULTS_LEAGUE_JSON_H
#define TRIANCEY_RESULTS_LEAGUE_JSON_H

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

/* Prints the members of league_json_head() as an object on a line of its own, with "type":"league".
 */
bool league_json_print(struct record *record, FILE *file, struct error *error);

/* Adds the members of league_json_head() as null, for a record that cannot be read. */
void league_json_no_head(struct json *json);

/* Adds `games`: `count` games from the `from`-th on (from 0), in the order of their numbers; *total
 * says how many there are. A game is live if one of the given halves, which are being played,
 * belongs to it. */
bool league_json_games(struct record *record, int64_t from, int count, const struct live_half *live,
                       int halves, struct json *json, int64_t *total, struct error *error);

/* Adds the game with this number, as far as the record has it, and then the half that is being
 * played, if the record does not have it yet. *found is false, and nothing is added, if the game is
 * unknown. */
bool league_json_game(struct record *record, int64_t id, const struct live_half *live, int halves,
                      struct json *json, bool *found, struct error *error);

#endif
