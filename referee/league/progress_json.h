/* progress_json.h - the JSON objects that progress writes; the manual page has their fields. For
 * progress.c alone. What cannot be written is lost: the results are in the record.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_PROGRESS_JSON_H
#define TRIANCEY_REFEREE_LEAGUE_PROGRESS_JSON_H

#include "referee/league/progress.h"

void progress_json_start(const struct progress *progress);
void progress_json_half(const struct progress *progress, const struct schedule_entry *entry,
                        const char *board, const struct match_result *result);
void progress_json_game(const struct progress *progress, const struct progress_game *game,
                        int64_t now);

#endif
