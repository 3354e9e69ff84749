/* transcript.c - writes the dialogues of all engines to one file. Lines that cannot be written are
 * counted, and reported when it is closed. */
#include "config.h"

#include "referee/engines/transcript.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_SHOWN = 63 };

struct transcript {
    char *path;
    int file;
    int64_t begun;      /* clock_us() */
    atomic_long lost;   /* lines */
    atomic_int because; /* errno of the first line that was lost */
};

/* Writes a line by one call, so that O_APPEND keeps it together. If only a part was written,
 * another call writes the rest, or gives the reason why it cannot. */
static void write_line(struct transcript *transcript, const char *line, size_t length) {
    while (length > 0) {
        ssize_t count = write(transcript->file, line, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            int none = 0;
            atomic_compare_exchange_strong(&transcript->because, &none, count ? errno : ENOSPC);
            atomic_fetch_add(&transcript->lost, 1);
            return;
        }
        line += count;
        length -= (size_t)count;
    }
}

struct transcript *transcript_open(const char *path, struct error *error) {
    char line[128], when[CALENDAR_TIME_SIZE];
    if (output_spoils(path, error))
        return NULL;
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) {
        error_set_kind(error, error_kind_of(errno), _("log %s: %s"), path, strerror(errno));
        return NULL;
    }
    struct transcript *transcript = needed(calloc(1, sizeof *transcript));
    transcript->path = needed(strdup(path));
    transcript->file = file;
    transcript->begun = clock_us();
    int length = snprintf(line, sizeof line, "# triancey-referee " PACKAGE_VERSION " %s\n",
                          calendar_now(when));
    write_line(transcript, line, (size_t)length);
    return transcript;
}

bool transcript_close(struct transcript *transcript, struct error *error) {
    if (!transcript)
        return true;
    long lost = atomic_load(&transcript->lost);
    if (lost)
        error_set_kind(error, error_kind_of(atomic_load(&transcript->because)),
                       _("log %s: %s; lines missing: %ld"), transcript->path,
                       strerror(atomic_load(&transcript->because)), lost);
    close(transcript->file);
    free(transcript->path);
    free(transcript);
    return lost == 0;
}

static void add_line(struct transcript *transcript, int worker, const char *engine, char direction,
                     const char *text, size_t length) {
    char line[DIALOGUE_TEXT_MAX + NAME_SHOWN + 128];
    int64_t now = clock_us() - transcript->begun;
    size_t shown = length < DIALOGUE_TEXT_MAX ? length : DIALOGUE_TEXT_MAX;
    size_t end =
        (size_t)snprintf(line, sizeof line, "%" PRId64 ".%06" PRId64 " %d %.*s %c ", now / 1000000,
                         now % 1000000, worker, NAME_SHOWN, engine, direction);
    for (size_t i = 0; i < shown; i++)
        line[end++] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '.';
    if (shown < length)
        end += (size_t)snprintf(line + end, sizeof line - end, "... (%zu bytes)", length);
    line[end++] = '\n';
    write_line(transcript, line, end);
}

void transcript_add_lines(struct transcript *transcript, int worker, const char *engine,
                          char direction, const char *text, size_t length) {
    const char *end = text + length;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        add_line(transcript, worker, engine, direction, text, (size_t)(stop - text));
        text = stop + 1;
    }
}
