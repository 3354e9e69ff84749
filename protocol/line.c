/* line.c - lines from a pipe, through one buffer that is as long as the longest line. Each byte
 * is searched once for the end of a line; the buffer is moved only when it is filled again. */
#include "protocol/line.h"

#include <string.h>
#include <unistd.h>

void line_open(struct line_reader *reader, int fd) {
    reader->fd = fd;
    reader->ended = reader->skipping = false;
    reader->start = reader->scanned = reader->end = 0;
}

/* Takes the terminator off a line that is complete, and checks its length and its bytes. */
static enum line_status line_finish(struct line_reader *reader, size_t end, char **line) {
    char *text = reader->buffer + reader->start;
    size_t length = end - reader->start;
    reader->start = reader->scanned = end + (end < reader->end);
    if (reader->skipping) {
        reader->skipping = false;
        return LINE_NONE;
    }
    if (length > 0 && text[length - 1] == '\r')
        length--;
    if (length > LINE_BYTES_MAX)
        return LINE_TOO_LONG;
    if (memchr(text, '\0', length))
        return LINE_NUL;
    text[length] = '\0';
    *line = text;
    return LINE_READY;
}

enum line_status line_next(struct line_reader *reader, char **line) {
    for (;;) {
        char *from = reader->buffer + reader->scanned;
        char *newline = memchr(from, '\n', reader->end - reader->scanned);
        bool tail = !newline && reader->ended && reader->start < reader->end;
        if (newline || tail) {
            size_t end = newline ? (size_t)(newline - reader->buffer) : reader->end;
            enum line_status status = line_finish(reader, end, line);
            if (status == LINE_NONE)
                continue; /* the end of a line that was reported before */
            return status;
        }
        reader->scanned = reader->end;
        if (reader->ended)
            return LINE_END;
        if (reader->end - reader->start <= LINE_BYTES_MAX + 1)
            return LINE_NONE;
        reader->start = reader->scanned = reader->end = 0;
        if (!reader->skipping) {
            reader->skipping = true;
            return LINE_TOO_LONG;
        }
    }
}

long line_fill(struct line_reader *reader) {
    if (reader->start > 0) {
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->scanned -= reader->start;
        reader->start = 0;
    }
    long count =
        read(reader->fd, reader->buffer + reader->end, sizeof reader->buffer - reader->end);
    if (count > 0)
        reader->end += (size_t)count;
    else if (count == 0)
        reader->ended = true;
    return count;
}
