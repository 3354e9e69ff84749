/* lobby.h - who waits for an opponent, seen live: the seeks of the club (seeks.h) in memory, and
 * one log of what changes for all who look (event_log.h). What is there now, together with the
 * number of the last event, and the events after it tell everything.
 *
 * A seek with a clock lasts as long as its owner follows the events of the table, or the turns of
 * the account, and LOBBY_ABSENT_MS longer; one by correspondence needs nobody.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_LOBBY_H
#define TRIANCEY_CLUB_SITE_TABLES_LOBBY_H

#include "base/secret.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct club;
struct error;
struct event_log;
struct json;
struct lobby;
struct table_feed;
struct turn_feed;

enum { LOBBY_ABSENT_MS = 10 * 1000, LOBBY_LOOK_MS = 2 * 1000 };

/* Club and feed must outlive it. `now` in milliseconds since 1970. NULL and a message. */
struct lobby *lobby_new(struct club *club, struct table_feed *feed, int64_t now,
                        struct error *error);
void lobby_free(struct lobby *lobby); /* NULL is allowed */

/* Something has happened at a table: `shown` if it is in the lobby now. */
void lobby_note(struct lobby *lobby, const char *table, bool shown);

/* When what was noted is to be published (clock_us(); INT64_MAX: nothing was), and that, outside of
 * transactions: changes that come close together go out together. */
int64_t lobby_deadline(const struct lobby *lobby);
void lobby_publish(struct lobby *lobby, int64_t now);

/* Drops the seeks of those who have gone, and finds out what other programs have changed; within a
 * transaction, every LOBBY_LOOK_MS. */
bool lobby_look(struct lobby *lobby, const struct turn_feed *turns, int64_t now,
                struct error *error);

struct event_log *lobby_log(const struct lobby *lobby);
size_t lobby_count(const struct lobby *lobby);

/* Adds "seeks", the oldest first, and "event" to an open object. */
void lobby_add(const struct lobby *lobby, struct json *json);

/* Which seeks somebody would take. What is left open fits any seek. */
struct lobby_filter {
    const char *game; /* NULL: any */
    const char *grid; /* the name of the board, NULL: any; and its line, "": it is a long one */
    const char *line;
    int seat; /* TABLE_ANY_SEAT: any */
    int64_t clock, increment;
    int days;       /* without clock and days: any clock, but no days */
    bool any_rated; /* else as `rated` is */
    bool rated;
    int64_t account; /* whose own seeks do not fit; 0: a guest, who plays no rated games */
};

/* The seek that has waited longest of those that fit and were not skipped yet; skipping lasts until
 * the next one is published. False: none does. */
bool lobby_find(struct lobby *lobby, const struct lobby_filter *filter, char table[SECRET_SIZE]);

#endif
