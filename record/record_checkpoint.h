/* record_checkpoint.h - keeps a program that often writes to a record from waiting for the disk.
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

/* Starts a thread that looks after the log of a record that is written to (record_own()). NULL and
 * a message: SQLite goes on doing it within commits. */
struct record_checkpoint *record_checkpoint_start(struct record *record, struct error *error);

/* Ends the thread; call it before the record is closed. NULL is allowed. */
void record_checkpoint_stop(struct record_checkpoint *checkpoint);

#endif
