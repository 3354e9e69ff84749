/* record.c - opens and closes records. A file may come from anybody, so SQLite trusts nothing in
 * it, its system call open() is replaced by one that does not wait for a pipe, and names that
 * SQLite would take for something else are spelled as paths.
 *
 * A referee holds a lock of the file (flock) beside SQLite's own locks, which keeps a second one
 * out and tells followers that the league is being played. Closing any descriptor of the file drops
 * SQLite's locks in this process, so the descriptor of the lock is closed last.
 */
#include "config.h"

#include "record/record.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "record/query.h"
#include "record/record_parts.h"
#include "record/record_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 5000, MOMENT_MS = 20 };

const char *record_path(const struct record *record) {
    return record->path ? record->path : "(temporary)";
}

/* Turns the record back into a single file, which can be read anywhere. If somebody reads it for
 * longer than a moment, it keeps its write-ahead log. */
static void leave_one_file(sqlite3 *db) {
    enum { TRIES = 25, PAUSE_US = 20000 };
    int code = sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    for (int i = 0; i < TRIES && (code & 0xff) == SQLITE_BUSY; i++) {
        clock_sleep_us(PAUSE_US);
        code = sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
}

void record_close(struct record *record) {
    if (!record)
        return;
    for (int i = 0; i < RECORD_KEPT; i++)
        sqlite3_finalize(record->kept[i].statement);
    if (record->ours)
        leave_one_file(record->db);
    sqlite3_close(record->db);
    if (record->lock >= 0)
        close(record->lock); /* only now: closing it earlier would drop SQLite's own locks */
    free(record->path);
    free(record);
}

static struct record *new_record(const char *path) {
    struct record *record = needed(calloc(1, sizeof *record));
    record->lock = -1;
    record->path = path ? needed(strdup(path)) : NULL;
    return record;
}

/* The files beside the record that SQLite would take for its own must be regular: no pipe, no link.
 */
static bool check_beside(const struct record *record, struct error *error) {
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    const char *path = sqlite3_db_filename(record->db, "main"); /* links are followed */
    bool good = true;
    for (size_t i = 0; good && path && *path && i < sizeof endings / sizeof *endings; i++) {
        struct stat status;
        char *name = needed_string("%s%s", path, endings[i]);
        good = lstat(name, &status) != 0 || S_ISREG(status.st_mode) ||
               error_set(error, _("cannot read the record %s: %s"), record->path,
                         _("the file beside it is not a regular file"));
        free(name);
    }
    return good;
}

/* Opens a file for SQLite. Whoever may write to the folder of a record may put a pipe where SQLite
 * looks for a journal, and an open() of that would wait for ever. */
static int open_file(const char *path, int flags, int mode) {
    struct stat status;
    int file = open(path, flags | O_NONBLOCK, mode);
    if (file < 0 || (fstat(file, &status) == 0 && !S_ISFIFO(status.st_mode)))
        return file;
    close(file);
    errno = EINVAL;
    return -1;
}

/* SQLite lets its system calls be replaced, but does not promise it: without this, the checks of
 * files before they are opened still hold. */
static void replace_open(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* a lock for each piece of memory */
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (system && system->iVersion >= 3 && system->xSetSystemCall)
        system->xSetSystemCall(system, "open", (sqlite3_syscall_ptr)open_file);
}

/* Opens the file of that name or, without one, a temporary one that nobody else sees: a database in
 * memory would grow with every game. SQLite takes some names for something else (":memory:", and
 * with SQLITE_OPEN_URI, by which merge attaches records, addresses such as "file:..."), but none
 * that begins like this. */
static bool record_connect(struct record *record, int flags, struct error *error) {
    static pthread_once_t replaced = PTHREAD_ONCE_INIT;
    const char *path = record->path ? record->path : "";
    char *name = needed_string("%s%s", *path == '/' || !*path ? "" : "./", path);
    pthread_once(&replaced, replace_open);
    flags |= SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(name, &record->db, flags, NULL);
    free(name);
    if (code != SQLITE_OK)
        return record_fail(record, code, error);
    sqlite3_busy_timeout(record->db, BUSY_MS);
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL); /* until it is ours */
    /* A record may come from anybody: nothing in it is run unasked or believed to be small. */
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(record->db, SQLITE_LIMIT_LENGTH, RECORD_ROW_BYTES);
    return check_beside(record, error) && query_run(record, "PRAGMA cell_size_check = ON", error);
}

