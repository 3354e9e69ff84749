/* hasher.h - Argon2id beside the loop: a thread of its own draws recovery codes and compares them.
 *
 * One hash takes 64 MiB and some 0.1 s, so there is one at a time.
 */
#ifndef TRIANCEY_CLUB_SITE_HASHER_H
#define TRIANCEY_CLUB_SITE_HASHER_H

#include "club/http/address.h"
#include "club/store/recovery.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- whose turn it is ------------------------------------------------------------------------ */

/* Who is next to have a recovery code hashed, which costs 0.1 s of the one thread.
 *
 * Networks (address_provider()) take turns, so that a holder of many addresses keeps only that
 * network waiting. If the queue is full, the last task of the network with the most tasks makes
 * room for one whose network has fewer. Tasks of somebody known, who has signed in from that
 * network before or is signed in, go first; each fourth turn is the others'. Not safe for threads.
 */

enum { HASH_QUEUE = 32, HASH_QUEUE_KNOWN = 4096, HASHER_CODE_SIZE = 64 };

/* What is to be done; the caller's until it is added, then the hasher's until it is collected. */
struct hash_task {
    struct address network;      /* address_provider() of who asks */
    bool known;                  /* somebody who is signed in, or was so from there */
    bool ousted;                 /* given up for others */
    bool draws;                  /* a new code and its hash; else the code is compared */
    char code[HASHER_CODE_SIZE]; /* as it was typed, or drawn */
    char hash[RECOVERY_HASH_SIZE];
    bool good;                                           /* drawn; or the same */
    void (*done)(struct hash_task *task, bool given_up); /* in the thread of the loop */
    struct hash_task *next;
};

struct hash_queue {
    struct hash_task *task[HASH_QUEUE]; /* in order of arrival */
    int count;
    int64_t turns;
    struct {
        struct address network;
        int64_t turn;
    } served[HASH_QUEUE]; /* the last ones */
    uint64_t known[HASH_QUEUE_KNOWN];
};

/* False: there is no room for it. What had to make room, NULL: nothing, is no longer in the queue.
 */
bool hash_queue_add(struct hash_queue *queue, struct hash_task *task, struct hash_task **ousted);

/* NULL: nothing waits. */
struct hash_task *hash_queue_take(struct hash_queue *queue);

/* Notes that an account signed in from a network; whether it did, as far as is remembered. */
void hash_queue_note(struct hash_queue *queue, int64_t account, const struct address *network);
bool hash_queue_knows(const struct hash_queue *queue, int64_t account,
                      const struct address *network);

struct hasher;

/* False: too many wait. A task that has to make room for this one is given up. */
bool hasher_add(struct hasher *hasher, struct hash_task *task);

/* Whether an account has signed in from a network before; notes that it has. */
bool hasher_knows(struct hasher *hasher, int64_t account, const struct address *network);
void hasher_note(struct hasher *hasher, int64_t account, const struct address *network);

#endif
