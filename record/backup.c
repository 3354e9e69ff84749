/* backup.c - copies of records. The copy is made by SQLite's online backup: it shows the record as
 * it was at one moment, while others go on writing. It grows under the name PATH.new, and gets its
 * own name only when it is complete and on the disk. */
#include "config.h"

#include "record/record.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "record/record_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGES_A_STEP = 4096 };

/* Copies all pages as they are at one moment: a read transaction is open until all are copied. */
static int copy(sqlite3 *from, sqlite3 *to, const atomic_int *stop) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return sqlite3_errcode(to);
    int code = sqlite3_exec(from, "BEGIN; SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
    while (code == SQLITE_OK)
        code = stop && atomic_load(stop) ? SQLITE_INTERRUPT
                                         : sqlite3_backup_step(backup, PAGES_A_STEP);
    sqlite3_exec(from, "ROLLBACK", NULL, NULL, NULL);
    int end = sqlite3_backup_finish(backup);
    return code == SQLITE_DONE ? end : code;
}

static bool make(struct record *record, const char *path, const atomic_int *stop,
                 struct error *error) {
    sqlite3 *to = NULL;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    int code = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = copy(record->db, to, stop);
    if (code == SQLITE_OK)
        /* A single file, without a log beside it, that can be read anywhere. */
        code = sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(to);
    bool kept = fsync(file) == 0;
    close(file);
    if (code == SQLITE_OK && kept)
        return true;
    unlink(path);
    return error_set_kind(error, code == SQLITE_NOMEM ? ERROR_MEMORY : ERROR_SYSTEM,
                          _("%s cannot be written: %s"), path,
                          code != SQLITE_OK ? sqlite3_errstr(code) : strerror(errno));
}

bool record_backup(struct record *record, const char *path, const atomic_int *stop,
                   struct error *error) {
    if (access(path, F_OK) == 0)
        return error_set(error, _("%s already exists; choose another name"), path);
    /* SQLite gives some names a meaning of their own, but none that begins like this. */
    char *growing = needed_string("%s%s.new", *path == '/' ? "" : "./", path);
    bool made = make(record, growing, stop, error);
    bool done = made && link(growing, path) == 0; /* which replaces no other file */
    if (made && !done)
        error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    if (made)
        unlink(growing);
    free(growing);
    return done;
}
