/* follow.c - tells whether a followed record has changed: by size and time of its file, of its
 * write-ahead log, to which SQLite writes first, and of the file of live moves. */
#include "config.h"

#include "record/follow.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "record/live.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a referee holds the lock. A referee that opens the record meanwhile tries again if our
 * shared lock is in its way. */
static bool is_written(const char *path) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0)
        close(file);
    return locked;
}

static void follow_note(const struct stat *status, int64_t changed[3]) {
    changed[0] = status->st_mtim.tv_sec;
    changed[1] = status->st_mtim.tv_nsec;
    changed[2] = status->st_size;
}

/* Looks at the file; false and a message: it does not exist, or is another one. */
static bool check_file(struct follow *follow, int64_t changed[3], struct error *error) {
    struct stat status;
    if (stat(follow->path, &status) != 0)
        return error_set_kind(error, error_kind_of(errno),
                              follow->begun
                                  ? _("record %s: it was removed while it was being followed: %s")
                                  : _("cannot read the record %s: %s"),
                              follow->path, strerror(errno));
    const uint64_t file[2] = {(uint64_t)status.st_dev, (uint64_t)status.st_ino};
    if (follow->begun && memcmp(file, follow->file, sizeof file) != 0)
        return error_set(
            error, _("record %s: another file has taken its place while it was being followed"),
            follow->path);
    memcpy(follow->file, file, sizeof file);
    follow_note(&status, changed);
    return true;
}

/* Looks at a file beside the record, if it exists. */
static bool check_beside(const struct follow *follow, const char *suffix, int64_t changed[3],
                         struct error *error) {
    struct stat status;
    char *path = NULL;
    if (!value_write(&path, error, "%s%s", follow->path, suffix))
        return false;
    if (stat(path, &status) == 0)
        follow_note(&status, changed);
    free(path);
    return true;
}

enum follow_answer follow_look(struct follow *follow, struct error *error) {
    int64_t changed[9] = {0}, now = clock_us();
    bool first = !follow->begun, written = is_written(follow->path);
    if (!check_file(follow, changed, error) || !check_beside(follow, "-wal", changed + 3, error) ||
        !check_beside(follow, LIVE_SUFFIX, changed + 6, error))
        return FOLLOW_FAILED;
    if (first)
        follow->begun = now;
    follow->written |= written;
    if (!written && (follow->written || now - follow->begun > FOLLOW_PATIENCE_US))
        return FOLLOW_OVER;
    if (!first && memcmp(changed, follow->changed, sizeof changed) == 0)
        return FOLLOW_SAME;
    memcpy(follow->changed, changed, sizeof changed);
    return FOLLOW_NEWS;
}
