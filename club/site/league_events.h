/* league_events.h - events for the followers of a league: the halves that are being played, and the
 * changes from one look to the next, as JSON. SITE.md has its members.
 */
#ifndef TRIANCEY_CLUB_SITE_LEAGUE_EVENTS_H
#define TRIANCEY_CLUB_SITE_LEAGUE_EVENTS_H

#include <stdbool.h>

struct event_log;
struct json;
struct live_half;
struct live_seen;

/* The members of a half that is being played. */
void league_events_add_half(const struct live_half *half, struct json *json);

/* Halves that have begun, moves, halves that are over. */
void league_events_compare(struct event_log *log, const struct live_seen *before,
                           const struct live_seen *now);

/* {"kind":"standings"} and the like; whether a referee plays. */
void league_events_say(struct event_log *log, const char *kind);
void league_events_live(struct event_log *log, bool live);

#endif
