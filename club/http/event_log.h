/* event_log.h - events numbered by their position, for any number of readers: one stream of
 * Server-Sent Events, written once and sent to all who follow it.
 *
 * An event is kept as it goes over the wire ("id: 7\ndata: TEXT\n\n"). The log keeps the last ones,
 * up to a number of bytes; a reader that comes back says which event it had last and goes on from
 * there. If the next event is no longer kept, the reader gets an event `lost`, whose text is the
 * number of the event that comes then. The log knows nothing about HTTP: a reader that has
 * everything is called when there is more.
 *
 * A log is shared: code that keeps a pointer to it calls event_log_hold() and releases it.
 */
#ifndef TRIANCEY_CLUB_HTTP_EVENT_LOG_H
#define TRIANCEY_CLUB_HTTP_EVENT_LOG_H

#include "base/secret.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_log;
struct json;

struct event_reader {
    struct event_log *log;
    int64_t next;  /* the number of the event that it reads */
    size_t offset; /* bytes of it that it has */
    bool lost;     /* events are missing, and the reader has not been told yet */
    bool broken;   /* the event of which it has a part is gone */
    bool waits;    /* it has all events so far */
    void (*wake)(
        struct event_reader *reader); /* there is more, or it is over: called once for each wait */
    struct event_reader *before, *after; /* the log's list */
};

/* A log that keeps the last event, and older ones of at most this many bytes. The caller holds it.
 */
struct event_log *event_log_new(size_t bytes_max);
struct event_log *event_log_hold(struct event_log *log);
void event_log_release(struct event_log *log); /* NULL is allowed */

/* Adds an event with the next number, from 1: `type` NULL is that of a plain message. A text of
 * several lines becomes several lines of data; bytes that are not UTF-8 and control characters
 * become U+FFFD. Wakes all waiting readers. Adds nothing after the end. */
void event_log_add(struct event_log *log, const char *type, const char *text);

/* Adds an object, which is closed here, and frees it. */
void event_log_add_json(struct event_log *log, const char *type, struct json *json);

/* Ends the log: no event is added any more. Readers that have all events are done. */
void event_log_end(struct event_log *log);

/* The number of events so far; the bytes of events that no reader has begun to take; the number of
 * readers. */
int64_t event_log_last(const struct event_log *log);
size_t event_log_untaken(const struct event_log *log);
int event_log_readers(const struct event_log *log);

/* Begins to read after an event (0: from the first), with the reader's `wake` set. Holds the log
 * until event_reader_close(). */
void event_reader_open(struct event_reader *reader, struct event_log *log, int64_t last);
void event_reader_close(struct event_reader *reader);

/* Copies the next bytes, at most `size`. 0: nothing is there now and the reader waits, or nothing
 * will come (event_reader_is_done()): the log has ended, or a slow reader has a part of an event
 * that is gone, and must come back. */
size_t event_reader_take(struct event_reader *reader, char *bytes, size_t size);
bool event_reader_is_done(const struct event_reader *reader);

/* ---- feeds ----------------------------------------------------------------------------------- */

/* A feed has many logs, each found by a word and a number. A log is made when it is first asked
 * for, noted when something has happened, brought up to date by whoever has the feed, and dropped
 * when nobody reads it any more. */

enum { FEED_BUCKETS = 4096 };

struct followed {
    char name[SECRET_SIZE];
    int64_t number;
    bool due; /* something has happened since it was brought up to date */
    struct event_log *log;
    char *said; /* the last event, where an equal one is not told again; freed with the log */
    struct followed *after;
};

struct feed {
    size_t bytes; /* that each log keeps */
    struct followed *bucket[FEED_BUCKETS];
    int count, due;
    int swept; /* the bucket that feed_note_some() has looked at last */
};

struct feed *feed_new(size_t bytes);
void feed_free(struct feed *feed); /* ends all logs; NULL is allowed */

/* The log of a name and a number; if there is none, the first returns NULL, the second makes it. */
struct followed *feed_find(const struct feed *feed, const char *name, int64_t number);
struct followed *feed_find_or_add(struct feed *feed, const char *name, int64_t number);

/* Ends a log and drops it: those who read it come back. */
void feed_drop(struct feed *feed, struct followed *followed);

/* Notes a log, NULL: none; or so many more of all. */
void feed_note(struct feed *feed, struct followed *followed);
void feed_note_some(struct feed *feed, int count);

/* Calls for each log that is noted, and drops it if the answer is false. */
void feed_update(struct feed *feed, bool (*update)(void *context, struct followed *followed),
                 void *context);

/* Drops what nobody reads. */
void feed_sweep(struct feed *feed);

/* How many streams of a log are open. */
int feed_readers(const struct feed *feed, const char *name, int64_t number);

#endif
