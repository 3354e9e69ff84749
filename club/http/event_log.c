/* event_log.c - keeps all events of a stream in one text, as they are sent, with the places where
 * they end; a reader is a number and an offset. Old events are forgotten from the front. The others
 * move to the front when half of the memory is unused, so that adding stays cheap.
 *
 * A reader that is too slow skips what was forgotten and learns which event comes next. A reader
 * that has taken a part of a forgotten event is cut off, and comes back.
 */
#include "config.h"

#include "club/http/event_log.h"

#include "base/json.h"
#include "base/needed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct event_log {
    int holders;
    size_t bytes_max;
    struct text text; /* events, one after the other; those before `start` have been dropped */
    size_t start;     /* of the first event that is kept */
    int64_t first;    /* its number; of the next one if none is kept */
    size_t *end;      /* where each ends in the text: a queue from end[head] on */
    size_t head, count, room;
    int64_t taken; /* the last event that some reader has begun to take */
    bool ended;
    int reader_count;
    struct event_reader *readers;
};

struct event_log *event_log_new(size_t bytes_max) {
    struct event_log *log = needed(calloc(1, sizeof *log));
    log->holders = 1;
    log->bytes_max = bytes_max;
    log->first = 1;
    return log;
}

struct event_log *event_log_hold(struct event_log *log) {
    log->holders++;
    return log;
}

void event_log_release(struct event_log *log) {
    if (!log || --log->holders > 0)
        return;
    text_free(&log->text);
    free(log->end);
    free(log);
}

int64_t event_log_last(const struct event_log *log) {
    return log->first + (int64_t)log->count - 1;
}

/* Where the event with this number begins in the text; for the number after the last: where it
 * would. */
static size_t beginning(const struct event_log *log, int64_t number) {
    size_t place = (size_t)(number - log->first);
    return place == 0 ? log->start : log->end[log->head + place - 1];
}

size_t event_log_untaken(const struct event_log *log) {
    int64_t next = log->taken + 1 > log->first ? log->taken + 1 : log->first;
    return log->text.length - beginning(log, next);
}

