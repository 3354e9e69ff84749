/* affinity.c - see affinity.h. */
#include "config.h"

#include "base/affinity.h"

#ifdef HAVE_SCHED_H
#include <sched.h>
#include <stddef.h>

int affinity_processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

void affinity_bind(int number) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0)
        return;
    int skip = number % CPU_COUNT(&allowed);
    for (size_t processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &allowed) || skip-- > 0)
            continue;
        CPU_ZERO(&one);
        CPU_SET(processor, &one);
        sched_setaffinity(0, sizeof one, &one);
        return;
    }
}

void affinity_yield(void) {
    sched_yield();
}
#else
int affinity_processors(void) {
    return 0;
}

void affinity_bind(int number) {
    (void)number;
}

void affinity_yield(void) {
}
#endif
