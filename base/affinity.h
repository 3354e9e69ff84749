/* affinity.h - the processors of the machine: which ones a thread may run on, and binding threads
 * to one of them. Only Linux has calls for that.
 */
#ifndef TRIANCEY_BASE_AFFINITY_H
#define TRIANCEY_BASE_AFFINITY_H

#include <stdbool.h>
#include <stdint.h>

struct error;

enum { PROCESSORS_MAX = 1024 };

struct processor_set {
    uint64_t word[PROCESSORS_MAX / 64];
};

/* Reads a list such as 0-3,6. False and a message. */
bool affinity_read(struct processor_set *set, const char *text, struct error *error);

/* How many processors of a set (NULL: of all) the calling thread may run on; 0: this cannot be
 * found out, as on other systems than Linux for any set. */
int affinity_count(const struct processor_set *among);
static inline int affinity_processors(void) {
    return affinity_count((const struct processor_set *)0);
}

/* Restricts the calling thread, and the threads and processes that it will start, to these of its
 * processors. */
void affinity_restrict(const struct processor_set *set);

/* One of the processors that the calling thread may run on: `number` counts through them and wraps
 * around. -1: threads cannot be bound, as on other systems than Linux. */
int affinity_nth(int number);

/* Claims one of these processors that no other run on this machine has claimed, until *lock, a
 * descriptor, is closed or the process is gone. -1: none is free. Runs in different network
 * namespaces do not see each other. */
int affinity_claim(int *lock);

/* Binds the calling thread, and the processes that it will start, to a processor. */
void affinity_bind(int processor);

/* Lets whatever else is ready on the processor of the calling thread run first. */
void affinity_yield(void);

#endif
