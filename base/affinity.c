/* affinity.c - processors and threads: see affinity.h. Processes that bind themselves to a
 * processor keep out of each other's way by a lock for each processor: an abstract Unix socket with
 * its number in its name. Without sched.h (see the end), nothing can be found out or changed. */
#include "config.h"

#include "base/affinity.h"

#include "base/error.h"
#include "base/language.h"

#include <stddef.h>
#include <stdlib.h>

/* Reads the number at the start of a text. Returns what stands behind it, or NULL if there is none
 * or it is too large. */
static const char *read_processor(const char *text, long *number) {
    char *end;
    if (*text < '0' || *text > '9')
        return NULL;
    *number = strtol(text, &end, 10);
    return *number < PROCESSORS_MAX ? end : NULL;
}

bool affinity_read(struct processor_set *set, const char *text, struct error *error) {
    *set = (struct processor_set){{0}};
    for (const char *rest = text; rest; rest = *rest ? rest + 1 : NULL) {
        long first, last;
        rest = read_processor(rest, &first);
        last = first;
        if (rest && *rest == '-')
            rest = read_processor(rest + 1, &last);
        if (!rest || last < first || (*rest && *rest != ','))
            return error_set(error, _("processors are numbers below %d, such as 0-3,6, not '%s'"),
                             PROCESSORS_MAX, text);
        for (long i = first; i <= last; i++)
            set->word[i / 64] |= UINT64_C(1) << (i % 64);
        if (!*rest)
            break;
    }
    return true;
}

#ifdef HAVE_SCHED_H
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static bool has(const struct processor_set *set, int processor) {
    return !set || (set->word[processor / 64] >> (processor % 64) & 1);
}

/* Finds the processors of a set (NULL: of all) that the thread may run on. False: there are none,
 * or they cannot be found out. */
static bool find_allowed(const struct processor_set *among, cpu_set_t *allowed) {
    if (sched_getaffinity(0, sizeof *allowed, allowed) != 0)
        return false;
    for (int i = 0; i < PROCESSORS_MAX && i < CPU_SETSIZE; i++)
        if (!has(among, i))
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
    *lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
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
#else
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
}
#endif
