/* report_games.h - the games of a league as the JSON text that a report steps through.
 * page/report_games.js describes its format.
 */
#ifndef TRIANCEY_RESULTS_REPORT_GAMES_H
#define TRIANCEY_RESULTS_REPORT_GAMES_H

#include "results/report_data.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;

/* Writes the newest `games` games whose boards can be drawn; *written says how many these were.
 * False and a message: the record cannot be read, or a game in it breaks the rules. */
bool report_games(struct record *record, const struct report_data *data, int64_t limit, FILE *file,
                  int64_t *written, struct error *error);

#endif
