/* club.h - the club: one SQLite file with its weeks, accounts and games.
 *
 * It is an ordinary record (record/record.h) of the game of the club, so that everything
 * that reads records reads it. The club's own data is in further tables, whose names begin with
 * club_ and which nothing else reads. The file has the secrets of weeks that are not over: anyone
 * who can read it can predict the computer's moves.
 *
 * A club is served by one process at a time, which the record's lock enforces. It is not safe for
 * threads. Beside it an operator's commands may change the file (club_join()): club_look() sees
 * that, and SQLite's own locks keep the two apart. Times are milliseconds since 1970
 * in UTC, given by the caller.
 */
#ifndef TRIANCEY_CLUB_STORE_CLUB_H
#define TRIANCEY_CLUB_STORE_CLUB_H

#include "base/calendar.h"
#include "club/store/cache.h"
#include "club/store/table_terms.h"
#include "half/boards.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct json;
struct query_value;

#define CLUB_REFERENCE "reference" /* the computer, as the record calls it */

enum { CLUB_SOURCE_SIZE = 24, CLUB_CHANGES = 1024 };

struct club {
    struct record *record;
    struct record_checkpoint *checkpoint; /* NULL: club_serve() was not called */
    struct boards boards;                 /* of weeks and tables */
    struct cache tables;                  /* tables that are played (table_file.h) */
    struct cache devices;                 /* accounts by their devices (accounts.h) */
    unsigned changes[CLUB_CHANGES];       /* of accounts, each counted at its id modulo these */
    unsigned char device_key[16];         /* for their names there */
    unsigned persons; /* grows when what is shown of somebody, name or rating, has changed */
    int64_t version;  /* of the file, as club_look() has seen it */
    int64_t looked;   /* the transaction in which it did: nothing changes until its end */
    char source[CLUB_SOURCE_SIZE]; /* of its games in records: "club:", and a number that no other
                                      club has */
};

/* The outcome of a request. All except CLUB_DONE leave a message for the person who made it. */
enum club_answer {
    CLUB_DONE,
    CLUB_UNKNOWN,   /* there is no such thing, or it is not to be seen */
    CLUB_FORBIDDEN, /* not allowed */
    CLUB_CONFLICT,  /* it does not fit the current state */
    CLUB_INVALID,   /* the request itself is wrong */
    CLUB_FAILED     /* the file or the machine: nothing was changed */
};

/* A part of a list: `count` rows from the row `from` (counted from 0). */
struct page_request {
    int64_t from;
    int count;
};

/* Opens a club, or creates it if the file does not exist or is empty. False and a message. */
bool club_open(struct club *club, const char *path, struct error *error);

/* Opens a club that is there for short changes, also beside the process that serves it. False and a
 * message. */
bool club_join(struct club *club, const char *path, struct error *error);

/* Makes an open club ready for many who wait for answers: it keeps more of the file in memory, and
 * what is committed waits for no disk (record/record.h). False and a message. */
bool club_serve(struct club *club, struct error *error);

/* A club that is all zero and was never opened is allowed. */
void club_close(struct club *club);

/* The answer to what is either done or has failed. */
static inline enum club_answer club_done(bool done) {
    return done ? CLUB_DONE : CLUB_FAILED;
}

/* Sets a message and returns the answer. */
enum club_answer club_refuse(enum club_answer answer, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How many of something there may be: what counts them, and the refusal, which takes `max`. */
struct club_limit {
    const char *sql;
    int max;
    const char *message;
};

/* Refuses with CLUB_CONFLICT by the first of the limits that is reached. All of their queries take
 * from the same values. */
enum club_answer club_check_limits(struct club *club, const struct club_limit *limits, int count,
                                   const struct query_value *values, struct error *error);

/* Between begin and end is one transaction, kept unless the answer to what is done in it is
 * CLUB_FAILED. The end returns that answer, or CLUB_FAILED if it cannot be kept:
 *
 *     if (!club_begin(club, error))
 *         return CLUB_FAILED;
 *     return club_end(club, do_it(club, error), error);
 *
 * The end of a change also does what follows from it for the rankings (scores.h). Within a turn of
 * the site query_begin_attempt() costs less, but what is done is not undone alone: if it fails
 * after it has written something, nothing of the turn is kept. */
bool club_begin(struct club *club, struct error *error);
enum club_answer club_end(struct club *club, enum club_answer answer, struct error *error);
enum club_answer club_end_change(struct club *club, enum club_answer answer, struct error *error);
enum club_answer club_end_in_turn(struct club *club, int64_t changes, enum club_answer answer,
                                  struct error *error);

/* club_forget() drops what is kept in memory, when the file may differ: it was changed otherwise,
 * or a change was rolled back. Call club_look() before anything kept is used: it forgets all if
 * another process has changed the file. False and a message. */
void club_forget(struct club *club);
bool club_look(struct club *club, struct error *error);

/* Adds a time to an object; INT64_MAX is never: null. */
void club_add_time(struct json *json, const char *key, int64_t ms);

/* Adds the rows that answer a question, a constant text, as an array of objects. Columns are
 * members of their names; `created`, `finished`, `deadline` and `at` are times; a name that ends
 * with '?' is true or false, and left out where it is null; one that ends with '!' is JSON already.
 * False and a message. */
bool club_add_rows(struct club *club, const char *key, const char *sql,
                   const struct query_value *values, struct json *json, struct error *error);

/* A time as records have it; returns `utc`. */
const char *club_time(int64_t now, char utc[CALENDAR_TIME_SIZE]);

/* ---- whether the clock of the machine can be believed ---------------------------------------- */

/* A week is closed by the clock, and its secret is public from then on, for ever. So a clock that
 * is suddenly hours ahead of what the club's file last saw is believed only once the operator has
 * said that it is right. Smaller jumps close no week that still runs: a week is closed WEEK_REST_MS
 * (weeks.h) after its end. */
enum { CLUB_CLOCK_JUMP_MS = 4 * 3600 * 1000 };

/* When the club was last open; 0: never. */
bool club_clock_seen(struct club *club, int64_t *at, struct error *error);

/* Says that the clock of the machine, which shows `now`, is right. */
bool club_clock_confirm(struct club *club, int64_t now, struct error *error);

/* Whether the operator has confirmed a clock that shows `now`, or some hours more or less. */
bool club_clock_is_confirmed(struct club *club, int64_t now, bool *confirmed, struct error *error);

#endif
