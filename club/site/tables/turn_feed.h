/* turn_feed.h - what waits for those who have a page open (turns.h), told as soon as it changes:
 * for each account that is followed, a log of lists. An event has the whole list, so the last one
 * is all that a reader needs.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_TURN_FEED_H
#define TRIANCEY_CLUB_SITE_TABLES_TURN_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct club;
struct error;
struct event_log;
struct json;
struct turn_feed;

/* The club must outlive it. */
struct turn_feed *turn_feed_new(struct club *club);
void turn_feed_free(struct turn_feed *feed); /* NULL is allowed */

/* The log of an account, whose last event is how things are. NULL and a message. */
struct event_log *turn_feed_log(struct turn_feed *feed, int64_t account, struct error *error);

/* Something has happened at a table, or to an account. */
void turn_feed_note(struct turn_feed *feed, const char *table);
void turn_feed_note_account(struct turn_feed *feed, int64_t account);

/* When what was noted is to be published (clock_us(); INT64_MAX: nothing was); and that, outside of
 * transactions. */
int64_t turn_feed_deadline(const struct turn_feed *feed);
void turn_feed_publish(struct turn_feed *feed);

/* Drops logs without readers, and looks whether another program has changed something for the
 * others: some of them at each call. */
void turn_feed_sweep(struct turn_feed *feed);

size_t turn_feed_count(const struct turn_feed *feed);

/* How many streams of an account's turns are open. */
int turn_feed_readers(const struct turn_feed *feed, int64_t account);

/* Adds "turns" and "waits" to an open object. False and a message. */
bool turn_feed_add(struct club *club, int64_t account, struct json *json, struct error *error);

#endif
