/* turn_feed.h - what waits for those who have a page open (turns.h), told as soon as it changes:
 * for each account that is followed, a log of lists. An event has the whole list, so the last one
 * is all that a reader needs.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_TURN_FEED_H
#define TRIANCEY_CLUB_SITE_TABLES_TURN_FEED_H

#include <stdint.h>

struct turn_feed;

/* Something has happened at a table, or to an account. Of a table NULL is allowed: nobody can follow
 * yet, or any more. */
void turn_feed_note(struct turn_feed *feed, const char *table);
void turn_feed_note_account(struct turn_feed *feed, int64_t account);

/* How many streams of an account's turns are open. */
int turn_feed_readers(const struct turn_feed *feed, int64_t account);

#endif
