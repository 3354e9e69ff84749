/* table_feed.h - tables that are followed: for each kind of reader, a log of its steps
 * (event_log.h), made from the file when it is first asked for. The number of an event is that of
 * the step, and stays the same when the server is restarted. Changes are added once they are
 * committed.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_TABLE_FEED_H
#define TRIANCEY_CLUB_SITE_TABLES_TABLE_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct event_log;
struct site;
struct table_feed;

struct table_feed *table_feed_new(struct site *site);
void table_feed_free(struct table_feed *feed); /* NULL is allowed */

/* The log of a table as a seat or GAME_PUBLIC may read it; `now` in milliseconds since 1970. NULL
 * and a message. */
struct event_log *table_feed_log(struct table_feed *feed, const char *table, int reader,
                                 int64_t now, struct error *error);

/* Something has happened at a table, which also concerns the turns of those who sit there. */
void table_feed_note(struct table_feed *feed, const char *table);

/* How many streams of a table are open that are read from a seat. */
int table_feed_readers(const struct table_feed *feed, const char *table, int reader);

/* Seats were given anew: whoever follows the table must come back. */
void table_feed_end(struct table_feed *feed, const char *table);

/* Whether something was noted; adds it to the logs, outside of transactions. */
bool table_feed_is_due(const struct table_feed *feed);
void table_feed_publish(struct table_feed *feed, int64_t now);

/* Drops logs without readers. */
void table_feed_sweep(struct table_feed *feed);

/* How many logs there are. */
size_t table_feed_count(const struct table_feed *feed);

#endif
