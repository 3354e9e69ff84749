/* affinity_posix.c - for systems that have no common call to bind threads to processors: nothing can
 * be found out or changed. */
#include "base/affinity.h"

#include <sched.h>

int affinity_count(const struct processor_set *among) {
    (void)among;
    return 0;
}

void affinity_restrict(const struct processor_set *set) {
    (void)set;
}

int affinity_nth(int number) {
    (void)number;
    return -1;
}

int affinity_claim(int *lock) {
    *lock = -1;
    return -1;
}

void affinity_bind(int processor) {
    (void)processor;
}

void affinity_yield(void) {
    sched_yield();
}
