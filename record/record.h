/* record.h - the results of a league in one SQLite file.
 *
 * A finished half is committed before the next begins: a referee that is killed loses nothing
 * finished, a power cut at most the last moments. A file is written by one referee at a time
 * (others may read it meanwhile). Entries are never overwritten: each comes once, or the file is
 * refused.
 *
 * This is the file: record_league.h has the league that it belongs to and the games of its
 * schedule, record_extra.h other games, record_rows.h reads them all, query.h asks for anything
 * else. The tables (record_schema.c has the words): league, engine, board, game, half, fault,
 * meeting, run, program, said, signature, analysed, analysis. Seats count from 1 there, and so do
 * games, rounds, pairs, legs and halves. A record is not safe for threads: callers take turns.
 */
#ifndef TRIANCEY_RECORD_RECORD_H
#define TRIANCEY_RECORD_RECORD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;
struct record_checkpoint;

/* Opens an existing record to read it, even while a referee writes it. It is not trusted: its
 * tables must be those of a record (record_schema.h), and everything that SQLite could run unasked
 * is off. */
struct record *record_read(const char *path, struct error *error);

/* Opens an existing record to write to it beside the referee that holds its lock. Both see what the
 * other has committed, and wait for each other some seconds at most: for short changes that such a
 * referee expects, such as those of a club's operator. */
struct record *record_join(const char *path, struct error *error);

/* Opens a record for callers that cannot wait: links are not followed (its folder has none in its
 * path), locks are waited for only a moment, and everything ends at the deadline (clock_us()). */
struct record *record_look(const char *path, int64_t deadline, struct error *error);

/* Lets queries of the record fail soon after *stop has become other than 0, so that commands which
 * read or write much can be ended by a signal and leave nothing half done. NULL is allowed for
 * both. */
void record_set_cancel(struct record *record, const atomic_int *stop);

/* NULL is allowed. */
void record_close(struct record *record);

/* Whether the file that is written to is still under its path. If it was removed, it is put back
 * with all its contents, but play must not go on: false and a message.
 */
bool record_check_place(struct record *record, struct error *error);

/* Removes the files that SQLite leaves beside a record when the disk is full. */
void record_remove_beside(const char *path);

/* The path, or "(temporary)". */
const char *record_path(const struct record *record);

/* For sources that make records: opens the file at this path (NULL: a temporary file), locked
 * against other referees. It is a record, or else `fresh`: empty. Nothing is changed in it before
 * record_own(), which makes it ready to be written to. NULL, or false, and a message. */
struct record *record_take(const char *path, bool *fresh, struct error *error);
bool record_own(struct record *record, struct error *error);

/* A file of another kind that is kept as records are: locked, and asked by query.h. Its tables are
 * its own and not checked here. */
struct record_kind {
    int application, version; /* PRAGMA application_id and user_version of the file */
    const char *unlike; /* the message that a database is not of this kind, with %s for the path */
};
struct record *record_take_as(const struct record_kind *kind, const char *path, bool *fresh,
                              struct error *error);
struct record *record_read_as(const struct record_kind *kind, const char *path,
                              struct error *error);

/* Whether any game can have such a margin, or such a sum over its halves. */
static inline bool record_is_margin(int64_t margin) {
    enum { MARGIN_MAX = 10000000 };
    return margin >= -MARGIN_MAX && margin <= MARGIN_MAX;
}

/* The application ID in the header of our files. */
enum { RECORD_APPLICATION = 0x74726e63 /* "trnc" */, RECORD_SCHEMA = 3 };

/* ---- copies: backup.c ------------------------------------------------------------------------ */

/* Copies an open record to a file that must not be there yet, which only its owner may read. The
 * copy is written to FILE.new and renamed when it is complete and on the disk. False and a message;
 * nothing is left then. `stop` as for record_set_cancel(). */
bool record_backup(struct record *record, const char *path, const atomic_int *stop,
                   struct error *error);

/* ---- a thread for the log: record_checkpoint.c ----------------------------------------------- */

/* Keeps a program that often writes to a record from waiting for the disk. What is committed goes
 * to SQLite's write-ahead log first, and from there into the file (a checkpoint), which waits for
 * the disk: some milliseconds on a quick one, a second on one that is busy. Here a thread with a
 * connection of its own does that. Commits then wait for nothing but the system's own memory. What
 * is kept when a program is killed or the power fails does not change. */

/* Starts a thread that looks after the log of a record that is written to (record_own()). NULL and
 * a message: SQLite goes on doing it within commits. */
struct record_checkpoint *record_checkpoint_start(struct record *record, struct error *error);

/* Ends the thread; call it before the record is closed. NULL is allowed. */
void record_checkpoint_stop(struct record_checkpoint *checkpoint);

#endif
