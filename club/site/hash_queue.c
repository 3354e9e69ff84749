/* hash_queue.c - at most HASH_QUEUE tasks in order of arrival, so each question is a short walk
 * over them. When a network had its last turn is remembered for as many networks as the queue has
 * places. Who is known is a set of hashes without collisions resolved: a later one takes the place
 * of an earlier one, which then waits among the unknown. */
#include "config.h"

#include "club/site/hash_queue.h"

#include <sodium.h>
#include <string.h>

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