enum { STEPS = 250 }; /* of SQLite's machine, between two looks */

static int is_stopped(void *stop) {
    return atomic_load((const atomic_int *)stop) != 0;
}

void record_set_cancel(struct record *record, const atomic_int *stop) {
    if (record && stop)
        sqlite3_progress_handler(record->db, STEPS, is_stopped, (void *)(uintptr_t)stop);
}

static int is_late(void *context) {
    const struct record *record = context;
    return clock_us() > record->deadline;
}

/* Whether the file is of this kind (NULL: the record of a league), in a version that this program
 * reads. `fresh` (may be NULL) is set if it is an empty database that can become one. */
static bool check_kind(struct record *record, const struct record_kind *kind, bool *fresh,
                       struct error *error) {
    int known = kind ? kind->version : RECORD_SCHEMA;
    int64_t application, version, tables;
    if (!query_ask(record, "PRAGMA application_id", NULL, &application, error) ||
        !query_ask(record, "PRAGMA user_version", NULL, &version, error) ||
        !query_ask(record, "SELECT COUNT(*) FROM sqlite_schema", NULL, &tables, error))
        return false;
    if (fresh && application == 0 && version == 0 && tables == 0) {
        *fresh = true;
        return true;
    }
    if (application != (kind ? kind->application : RECORD_APPLICATION))
        return error_set(error,
                         kind ? _(kind->unlike)
                              : _("record %s: a database, but not a record of a league"),
                         record_path(record));
    if (version > known)
        return error_set(error,
                         _("record %s: written by a newer referee (version %" PRId64
                           " of the tables, this one knows %d): use that one"),
                         record_path(record), version, known);
    if (version < known)
        return error_set(error,
                         _("record %s: written by an older referee (version %" PRId64
                           " of the tables, this one knows %d): name another file"),
                         record_path(record), version, known);
    return kind || record_schema_check(record, error);
}

/* ---- opening --------------------------------------------------------------------------------- */

enum { LOCK_TRIES = 50, LOCK_PAUSE_US = 20000 };

/* Takes the lock of a file. A referee that was killed while it started an engine leaves a child
 * which holds the lock until it has closed what it inherited, some milliseconds later. */
static bool take_lock(int file) {
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        clock_sleep_us(LOCK_PAUSE_US);
    }
    return false;
}

