/* orphans.c - processes whose supervisor is dead. Children that we start are noted in a list; every
 * other child is an orphan. One lock covers forking and sweeping, so that no sweep can meet a child
 * of ours that is not in the list yet. */
#include "config.h"

#include "referee/engines/orphans.h"

#include "base/clock.h"
#include "base/list.h"
#include "base/needed.h"
#include "base/system.h"
#include "referee/engines/descendants.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAUSE_US = 2000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
/* All of these are used under the lock. */
static pid_t *known; /* children that we started */
static int count, room;
static int left, reaped; /* orphans that live and that were dead, in the last round */
static bool adopts;      /* whether orphans come to us */

static void adopt(void) {
    adopts = system_adopt();
}

pid_t orphans_fork(pid_t (*fork_child)(void *context), void *context) {
    pthread_once(&once, adopt);
    pthread_mutex_lock(&lock);
    known = needed(list_grow(known, count, &room, sizeof *known));
    pid_t child = fork_child(context);
    if (child > 0)
        known[count++] = child;
    int reason = errno;
    pthread_mutex_unlock(&lock);
    errno = reason;
    return child;
}

void orphans_forget(pid_t child) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < count; i++)
        if (known[i] == child) {
            known[i] = known[--count];
            break;
        }
    pthread_mutex_unlock(&lock);
}

void orphans_spare(void) {
    pthread_once(&once, adopt);
    pthread_mutex_lock(&lock);
    adopts = false;
    pthread_mutex_unlock(&lock);
}

static bool is_known(pid_t pid) {
    for (int i = 0; i < count; i++)
        if (known[i] == pid)
            return true;
    return false;
}

static bool is_orphan(void *context, pid_t child) {
    (void)context;
    return !is_known(child);
}

static bool is_living_orphan(void *context, pid_t child) {
    (void)context;
    pid_t got = is_known(child) ? -1 : waitpid(child, NULL, WNOHANG);
    reaped += got > 0;
    left += got == 0;
    return got == 0;
}

/* An orphan that dies leaves its children to us, so that several rounds are needed. In each round
 * all orphans get the signal before any is waited for: the living may be few among many dead. */
void orphans_sweep(void) {
    int64_t begun = clock_us(), since = begun;
    pthread_mutex_lock(&lock);
    while (adopts) {
        left = reaped = 0;
        descendants_signal(SIGKILL, is_orphan, NULL, false);
        descendants_signal(SIGKILL, is_living_orphan, NULL, true);
        int64_t now = clock_us();
        since = reaped ? now : since;
        if (left + reaped == 0 || now - since > ORPHANS_SWEEP_MS * INT64_C(1000) ||
            now - begun > ORPHANS_CHASE_MS * INT64_C(1000))
            break;
        if (!reaped)
            clock_sleep_us(PAUSE_US);
    }
    pthread_mutex_unlock(&lock);
}

bool orphans_left(void) {
    pthread_mutex_lock(&lock);
    bool some = left > 0;
    pthread_mutex_unlock(&lock);
    return some;
}
