/* table_feed.h - tables that are followed: for each kind of reader, a log of its steps
 * (event_log.h), made from the file when it is first asked for. The number of an event is that of
 * the step, and stays the same when the server is restarted. Changes are added once they are
 * committed.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_TABLE_FEED_H
#define TRIANCEY_CLUB_SITE_TABLES_TABLE_FEED_H

#include "base/secret.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct event_log;
struct lobby;
struct site;
struct table_offer;
struct turn_feed;

/* The log of a table as a seat or GAME_PUBLIC may read it; `now` in milliseconds since 1970. NULL
 * and a message. */
struct event_log *table_feed_log(struct site *site, const char *table, int reader, int64_t now,
                                 struct error *error);

/* Something has happened at a table, which also concerns the turns of those who sit there. */
void table_feed_note(struct site *site, const char *table);

/* Seats were given anew: whoever follows the table must come back. */
void table_feed_end(struct site *site, const char *table);

/* ---- turns that are followed: turn_feed.c ---------------------------------------------------- */

/* What waits for those who have a page open (turns.h), told as soon as it changes: for each account
 * that is followed, a log of lists. An event has the whole list, so the last one is all that a
 * reader needs. */

/* Something has happened at a table, or to an account. Of a table NULL is allowed: nobody can
 * follow yet, or any more. */
void turn_feed_note(struct turn_feed *feed, const char *table);
void turn_feed_note_account(struct turn_feed *feed, int64_t account);

/* How many streams of an account's turns are open. */
int turn_feed_readers(const struct turn_feed *feed, int64_t account);

/* ---- the lobby: lobby.c ---------------------------------------------------------------------- */

/* Who waits for an opponent, seen live: the seeks of the club (seeks.h) in memory, and one log of
 * what changes for all who look. What is there now, together with the number of the last event, and
 * the events after it tell everything.
 *
 * A seek with a clock lasts as long as its owner follows the events of the table, or the turns of
 * the account, and ten seconds longer; one by correspondence needs nobody. */

/* Something has happened at a table: `shown` if it is in the lobby now. */
void lobby_note(struct lobby *lobby, const char *table, bool shown);

/* Which seeks somebody would take. What is left open fits any seek. */
struct lobby_filter {
    const struct table_offer *offer; /* its seat, clock, days: without clock and days any clock, but
                                        no days */
    const char *game;                /* NULL: any */
    const char *grid; /* the name of the board, NULL: any; and its line, "": it is a long one */
    const char *line;
    bool any_rated;  /* else as the offer is */
    int64_t account; /* whose own seeks do not fit; 0: a guest, who plays no rated games */
};

/* The seek that has waited longest of those that fit and were not skipped yet; skipping lasts until
 * the next one is published. False: none does. */
bool lobby_find(struct lobby *lobby, const struct lobby_filter *filter, char table[SECRET_SIZE]);

#endif
