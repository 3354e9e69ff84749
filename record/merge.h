/* merge.h - joins records into one: the shards of a league, or parts of it that overlap, and games
 * outside its schedule.
 *
 * All records must have the same schedule and rounds. A game that is in several of them is added
 * once; except for its times, it must be the same in all. Without `partial`, the whole league must
 * be there and finished. The result is the record that the league would have had in one piece,
 * except for times.
 */
#ifndef TRIANCEY_RECORD_MERGE_H
#define TRIANCEY_RECORD_MERGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

struct merge_count {
    int64_t games;     /* in the new record */
    int64_t played;    /* how many of them are of the schedule */
    int64_t scheduled; /* in the whole league; 0: it has no schedule */
};

/* Makes the record `into`, which must not exist yet, completely or not at all. If *stop becomes
 * other than 0, nothing is made. False and a message. */
bool merge_records(char *const *paths, int count, const char *into, bool partial,
                   const atomic_int *stop, struct merge_count *counted, struct error *error);

/* Adds all of another record, or nothing, to an open one. The caller has made sure that both are of
 * the same league; rounds may differ. When everything was added, merge_order() puts faults in the
 * order in which one referee would have written them. False and a message. */
bool merge_add(struct record *into, const char *path, struct error *error);
bool merge_order(struct record *into, struct error *error);

/* Joins records into a temporary one, to be read, whatever is missing: it shows how far a league in
 * shards has come. A single record is only opened. Close it by record_close(). NULL and a message.
 */
struct record *merge_open(char *const *paths, int count, const atomic_int *stop,
                          struct error *error);

#endif
