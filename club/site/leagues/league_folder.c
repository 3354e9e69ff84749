/* league_folder.c - leagues are an array sorted by name; a scan adds new ones behind it and sorts
 * when it is over. Each scan opens the folder again, so that one that was moved or replaced is
 * noticed, and looks at files through its descriptor. A league that a scan has not seen is gone.
 * Reports of the system mark a league as changed at once; a scan every half minute finds what they
 * missed. */
#include "config.h"

#include "club/site/leagues/league_folder.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "base/needed.h"
#include "base/system.h"
#include "base/text.h"
#include "club/http/event_log.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)

enum {
    SLICE = 64,        /* names looked at in one go */
    TOLD_SECONDS = 30, /* between two scans if the system reports changes */
    UNTOLD_SECONDS = 2
};

/* What SQLite and the referee put beside a record. */
static const char *const companions[] = {"-wal", "-shm", "-journal", LIVE_SUFFIX};

/* ---- one league ------------------------------------------------------------------------------ */

static void free_league(struct league *league) {
    if (!league)
        return;
    live_seen_free(&league->playing);
    event_log_release(league->log);
    free(league->file);
    free(league->path);
    free(league->head);
    free(league->standings);
    free(league);
}

static void name_league(const char *file, char id[LEAGUE_ID_SIZE]) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t length = strlen(file);
    if (length < LEAGUE_ID_SIZE && strspn(file, plain) == length)
        memcpy(id, file, length + 1);
    else
        snprintf(id, LEAGUE_ID_SIZE, "~%016" PRIx64, text_hash(file));
}

static struct league *new_league(const struct league_folder *folder, const char *file) {
    struct league *league = needed(calloc(1, sizeof *league));
    league->file = needed(strdup(file));
    name_league(file, league->id);
    league->dirty = true;
    league->path = needed_string("%s/%s", folder->path, file);
    return league;
}

static int league_folder_compare(const void *first, const void *second) {
    const struct league *const *a = first, *const *b = second;
    return strcmp((*a)->file, (*b)->file);
}

