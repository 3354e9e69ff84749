/* hasher.h - Argon2id beside the loop: a thread of its own draws recovery codes and compares them.
 *
 * One hash takes 64 MiB and some 0.1 s, so there is one at a time; hash_queue.h says who is next.
 */
#ifndef TRIANCEY_CLUB_SITE_HASHER_H
#define TRIANCEY_CLUB_SITE_HASHER_H

#include "club/site/hash_queue.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

struct hasher;

/* NULL and a message. */
struct hasher *hasher_new(struct error *error);

/* Gives up unfinished tasks, and reports that. NULL is allowed. */
void hasher_free(struct hasher *hasher);

/* False: too many wait. A task that has to make room for this one is given up. */
bool hasher_add(struct hasher *hasher, struct hash_task *task);

/* Whether an account has signed in from a network before; and that it has. */
bool hasher_knows(struct hasher *hasher, int64_t account, const struct address *network);
void hasher_note(struct hasher *hasher, int64_t account, const struct address *network);

/* To be polled for reading; when it is ready, calls done() of each task that is. */
int hasher_descriptor(const struct hasher *hasher);
void hasher_collect(struct hasher *hasher);

/* How many wait, and how many were done since the beginning. */
int hasher_waiting(struct hasher *hasher);
int64_t hasher_count(struct hasher *hasher);

#endif
