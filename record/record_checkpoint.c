/* record_checkpoint.c - a thread that copies the write-ahead log into the file.
 *
 * A passive checkpoint copies what is there while others write, without waiting. As long as they
 * write, it never gets to the end, so the log would grow for ever. Once the log is long and the
 * thread has copied nearly all of it, the writer copies the rest after a commit, and the log starts
 * over.
 */
#include "config.h"

#include "record/record.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/needed.h"
#include "base/thread.h"
#include "base/wait.h"
#include "record/record_parts.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAUSE_SECONDS = 1,
    LOG_PAGES = 8192,  /* of 4 KiB: a longer log is to start over */
    REST_PAGES = 256,  /* so few pages may be left for the writer to copy */
    PASSES = 5,        /* at most, until so few are left */
    USUAL_PAGES = 1000 /* SQLite's default for its own checkpoints */
};

struct record_checkpoint {
    struct sqlite3 *theirs, *ours; /* connections: the writer's, the thread's */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool ending;
    atomic_bool nearly; /* little is left: the writer copies the rest */
};

/* Waits until the next look; false: the thread is to end. */
static bool pause_thread(struct record_checkpoint *checkpoint) {
    int64_t until = clock_us() + PAUSE_SECONDS * INT64_C(1000000);
    pthread_mutex_lock(&checkpoint->mutex);
    while (!checkpoint->ending &&
           wait_condition(&checkpoint->ended, &checkpoint->mutex, until) == 0)
        continue;
    bool goes_on = !checkpoint->ending;
    pthread_mutex_unlock(&checkpoint->mutex);
    return goes_on;
}

/* Copies the log, again and again until little was added during a pass. Errors are ignored: a full
 * disk will show again, and the writer notices it by its own commits. */
static void copy_log(struct record_checkpoint *checkpoint) {
    int pages = 0, copied = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        int before = copied;
        int code = sqlite3_wal_checkpoint_v2(checkpoint->ours, NULL, SQLITE_CHECKPOINT_PASSIVE,
                                             &pages, &copied);
        if (code != SQLITE_OK || copied - before <= REST_PAGES)
            break;
    }
    if (pages > LOG_PAGES)
        atomic_store(&checkpoint->nearly, true);
}

static void *checkpoint_work(void *context) {
    struct record_checkpoint *checkpoint = context;
    while (pause_thread(checkpoint))
        copy_log(checkpoint);
    return NULL;
}

/* Called after each commit of the writer. */
static int committed(void *context, struct sqlite3 *db, const char *name, int pages) {
    struct record_checkpoint *checkpoint = context;
    (void)pages;
    if (atomic_exchange(&checkpoint->nearly, false))
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

static bool checkpoint_connect(struct record_checkpoint *checkpoint, const struct record *record,
                               struct error *error) {
    const char *path = sqlite3_db_filename(record->db, "main");
    int code =
        sqlite3_open_v2(path, &checkpoint->ours, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return record_fail(record, code, error);
    sqlite3_db_config(checkpoint->ours, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    /* A connection sees the log only once it has read something. */
    code = sqlite3_exec(checkpoint->ours, "SELECT COUNT(*) FROM sqlite_schema", NULL, NULL, NULL);
    return code == SQLITE_OK || record_fail(record, code, error);
}

static void free_checkpoint(struct record_checkpoint *checkpoint) {
    sqlite3_close(checkpoint->ours);
    pthread_cond_destroy(&checkpoint->ended);
    pthread_mutex_destroy(&checkpoint->mutex);
    free(checkpoint);
}

struct record_checkpoint *record_checkpoint_start(struct record *record, struct error *error) {
    struct record_checkpoint *checkpoint = needed(calloc(1, sizeof *checkpoint));
    checkpoint->theirs = record->db;
    pthread_mutex_init(&checkpoint->mutex, NULL);
    wait_condition_init(&checkpoint->ended);
    if (checkpoint_connect(checkpoint, record, error)) {
        int reason = thread_start(&checkpoint->thread, checkpoint_work, checkpoint);
        if (reason == 0) {
            sqlite3_wal_hook(checkpoint->theirs, committed, checkpoint);
            return checkpoint;
        }
        error_set_kind(error, error_kind_of(reason), "%s", strerror(reason));
    }
    free_checkpoint(checkpoint);
    return NULL;
}

void record_checkpoint_stop(struct record_checkpoint *checkpoint) {
    if (!checkpoint)
        return;
    pthread_mutex_lock(&checkpoint->mutex);
    checkpoint->ending = true;
    pthread_cond_signal(&checkpoint->ended);
    pthread_mutex_unlock(&checkpoint->mutex);
    pthread_join(checkpoint->thread, NULL);
    sqlite3_wal_autocheckpoint(checkpoint->theirs, USUAL_PAGES); /* takes the hook away */
    free_checkpoint(checkpoint);
}
