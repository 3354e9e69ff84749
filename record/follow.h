/* follow.h - a record that another process writes, watched for changes.
 *
 * No connection to it is kept between two looks, so that the referee that writes it can leave one
 * whole file at its end. A change is seen by the times and sizes of the files, and whether a
 * referee plays by the lock that it holds (record.h). A caller must have the record closed when it
 * calls follow_look(): locks of SQLite in this process would not survive that.
 */
#ifndef TRIANCEY_RECORD_FOLLOW_H
#define TRIANCEY_RECORD_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

struct error;

enum follow_answer {
    FOLLOW_SAME,
    FOLLOW_NEWS,  /* it has changed since the last look; also the answer of the first one */
    FOLLOW_OVER,  /* nobody writes it any more, and all that was written is there */
    FOLLOW_FAILED /* it is gone, or another file is there: there is a message */
};

/* How long, at the beginning, it may take until somebody writes it, in microseconds. */
enum { FOLLOW_PATIENCE_US = 10000000 };

/* Begin with the path alone, which must last. */
struct follow {
    const char *path;
    int64_t begun;      /* clock_us() of the first look; 0: there was none */
    bool written;       /* somebody was writing it */
    uint64_t file[2];   /* device and number */
    int64_t changed[9]; /* by which changes are seen */
};

enum follow_answer follow_look(struct follow *follow, struct error *error);

#endif
