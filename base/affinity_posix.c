/* affinity_posix.c - for systems that have no common call to bind threads to processors: how many
 * there are is all that can be found out, and nothing can be changed. */
#include "base/affinity.h"

#include <sched.h>
#include <unistd.h>

int affinity_count(const struct processor_set *among) {
    long count = among ? 0 : sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 0;
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
