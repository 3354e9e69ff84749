/* record_checkpoint.h - for a program that writes to a record all the time while somebody waits for
 * each answer.
 *
 * What is committed goes to SQLite's write-ahead log first, and from there into the file (a
 * checkpoint), which waits for the disk: some milliseconds on a quick one, a second on one that is
 * busy. Here a thread with a connection of its own does that. Commits then wait for nothing but the
 * system's own memory. What is kept when a program is killed or the power fails does not change.
 */
#ifndef TRIANCEY_RECORD_RECORD_CHECKPOINT_H
#define TRIANCEY_RECORD_RECORD_CHECKPOINT_H

struct error;
struct record;
struct record_checkpoint;

/* From now on a thread looks after the log of a record that is written to (record_own()). NULL and
 * a message: the record does it by itself, as before. */
struct record_checkpoint *record_checkpoint_start(struct record *record, struct error *error);

/* Before the record is closed. NULL is allowed. */
void record_checkpoint_stop(struct record_checkpoint *checkpoint);

#endif
