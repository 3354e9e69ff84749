/* line.h - lines of text from a pipe, for both sides of the protocol.
 *
 * A line ends with LF; one CR before it is dropped. At most LINE_BYTES_MAX bytes a line: a longer
 * one is reported once and skipped up to its end, so that a peer that never ends a line costs no
 * memory. A line with a NUL byte is skipped as well. The last line of a stream needs no LF.
 */
#ifndef TRIANCEY_LINE_H
#define TRIANCEY_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 65536 };

enum line_status {
    LINE_READY,    /* a line is there */
    LINE_NONE,     /* no whole line yet: fill first */
    LINE_TOO_LONG, /* a line was longer than allowed and is lost */
    LINE_NUL,      /* a line held a NUL byte and is lost */
    LINE_END       /* the stream has ended and all its lines were delivered */
};

struct line_reader {
    int fd;
    bool ended, skipping;
    size_t start, scanned, end;
    char buffer[LINE_BYTES_MAX + 2];
};

void line_open(struct line_reader *reader, int fd);

/* The next line in the buffer, ended by a zero byte and valid until the next call of either. */
enum line_status line_next(struct line_reader *reader, char **line);

/* Reads once from the descriptor: waits if it blocks and there is nothing to read. Returns the
 * number of bytes, 0 at the end of the stream, or -1 with errno set (EAGAIN on a non-blocking
 * descriptor, EINTR). Call it only after line_next() answered LINE_NONE. */
long line_fill(struct line_reader *reader);

#endif
