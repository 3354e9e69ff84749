/* affinity_linux.c - binds threads to processors. Processes that bind themselves to a processor
 * keep out of each other's way by a lock for each processor: an abstract Unix socket with its
 * number in its name. */
#include "config.h"

#include "base/affinity.h"
#include "base/system.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/un.h>
#include <unistd.h>

/* Finds the processors of a set (NULL: of all) that the thread may run on. False: there are none,
 * or they cannot be found out. */
static bool find_allowed(const struct processor_set *among, cpu_set_t *allowed) {
    if (sched_getaffinity(0, sizeof *allowed, allowed) != 0)
        return false;
    for (int i = 0; among && i < PROCESSORS_MAX && i < CPU_SETSIZE; i++)
        if (!(among->word[i / 64] >> (i % 64) & 1))
            CPU_CLR((size_t)i, allowed);
    return CPU_COUNT(allowed) > 0;
}

int affinity_count(const struct processor_set *among) {
    cpu_set_t allowed;
    return find_allowed(among, &allowed) ? CPU_COUNT(&allowed) : 0;
}

void affinity_restrict(const struct processor_set *set) {
    cpu_set_t allowed;
    if (find_allowed(set, &allowed))
        sched_setaffinity(0, sizeof allowed, &allowed);
}

int affinity_nth(int number) {
    cpu_set_t allowed;
    if (!find_allowed(NULL, &allowed))
        return -1;
    int skip = number % CPU_COUNT(&allowed);
    for (int processor = 0; processor < CPU_SETSIZE; processor++)
        if (CPU_ISSET((size_t)processor, &allowed) && skip-- == 0)
            return processor;
    return -1;
}

/* Takes the lock of a processor. The socket has a name without a file: only one process at a time
 * can have it, and it is free again when the process ends, however it ends. */
static bool hold(int processor, int *lock) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length =
        snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "triancey-processor-%d", processor);
    *lock = system_socket(AF_UNIX, SOCK_DGRAM, true);
    if (*lock < 0)
        return false;
    if (bind(*lock, (const struct sockaddr *)&name,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
        return true;
    close(*lock);
    return false;
}

int affinity_claim(int *lock) {
    int count = affinity_count(NULL);
    for (int i = 0; i < count; i++) {
        int processor = affinity_nth(i);
        if (hold(processor, lock))
            return processor;
    }
    *lock = -1;
    return -1;
}

void affinity_bind(int processor) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

void affinity_yield(void) {
    sched_yield();
}