/* Keeps a second referee out. */
static bool lock(struct record *record, struct error *error) {
    struct stat status;
    record->lock = open(record->path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
    const int reason = errno;
    if (record->lock < 0 && reason == EISDIR)
        return error_set_kind(error, ERROR_SYSTEM, _("record %s: %s"), record->path,
                              _("it is a folder"));
    if (record->lock < 0)
        return error_set_kind(
            error, error_kind_of(reason), _("record %s: %s%s"), record->path, strerror(reason),
            reason == ENOENT ? _("; its folder is missing: make it, or choose another")
            : reason == EACCES || reason == EPERM || reason == EROFS
                ? _("; make the file and its folder writable, or choose another")
                : "");
    if (fstat(record->lock, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set_kind(error, ERROR_SYSTEM, _("record %s: %s"), record->path,
                              _("it is not a regular file"));
    if (take_lock(record->lock))
        return true;
    return error_set(error, _("record %s: another referee is writing to it"), record->path);
}

struct record *record_take_as(const struct record_kind *kind, const char *path, bool *fresh,
                              struct error *error) {
    struct record *record = new_record(path);
    *fresh = false;
    if ((!path || lock(record, error)) &&
        record_connect(record, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) &&
        check_kind(record, kind, fresh, error))
        return record;
    record_close(record);
    return NULL;
}

struct record *record_take(const char *path, bool *fresh, struct error *error) {
    return record_take_as(NULL, path, fresh, error);
}

void record_remove_beside(const char *path) {
    static const char *const endings[] = {"-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *name = needed_string("%s%s", path, endings[i]);
        unlink(name);
        free(name);
    }
}

/* Writes the open file again under its old name, where no file is now. */
static bool put_back(struct record *record) {
    struct error ignored;
    record_remove_beside(record->path); /* they would be taken for those of the new file */
    return query_write(record, "VACUUM INTO ?", VALUES(value_text(record->path)), &ignored);
}

bool record_check_place(struct record *record, struct error *error) {
    struct stat held, there;
    if (!record->path || record->lock < 0 || fstat(record->lock, &held) != 0)
        return true;
    bool found = stat(record->path, &there) == 0;
    if (!record->fate && found && there.st_ino == held.st_ino && there.st_dev == held.st_dev)
        return true;
    record->ours = false; /* another's files have its name */
    if (!record->fate)
        record->fate = found ? N_("record %s: another file has taken its place while it was being "
                                  "written, and its "
                                  "contents are lost")
                       : put_back(record) ? N_("record %s: it was removed while it was being "
                                               "written; it has been put back, and "
                                               "the same command continues")
                                          : N_("record %s: it was removed while it was being "
                                               "written, and its contents are lost");
    return error_set(error, _(record->fate), record->path);
}

bool record_own(struct record *record, struct error *error) {
    record->ours = record->path != NULL;
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    /* 256 KiB are enough for a file that rows are only added to, and memory does not grow. */
    return query_run(record, "PRAGMA cache_size = -256", error) &&
           query_run(record,
                     record->path ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
                                  : "PRAGMA journal_mode = MEMORY",
                     error);
}

/* Whether the file exists; a link to a file counts if `followed`. */
static bool check_file(const char *path, bool followed, struct error *error) {
    struct stat status;
    bool there = (followed ? stat(path, &status) : lstat(path, &status)) == 0;
    if (there && S_ISREG(status.st_mode))
        return true;
    return error_set_kind(error, there ? ERROR_SYSTEM : error_kind_of(errno),
                          _("cannot read the record %s: %s"), path,
                          !there                    ? strerror(errno)
                          : S_ISDIR(status.st_mode) ? _("it is a folder")
                                                    : _("it is not a regular file"));
}

static struct record *open_existing(const struct record_kind *kind, const char *path, int flags,
                                    int64_t deadline, struct error *error) {
    struct record *record = new_record(path);
    bool good = record_connect(record, flags, error);
    if (good && deadline > 0) {
        sqlite3_busy_timeout(record->db, MOMENT_MS);
        /* Queries fail after the deadline (clock_us()). */
        record->deadline = deadline;
        sqlite3_progress_handler(record->db, STEPS, is_late, record);
    }
    if (good && check_kind(record, kind, NULL, error))
        return record;
    record_close(record);
    return NULL;
}

struct record *record_read_as(const struct record_kind *kind, const char *path,
                              struct error *error) {
    return check_file(path, true, error) ? open_existing(kind, path, SQLITE_OPEN_READONLY, 0, error)
                                         : NULL;
}

struct record *record_read(const char *path, struct error *error) {
    return record_read_as(NULL, path, error);
}

struct record *record_join(const char *path, struct error *error) {
    return check_file(path, true, error)
               ? open_existing(NULL, path, SQLITE_OPEN_READWRITE, 0, error)
               : NULL;
}

struct record *record_look(const char *path, int64_t deadline, struct error *error) {
    return check_file(path, false, error)
               ? open_existing(NULL, path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW, deadline,
                               error)
               : NULL;
}
