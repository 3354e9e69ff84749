/* hasher.c - one thread, one mutex, one condition. The thread takes a task, hashes without the
 * mutex, puts the task into the list of those that are done and writes to a pipe, which the loop
 * polls. The loop alone calls done(), so nothing else of the site is shared. */
#include "config.h"

#include "club/site/hasher.h"

#include "base/error.h"
#include "base/language.h"
#include "base/need.h"
#include "base/system.h"
#include "base/thread.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hasher {
    pthread_t thread;
    bool runs;    /* the thread */
    int event[2]; /* a pipe: tasks are done */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct hash_queue queue;
    struct hash_task *done;
    int64_t count;
    bool ends;
};

/* ---- the thread ------------------------------------------------------------------------------ */

/* The next task; NULL: the end. The mutex is held. */
static struct hash_task *hasher_take(struct hasher *hasher) {
    while (hasher->queue.count == 0 && !hasher->ends)
        pthread_cond_wait(&hasher->changed, &hasher->mutex);
    return hasher->ends ? NULL : hash_queue_take(&hasher->queue);
}

static void *hasher_run(void *context) {
    struct hasher *hasher = context;
    struct hash_task *task;
    pthread_mutex_lock(&hasher->mutex);
    while ((task = hasher_take(hasher))) {
        pthread_mutex_unlock(&hasher->mutex);
        task->good = task->draws ? recovery_draw(task->code, task->hash)
                                 : recovery_is(task->code, task->hash);
        pthread_mutex_lock(&hasher->mutex);
        task->next = hasher->done;
        hasher->done = task;
        hasher->count++;
        ssize_t put = write(hasher->event[1], "", 1);
        (void)put; /* if it is full, the loop will be woken anyway */
    }
    pthread_mutex_unlock(&hasher->mutex);
    return NULL;
}

/* ---- the loop's side ------------------------------------------------------------------------- */

struct hasher *hasher_new(struct error *error) {
    struct hasher *hasher = memory_need(calloc(1, sizeof *hasher));
    pthread_mutex_init(&hasher->mutex, NULL);
    pthread_cond_init(&hasher->changed, NULL);
    bool piped = system_pipe(hasher->event, false) == 0;
    if (!piped)
        hasher->event[0] = hasher->event[1] = -1;
    else if ((hasher->runs = thread_start(&hasher->thread, hasher_run, hasher) == 0))
        return hasher;
    error_set_kind(error, error_kind_of(errno), _("cannot start a thread: %s"), strerror(errno));
    hasher_free(hasher);
    return NULL;
}

static void hasher_finish(struct hash_task *task, bool given_up) {
    while (task) {
        struct hash_task *next = task->next;
        task->done(task, given_up);
        task = next;
    }
}

void hasher_free(struct hasher *hasher) {
    if (!hasher)
        return;
    pthread_mutex_lock(&hasher->mutex);
    hasher->ends = true;
    pthread_cond_signal(&hasher->changed);
    pthread_mutex_unlock(&hasher->mutex);
    if (hasher->runs)
        pthread_join(hasher->thread, NULL);
    struct hash_task *task;
    while ((task = hash_queue_take(&hasher->queue)))
        task->done(task, true);
    hasher_finish(hasher->done, true);
    for (int i = 0; i < 2 && hasher->event[i] >= 0; i++)
        close(hasher->event[i]);
    pthread_mutex_destroy(&hasher->mutex);
    pthread_cond_destroy(&hasher->changed);
    free(hasher);
}

bool hasher_add(struct hasher *hasher, struct hash_task *task) {
    pthread_mutex_lock(&hasher->mutex);
    struct hash_task *ousted;
    bool room = hash_queue_add(&hasher->queue, task, &ousted);
    if (room)
        pthread_cond_signal(&hasher->changed);
    pthread_mutex_unlock(&hasher->mutex);
    if (ousted) {
        ousted->ousted = true;
        ousted->done(ousted, true);
    }
    return room;
}

/* Only the loop looks at who is known. */
bool hasher_knows(struct hasher *hasher, int64_t account, const struct address *network) {
    return hash_queue_knows(&hasher->queue, account, network);
}

void hasher_note(struct hasher *hasher, int64_t account, const struct address *network) {
    hash_queue_note(&hasher->queue, account, network);
}

int hasher_descriptor(const struct hasher *hasher) {
    return hasher->event[0];
}

void hasher_collect(struct hasher *hasher) {
    char events[256];
    pthread_mutex_lock(&hasher->mutex);
    struct hash_task *done = hasher->done;
    hasher->done = NULL;
    ssize_t got = read(hasher->event[0], events, sizeof events); /* it may have none */
    pthread_mutex_unlock(&hasher->mutex);
    (void)got;
    hasher_finish(done, false);
}

int hasher_waiting(struct hasher *hasher) {
    pthread_mutex_lock(&hasher->mutex);
    int waiting = hasher->queue.count;
    pthread_mutex_unlock(&hasher->mutex);
    return waiting;
}

int64_t hasher_count(struct hasher *hasher) {
    pthread_mutex_lock(&hasher->mutex);
    int64_t count = hasher->count;
    pthread_mutex_unlock(&hasher->mutex);
    return count;
}
