/* busy.h - the moves that threads are searching.
 *
 * Simplified ABDADA (Tom Kerrigan, 2017, after J.-C. Weill, ICCA Journal 19, 1996): a thread that
 * meets a move which another one is searching puts it off, so that they share the work without
 * waiting. A mark is a hint: if there are too many, some are lost. When a thread removes its mark,
 * those of other threads at the same move are removed as well, which shows them that it can be
 * looked up. */
#ifndef TRIANCEY_ENGINE_SOLVER_BUSY_H
#define TRIANCEY_ENGINE_SOLVER_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { BUSY_SLOTS = 4096, BUSY_WAYS = 4 };

struct busy {
    _Atomic uint64_t key[BUSY_SLOTS][BUSY_WAYS];
};

bool busy_is(struct busy *busy, uint64_t key);

/* Marks a move. busy_claim() does so only if it is not marked yet, in one step, so that only one of
 * several threads gets it. */
void busy_start(struct busy *busy, uint64_t key);
bool busy_claim(struct busy *busy, uint64_t key);

void busy_finish(struct busy *busy, uint64_t key);

#endif
