/* lobby.h - who waits for an opponent, seen live: the seeks of the club (seeks.h) in memory, and
 * one log of what changes for all who look (event_log.h). What is there now, together with the
 * number of the last event, and the events after it tell everything.
 *
 * A seek with a clock lasts as long as its owner follows the events of the table, or the turns of
 * the account, and ten seconds longer; one by correspondence needs nobody.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_LOBBY_H
#define TRIANCEY_CLUB_SITE_TABLES_LOBBY_H

#include "base/secret.h"

#include <stdbool.h>
#include <stdint.h>

struct lobby;

/* Something has happened at a table: `shown` if it is in the lobby now. */
void lobby_note(struct lobby *lobby, const char *table, bool shown);

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
