/* hasher.c - one thread, one mutex, one condition. The thread takes a task, hashes without the
 * mutex, puts the task into the list of those that are done and writes to a pipe, which the loop
 * polls. The loop alone calls done(), so nothing else of the site is shared. */
#include "config.h"

#include "club/site/hasher.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/system.h"
#include "base/thread.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- whose turn it is ------------------------------------------------------------------------ */

/* At most HASH_QUEUE tasks in order of arrival, so each question is a short walk over them. When a
 * network had its last turn is remembered for as many networks as the queue has places. Who is
 * known is a set of hashes without collisions resolved: a later one takes the place of an earlier
 * one, which then waits among the unknown. */

enum { TURNS_OF_OTHERS = 4 };

static void take_out(struct hash_queue *queue, int place) {
    queue->count--;
    memmove(&queue->task[place], &queue->task[place + 1],
            sizeof *queue->task * (size_t)(queue->count - place));
}

/* ---- coming ---------------------------------------------------------------------------------- */

static int count_of(const struct hash_queue *queue, const struct address *network) {
    int count = 0;
    for (int i = 0; i < queue->count; i++)
        count += address_equal(&queue->task[i]->network, network);
    return count;
}

/* The task that should make room for another; -1: none should. */
static int find_last_of_most(const struct hash_queue *queue, const struct hash_task *task) {
    int most = count_of(queue, &task->network) + 1, found = -1;
    for (int i = 0; i < queue->count; i++) {
        const struct hash_task *other = queue->task[i];
        int count = count_of(queue, &other->network);
        if (task->known && !other->known)
            count += HASH_QUEUE;
        if (other->known && !task->known)
            continue;
        if (count > most || (found >= 0 && count == most)) {
            most = count;
            found = i;
        }
    }
    return found;
}

bool hash_queue_add(struct hash_queue *queue, struct hash_task *task, struct hash_task **ousted) {
    *ousted = NULL;
    if (queue->count == HASH_QUEUE) {
        int place = find_last_of_most(queue, task);
        if (place < 0)
            return false;
        *ousted = queue->task[place];
        take_out(queue, place);
    }
    queue->task[queue->count++] = task;
    return true;
}

/* ---- going ----------------------------------------------------------------------------------- */

/* When a network had its last turn; 0: not lately. */
static int64_t last_turn(const struct hash_queue *queue, const struct address *network) {
    int64_t last = 0;
    for (int i = 0; i < HASH_QUEUE; i++)
        if (queue->served[i].turn > last && address_equal(&queue->served[i].network, network))
            last = queue->served[i].turn;
    return last;
}

/* The first of the network that has waited longest for a turn; -1: none is known or unknown. */
static int find_next(const struct hash_queue *queue, bool known) {
    int next = -1;
    int64_t longest = INT64_MAX;
    for (int i = 0; i < queue->count; i++) {
        int64_t last = last_turn(queue, &queue->task[i]->network);
        if (queue->task[i]->known == known && last < longest) {
            next = i;
            longest = last;
        }
    }
    return next;
}

struct hash_task *hash_queue_take(struct hash_queue *queue) {
    bool known = ++queue->turns % TURNS_OF_OTHERS != 0;
    int next = find_next(queue, known);
    if (next < 0)
        next = find_next(queue, !known);
    if (next < 0)
        return NULL;
    struct hash_task *task = queue->task[next];
    queue->served[queue->turns % HASH_QUEUE].network = task->network;
    queue->served[queue->turns % HASH_QUEUE].turn = queue->turns;
    take_out(queue, next);
    return task;
}

/* ---- who is known ---------------------------------------------------------------------------- */

static uint64_t mark_of(int64_t account, const struct address *network) {
    unsigned char text[sizeof account + ADDRESS_BYTES], hash[crypto_generichash_BYTES_MIN];
    uint64_t mark;
    memcpy(text, &account, sizeof account);
    memcpy(text + sizeof account, network->byte, ADDRESS_BYTES);
    crypto_generichash(hash, sizeof hash, text, sizeof text, NULL, 0);
    memcpy(&mark, hash, sizeof mark);
    return mark | 1;
}

void hash_queue_note(struct hash_queue *queue, int64_t account, const struct address *network) {
    uint64_t mark = mark_of(account, network);
    queue->known[mark / 2 % HASH_QUEUE_KNOWN] = mark;
}

bool hash_queue_knows(const struct hash_queue *queue, int64_t account,
                      const struct address *network) {
    uint64_t mark = mark_of(account, network);
    return queue->known[mark / 2 % HASH_QUEUE_KNOWN] == mark;
}

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

/* Needs no mutex: only the loop uses the set of who is known. */
bool hasher_knows(struct hasher *hasher, int64_t account, const struct address *network) {
    return hash_queue_knows(&hasher->queue, account, network);
}

void hasher_note(struct hasher *hasher, int64_t account, const struct address *network) {
    hash_queue_note(&hasher->queue, account, network);
}

/* ---- the part -------------------------------------------------------------------------------- */

static bool hasher_open(struct site *site, struct error *error) {
    struct hasher *hasher = site->hasher = needed(calloc(1, sizeof *hasher));
    pthread_mutex_init(&hasher->mutex, NULL);
    pthread_cond_init(&hasher->changed, NULL);
    if (system_pipe(hasher->event, false) != 0)
        hasher->event[0] = hasher->event[1] = -1;
    else if ((hasher->runs = thread_start(&hasher->thread, hasher_run, hasher) == 0))
        return true;
    return error_set_kind(error, error_kind_of(errno), _("cannot start a thread: %s"),
                          strerror(errno));
}

static void hasher_finish(struct hash_task *task, bool given_up) {
    while (task) {
        struct hash_task *next = task->next;
        task->done(task, given_up);
        task = next;
    }
}

/* Gives up unfinished tasks, and reports that. */
static void hasher_close(struct site *site) {
    struct hasher *hasher = site->hasher;
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
    site->hasher = NULL;
}

static int hasher_polls(struct site *site, struct pollfd *polls) {
    polls[0] = (struct pollfd){.fd = site->hasher->event[0], .events = POLLIN};
    return 1;
}

static void hasher_collect(struct site *site, bool ready) {
    struct hasher *hasher = site->hasher;
    char events[256];
    if (!ready)
        return;
    pthread_mutex_lock(&hasher->mutex);
    struct hash_task *done = hasher->done;
    hasher->done = NULL;
    ssize_t got = read(hasher->event[0], events, sizeof events); /* it may have none */
    pthread_mutex_unlock(&hasher->mutex);
    (void)got;
    hasher_finish(done, false);
}

static void hasher_measure(struct site *site, struct text *metrics) {
    struct hasher *hasher = site->hasher;
    pthread_mutex_lock(&hasher->mutex);
    int64_t done = hasher->count, waiting = hasher->queue.count;
    pthread_mutex_unlock(&hasher->mutex);
    site_add_metric(metrics, "triancey_hashes_total", "counter", NULL, done);
    site_add_metric(metrics, "triancey_hashes_waiting", "gauge", NULL, waiting);
}

const struct site_part site_part_hasher = {.open = hasher_open,
                                           .close = hasher_close,
                                           .polls = hasher_polls,
                                           .run = hasher_collect,
                                           .measure = hasher_measure};