static struct league *find_file(const struct league_folder *folder, const char *file) {
    struct league key = {.file = (char *)(uintptr_t)file}, *wanted = &key;
    struct league **found = NULL;
    if (folder->sorted > 0)
        found = bsearch(&wanted, folder->league, (size_t)folder->sorted, sizeof(struct league *),
                        league_folder_compare);
    for (int i = folder->sorted; !found && i < folder->count; i++)
        if (strcmp(folder->league[i]->file, file) == 0)
            found = &folder->league[i];
    return found ? *found : NULL;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The status of a file beside a record; false: there is none, or it is no file. */
static bool look_beside(const struct league_folder *folder, const char *file, const char *suffix,
                        struct stat *status) {
    char name[NAME_MAX + 16];
    int length = snprintf(name, sizeof name, "%s%s", file, suffix);
    return length < (int)sizeof name &&
           fstatat(folder->directory, name, status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(status->st_mode);
}

/* Whether a file begins as records do. The first writes of a referee are in the log beside it for a
 * while, so the application ID may still be missing. */
static bool is_record(const struct league_folder *folder, const char *file, bool wal) {
    enum { BYTES = 100, NUMBER = 68 };
    static const char magic[16] = "SQLite format 3";
    unsigned char head[BYTES];
    int descriptor =
        openat(folder->directory, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool whole = pread(descriptor, head, BYTES, 0) == BYTES;
    close(descriptor);
    if (!whole || memcmp(head, magic, sizeof magic) != 0)
        return false;
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number = number << 8 | head[NUMBER + i];
    return number == RECORD_APPLICATION || (number == 0 && wal);
}

/* The ending of a file beside a record, and how long the name of the record is; NULL: it has none.
 */
static const char *find_ending(const char *file, size_t *record) {
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
        *record = length - strlen(companions[i]);
        if (length > strlen(companions[i]) && strcmp(file + *record, companions[i]) == 0)
            return companions[i];
    }
    return NULL;
}

static int64_t milliseconds(const struct timespec *time) {
    return (int64_t)time->tv_sec * 1000 + time->tv_nsec / 1000000;
}

/* Notes what is new of a league. */
static void update_league(struct league *league, const struct stat *file, const struct stat *wal) {
    const int64_t stamp[5] = {(int64_t)file->st_ino, file->st_size,
                              file->st_mtim.tv_sec * INT64_C(1000000000) + file->st_mtim.tv_nsec,
                              wal->st_size,
                              wal->st_mtim.tv_sec * INT64_C(1000000000) + wal->st_mtim.tv_nsec};
    int64_t first = milliseconds(&file->st_mtim), second = milliseconds(&wal->st_mtim);
    league->changed = first > second ? first : second;
    league->dirty |= memcmp(stamp, league->stamp, sizeof stamp) != 0;
    memcpy(league->stamp, stamp, sizeof stamp);
    league->seen = true;
}

static void add_league(struct league_folder *folder, const char *file, const struct stat *status,
                       const struct stat *wal) {
    if (folder->count >= LEAGUES_MAX)
        return;
    folder->league =
        needed(list_grow(folder->league, folder->count, &folder->room, sizeof(struct league *)));
    struct league *league = new_league(folder, file);
    update_league(league, status, wal);
    folder->league[folder->count++] = league;
}

static void look_at_file(struct league_folder *folder, const char *file) {
    struct stat status, wal = {.st_size = 0}, live;
    size_t length;
    if (*file == '.' || find_ending(file, &length) ||
        fstatat(folder->directory, file, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode) ||
        (status.st_dev == folder->device && status.st_ino == folder->number))
        return;
    bool busy = look_beside(folder, file, "-wal", &wal);
    struct league *league = find_file(folder, file);
    if (league && league->stamp[0] == (int64_t)status.st_ino)
        update_league(league, &status, &wal);
    else if (is_record(folder, file, busy))
        league ? update_league(league, &status, &wal) : add_league(folder, file, &status, &wal);
    league = find_file(folder, file);
    if (league)
        league->maybe_live |= look_beside(folder, file, LIVE_SUFFIX, &live);
}

/* ---- scans ----------------------------------------------------------------------------------- */

/* What the scan has not seen is gone. */
static void end_scan(struct league_folder *folder) {
    int left = 0;
    if (folder->scan)
        closedir(folder->scan);
    folder->scan = NULL;
    for (int i = 0; i < folder->count; i++) {
        struct league *league = folder->league[i];
        if (league->seen) {
            folder->league[left++] = league;
            continue;
        }
        folder->gone(folder->context, league);
        free_league(league);
    }
    folder->count = folder->sorted = left;
    if (left > 0)
        qsort(folder->league, (size_t)left, sizeof(struct league *), league_folder_compare);
    folder->due = clock_us() + (folder->notify >= 0 ? TOLD_SECONDS : UNTOLD_SECONDS) * SECOND;
}

/* If the folder cannot be read, all leagues are gone. */
static void begin_scan(struct league_folder *folder) {
    if (folder->directory >= 0)
        close(folder->directory);
    folder->directory = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    folder->scan = opendir(folder->path);
    folder->again = false;
    folder->sorted = folder->count;
    for (int i = 0; i < folder->count; i++)
        folder->league[i]->seen = false;
    if (!folder->scan)
        end_scan(folder);
}

/* True: it goes on. */
static bool scan_on(struct league_folder *folder) {
    for (int i = 0; i < SLICE; i++) {
        const struct dirent *entry = readdir(folder->scan);
        if (!entry) {
            end_scan(folder);
            return false;
        }
        look_at_file(folder, entry->d_name);
    }
    return true;
}

/* ---- reports of the system ------------------------------------------------------------------- */

/* A file beside a record changes for the record. */
static void note_change(void *context, const char *name, bool comes_or_goes) {
    struct league_folder *folder = context;
    char file[NAME_MAX + 1];
    size_t length;
    folder->again |= !name;
    if (!name)
        return;
    snprintf(file, sizeof file, "%s", name);
    const char *ending = find_ending(file, &length);
    if (ending) {
        file[length] = '\0';
        comes_or_goes = false;
    }
    struct league *league = find_file(folder, file);
    if (league && ending && strcmp(ending, LIVE_SUFFIX) == 0)
        league->maybe_live = true;
    else if (league)
        league->hinted = true;
    folder->again |= comes_or_goes || !league;
}

/* ---- the folder ------------------------------------------------------------------------------ */

struct league_folder *league_folder_open(const char *path, dev_t device, ino_t number,
                                         league_gone *gone, void *context, struct error *error) {
    struct league_folder *folder = needed(malloc(sizeof *folder));
    struct stat status;
    *folder = (struct league_folder){.device = device,
                                     .number = number,
                                     .gone = gone,
                                     .context = context,
                                     .notify = -1,
                                     .directory = -1};
    folder->path = realpath(path, NULL);
    if (!folder->path || stat(folder->path, &status) != 0)
        error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        error_set(error, "%s: %s", path, _("it is not a folder"));
    else {
        folder->notify = system_watch(folder->path);
        return folder;
    }
    league_folder_close(folder);
    return NULL;
}

void league_folder_close(struct league_folder *folder) {
    if (!folder)
        return;
    if (folder->scan)
        closedir(folder->scan);
    if (folder->notify >= 0)
        close(folder->notify);
    if (folder->directory >= 0)
        close(folder->directory);
    for (int i = 0; i < folder->count; i++)
        free_league(folder->league[i]);
    free(folder->league);
    free(folder->path);
    free(folder);
}

bool league_folder_look(struct league_folder *folder) {
    system_changes(folder->notify, note_change, folder);
    for (int i = 0; i < folder->count; i++)
        if (folder->league[i]->hinted) {
            folder->league[i]->hinted = false;
            look_at_file(folder, folder->league[i]->file);
        }
    if (!folder->scan && (folder->again || clock_us() >= folder->due))
        begin_scan(folder);
    if (folder->scan)
        return scan_on(folder);
    return false;
}

struct league *league_folder_find(const struct league_folder *folder, const char *id) {
    for (int i = 0; i < folder->count; i++)
        if (strcmp(folder->league[i]->id, id) == 0)
            return folder->league[i];
    return NULL;
}
