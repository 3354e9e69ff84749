/* follow.h - a record that another process writes, watched for changes.
 *
 * No connection to it is kept between two looks, so that the referee that writes it can leave one
 * whole file at its end. Changes show in the times and sizes of the files; a running referee shows
 * by the lock that it holds (record.h). Close the record before calling follow_look(), which would
 * release SQLite's locks in this process.
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

/* How long to wait at the beginning for somebody to write the record, in microseconds. */
enum { FOLLOW_PATIENCE_US = 10000000 };

/* Begin with the path alone; it must outlive this. */
struct follow {
    const char *path;
    int64_t begun;      /* clock_us() of the first look; 0: there was none */
    bool written;       /* somebody was writing it */
    uint64_t file[2];   /* device and number */
    int64_t changed[9]; /* times and sizes at the last look */
};

enum follow_answer follow_look(struct follow *follow, struct error *error);

#endif