int event_log_readers(const struct event_log *log) {
    return log->reader_count;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Drops the oldest events if there are too many. */
static void forget(struct event_log *log) {
    while (log->count > 1 && log->text.length - log->start > log->bytes_max) {
        log->start = log->end[log->head++];
        log->count--;
        log->first++;
    }
}

/* Moves what is kept to the front, when half of the memory holds what is forgotten. */
static void pack(struct event_log *log) {
    if (log->start > log->text.length / 2) {
        memmove(log->text.bytes, log->text.bytes + log->start, log->text.length - log->start);
        for (size_t i = 0; i < log->count; i++)
            log->end[log->head + i] -= log->start;
        text_cut(&log->text, log->text.length - log->start);
        log->start = 0;
    }
    if (log->head > log->count) {
        memmove(log->end, log->end + log->head, log->count * sizeof *log->end);
        log->head = 0;
    }
}

/* Adds lines of data. Bytes that are no text are replaced, as is a carriage return, which would end
 * the line. */
static void add_data(struct text *to, const char *text) {
    text_add(to, "data: ");
    while (*text) {
        size_t length = text_character(text);
        if (*text == '\n')
            text_add(to, "\ndata: ");
        else if (length == 0 || ((unsigned char)*text < ' ' && *text != '\t') || *text == '\x7f')
            text_add(to, TEXT_NO_CHARACTER);
        else
            text_add_bytes(to, text, length);
        text += length ? length : 1;
    }
    text_add(to, "\n\n");
}

static void wake_all(struct event_log *log) {
    for (struct event_reader *reader = log->readers, *after; reader; reader = after) {
        after = reader->after;
        if (reader->waits) {
            reader->waits = false;
            reader->wake(reader);
        }
    }
}

void event_log_add(struct event_log *log, const char *type, const char *text) {
    if (log->ended)
        return;
    if (log->head + log->count == log->room) {
        log->room = log->room ? 2 * log->room : 16;
        log->end = needed(realloc(log->end, log->room * sizeof *log->end));
    }
    text_addf(&log->text, "id: %lld\n", (long long)event_log_last(log) + 1);
    if (type)
        text_addf(&log->text, "event: %s\n", type);
    add_data(&log->text, text);
    needed_text(&log->text);
    log->end[log->head + log->count++] = log->text.length;
    forget(log);
    pack(log);
    wake_all(log);
}

void event_log_add_json(struct event_log *log, const char *type, struct json *json) {
    json_close(json, '}');
    event_log_add(log, type, needed_text(&json->text));
    text_free(&json->text);
}

void event_log_end(struct event_log *log) {
    log->ended = true;
    wake_all(log);
}

/* ---- reading --------------------------------------------------------------------------------- */

void event_reader_open(struct event_reader *reader, struct event_log *log, int64_t last) {
    *reader = (struct event_reader){
        .log = event_log_hold(log), .next = last + 1, .wake = reader->wake, .after = log->readers};
    if (last > event_log_last(log) || last < 0) { /* of another stream */
        reader->next = event_log_last(log) + 1;
        reader->lost = true;
    }
    if (log->readers)
        log->readers->before = reader;
    log->readers = reader;
    log->reader_count++;
}

void event_reader_close(struct event_reader *reader) {
    struct event_log *log = reader->log;
    if (!log)
        return;
    if (reader->before)
        reader->before->after = reader->after;
    else
        log->readers = reader->after;
    if (reader->after)
        reader->after->before = reader->before;
    log->reader_count--;
    reader->log = NULL;
    event_log_release(log);
}

bool event_reader_is_done(const struct event_reader *reader) {
    return reader->broken ||
           (reader->log->ended && !reader->lost && reader->next > event_log_last(reader->log));
}

/* Tells a reader what it gets next. The notice has no number itself. */
static size_t take_notice(struct event_reader *reader, char *bytes, size_t size) {
    char notice[80];
    int length =
        snprintf(notice, sizeof notice, "event: lost\ndata: %lld\n\n", (long long)reader->next);
    if (size < (size_t)length)
        return 0;
    memcpy(bytes, notice, (size_t)length);
    reader->lost = false;
    return (size_t)length;
}

/* Copies what is left of the current event, or as much as there is room for. */
static size_t take_event(struct event_reader *reader, char *bytes, size_t size) {
    struct event_log *log = reader->log;
    size_t start = beginning(log, reader->next) + reader->offset;
    size_t left = beginning(log, reader->next + 1) - start;
    size_t length = left < size ? left : size;
    memcpy(bytes, log->text.bytes + start, length);
    if (log->taken < reader->next)
        log->taken = reader->next;
    reader->offset += length;
    if (length == left) {
        reader->next++;
        reader->offset = 0;
    }
    return length;
}

size_t event_reader_take(struct event_reader *reader, char *bytes, size_t size) {
    struct event_log *log = reader->log;
    size_t copied = 0;
    if (reader->next < log->first) {
        reader->broken |= reader->offset > 0;
        reader->next = log->first;
        reader->lost = true;
    }
    if (reader->broken)
        return 0;
    if (reader->lost)
        copied = take_notice(reader, bytes, size);
    while (copied < size && !reader->lost && reader->next <= event_log_last(log))
        copied += take_event(reader, bytes + copied, size - copied);
    reader->waits = copied == 0;
    return copied;
}

/* ---- feeds ----------------------------------------------------------------------------------- */

struct feed *feed_new(size_t bytes) {
    struct feed *feed = needed(calloc(1, sizeof *feed));
    feed->bytes = bytes;
    return feed;
}

static unsigned bucket_of(const char *name, int64_t number) {
    return (unsigned)((text_hash(name) + (uint64_t)number) % FEED_BUCKETS);
}

struct followed *feed_find(const struct feed *feed, const char *name, int64_t number) {
    struct followed *there = feed->bucket[bucket_of(name, number)];
    while (there && (there->number != number || strcmp(there->name, name) != 0))
        there = there->after;
    return there;
}

struct followed *feed_find_or_add(struct feed *feed, const char *name, int64_t number) {
    struct followed *there = feed_find(feed, name, number);
    struct followed **bucket = &feed->bucket[bucket_of(name, number)];
    if (there)
        return there;
    there = needed(malloc(sizeof *there));
    *there =
        (struct followed){.number = number, .log = event_log_new(feed->bytes), .after = *bucket};
    snprintf(there->name, sizeof there->name, "%s", name);
    feed->count++;
    return *bucket = there;
}

void feed_drop(struct feed *feed, struct followed *followed) {
    struct followed **place = &feed->bucket[bucket_of(followed->name, followed->number)];
    while (*place != followed)
        place = &(*place)->after;
    *place = followed->after;
    feed->count--;
    feed->due -= followed->due;
    event_log_end(followed->log);
    event_log_release(followed->log);
    free(followed->said);
    free(followed);
}

void feed_free(struct feed *feed) {
    for (int i = 0; feed && i < FEED_BUCKETS; i++)
        while (feed->bucket[i])
            feed_drop(feed, feed->bucket[i]);
    free(feed);
}

void feed_note(struct feed *feed, struct followed *followed) {
    feed->due += followed && !followed->due;
    if (followed)
        followed->due = true;
}

void feed_note_some(struct feed *feed, int count) {
    for (int i = 0; i < FEED_BUCKETS && count > 0; i++) {
        feed->swept = (feed->swept + 1) % FEED_BUCKETS;
        for (struct followed *there = feed->bucket[feed->swept]; there; there = there->after) {
            feed_note(feed, there);
            count--;
        }
    }
}

void feed_update(struct feed *feed, bool (*update)(void *context, struct followed *followed),
                 void *context) {
    for (int i = 0; i < FEED_BUCKETS && feed->due > 0; i++)
        for (struct followed *there = feed->bucket[i], *after; there; there = after) {
            after = there->after;
            if (!there->due)
                continue;
            feed->due--;
            there->due = false;
            if (!update(context, there))
                feed_drop(feed, there);
        }
}

void feed_sweep(struct feed *feed) {
    for (int i = 0; i < FEED_BUCKETS; i++)
        for (struct followed *there = feed->bucket[i], *after; there; there = after) {
            after = there->after;
            if (event_log_readers(there->log) == 0)
                feed_drop(feed, there);
        }
}

int feed_readers(const struct feed *feed, const char *name, int64_t number) {
    const struct followed *there = feed_find(feed, name, number);
    return there ? event_log_readers(there->log) : 0;
}
