/* event_log.c - tests of club/http/event_log.c: numbers, readers that come back, slow ones, and
 * what stands on the wire.
 */
#include "config.h"

#include "base/random.h"
#include "base/text.h"
#include "club/http/event_log.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int woken;

static void wake(struct event_reader *reader) {
    (void)reader;
    woken++;
}

static struct event_reader *open_reader(struct event_log *log, int64_t last) {
    struct event_reader *reader = calloc(1, sizeof *reader);
    reader->wake = wake;
    event_reader_open(reader, log, last);
    return reader;
}

static void close_reader(struct event_reader *reader) {
    event_reader_close(reader);
    free(reader);
}

/* All that is there, taken in pieces of this size. */
static char *take_all(struct event_reader *reader, size_t piece) {
    static char all[1 << 16];
    size_t length = 0, got;
    while ((got = event_reader_take(reader, all + length, piece)) > 0)
        length += got;
    all[length] = '\0';
    return all;
}

static void test_wire(void) {
    struct event_log *log = event_log_new(1000);
    struct event_reader *reader = open_reader(log, 0);
    event_log_add(log, NULL, "bestmove 5");
    event_log_add(log, "end", "two\nlines");
    event_log_add(log, NULL, "");
    is_string(
        take_all(reader, 500),
        "id: 1\ndata: bestmove 5\n\nid: 2\nevent: end\ndata: two\ndata: lines\n\nid: 3\ndata: \n\n",
        "events on the wire");
    event_log_add(log, NULL, "a\rb\x01\xff\xc3\xa9\tc");
    is_string(take_all(reader, 500),
              "id: 4\ndata: a\xef\xbf\xbd"
              "b\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9\tc\n\n",
              "what is no text is none, what is UTF-8 stays");
    is_int(event_log_last(log), 4, "events are counted");
    close_reader(reader);
    event_log_release(log);
}

static void test_return(void) {
    struct event_log *log = event_log_new(1000);
    char wanted[600], text[20];
    for (int i = 1; i <= 10; i++) {
        snprintf(text, sizeof text, "event %d", i);
        event_log_add(log, NULL, text);
    }
    for (int last = 0; last <= 10; last++)
        for (size_t piece = 1; piece < 40; piece += 6) {
            size_t length = 0;
            wanted[0] = '\0';
            for (int i = last + 1; i <= 10; i++)
                length += (size_t)snprintf(wanted + length, sizeof wanted - length,
                                           "id: %d\ndata: event %d\n\n", i, i);
            struct event_reader *reader = open_reader(log, last);
            if (strcmp(take_all(reader, piece < 22 ? piece : 22), wanted) != 0 || !reader->waits)
                ok(false, "behind event %d in pieces of %zu", last, piece);
            close_reader(reader);
        }
    ok(true, "a reader goes on behind any event, in pieces of any size");
    struct event_reader *future = open_reader(log, 11);
    is_string(take_all(future, 100), "event: lost\ndata: 11\n\n", "an event that never was");
    close_reader(future);
    event_log_release(log);
}

static void test_waking(void) {
    struct event_log *log = event_log_new(1000);
    struct event_reader *first = open_reader(log, 0), *second = open_reader(log, 0);
    char bytes[100];
    is_int(event_log_readers(log), 2, "readers are counted");
    woken = 0;
    event_log_add(log, NULL, "x");
    is_int(woken, 0, "who does not wait is not woken");
    take_all(first, 100);
    event_log_add(log, NULL, "y");
    is_int(woken, 1, "who waits is");
    event_log_add(log, NULL, "z");
    is_int(woken, 1, "once");
    event_log_end(log);
    ok(!event_reader_is_done(first), "the end is behind the last event");
    take_all(first, 100);
    ok(event_reader_is_done(first) && !event_reader_is_done(second), "of each reader");
    event_log_add(log, NULL, "late");
    is_int((long long)event_reader_take(first, bytes, sizeof bytes), 0, "nothing comes after it");
    close_reader(first);
    event_log_release(log); /* the second reader still holds it */
    ok(strstr(take_all(second, 100), "data: z\n\n") != NULL, "a reader outlives whoever writes");
    close_reader(second);
}

static void test_slow(void) {
    struct event_log *log = event_log_new(100);
    struct event_reader *slow = open_reader(log, 0), *broken = open_reader(log, 0);
    char piece[10], first[64];
    for (int i = 0; i < 3; i++)
        event_log_add(log, NULL, "0123456789");
    event_reader_take(broken, piece, sizeof piece);
    ok(event_log_untaken(log) == 2 * strlen("id: 1\ndata: 0123456789\n\n"),
       "what nobody has begun to take is counted");
    for (int i = 0; i < 20; i++)
        event_log_add(log, NULL, "0123456789");
    char *all = take_all(slow, 1000);
    int next = 0;
    is_int(sscanf(all, "event: lost\ndata: %d\n\n", &next), 1, "a slow reader is told so");
    snprintf(first, sizeof first, "\n\nid: %d\ndata: 0123456789\n\n", next);
    ok(next > 3 && strstr(all, first) && strstr(all, "id: 23\n"), "and goes on with what is kept");
    is_int((long long)event_reader_take(broken, piece, sizeof piece), 0,
           "one that has a piece of what is gone gets no more");
    ok(event_reader_is_done(broken), "and is to come back");
    char *long_text = calloc(1, 501);
    memset(long_text, 'x', 500);
    event_log_add(log, NULL, long_text);
    ok(strlen(take_all(slow, 1000)) > 500, "an event longer than the log is kept as the last");
    free(long_text);
    close_reader(slow);
    close_reader(broken);
    event_log_release(log);
}

/* Many events of random lengths, readers that read at random: each sees every event once, in order,
 * or learns what it missed. */
static void test_random(void) {
    enum { READERS = 5, EVENTS = 20000 };
    struct random random;
    struct event_log *log = event_log_new(2000);
    struct event_reader *reader[READERS];
    int64_t expected[READERS];
    int missed = 0, faults = 0;
    random_seed(&random, 18);
    for (int i = 0; i < READERS; i++) {
        reader[i] = open_reader(log, 0);
        expected[i] = 1;
    }
    for (int n = 1; n <= EVENTS; n++) {
        char text[64], bytes[4000];
        snprintf(text, sizeof text, "%d %.*s", n, (int)random_below(&random, 40),
                 "........................................");
        event_log_add(log, NULL, text);
        for (int i = 0; i < READERS; i++) {
            if (random_below(&random, 10 + 30 * (uint32_t)i) > 0)
                continue;
            size_t got = event_reader_take(reader[i], bytes, sizeof bytes - 1);
            bytes[got] = '\0';
            for (char *at = bytes; *at; at = strstr(at, "\n\n") + 2) {
                long long id, said;
                if (sscanf(at, "event: lost\ndata: %lld", &id) == 1) {
                    faults += id <= expected[i];
                    expected[i] = id;
                    missed++;
                } else if (sscanf(at, "id: %lld\ndata: %lld", &id, &said) != 2 || id != said ||
                           id != expected[i]++) {
                    faults++;
                }
            }
        }
    }
    ok(faults == 0 && missed > 0, "at random: all in order or told (%d times)", missed);
    for (int i = 0; i < READERS; i++)
        close_reader(reader[i]);
    event_log_release(log);
}

int main(void) {
    test_wire();
    test_return();
    test_waking();
    test_slow();
    test_random();
    return done();
}
