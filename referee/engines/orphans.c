/* orphans.c - see orphans.h. */
#include "config.h"

#include "referee/engines/orphans.h"

#include "base/clock.h"
#include "referee/engines/kin.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

enum { PAUSE_US = 2000, KILLED_MAX = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pid_t *known; /* under the lock, as all here */
static int count, room;
static bool adopts; /* whether orphans come to us */

static void adopt(void) {
#ifdef HAVE_SYS_PRCTL_H
    adopts = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
#endif
}

static bool make_room(void) {
    if (count < room)
        return true;
    int more = room ? 2 * room : 16;
    pid_t *moved = realloc(known, (size_t)more * sizeof *known);
    if (!moved)
        return false;
    known = moved;
    room = more;
    return true;
}

pid_t orphans_fork(pid_t (*fork_child)(void *context), void *context) {
    pid_t child = -1;
    pthread_once(&once, adopt);
    pthread_mutex_lock(&lock);
    if (make_room()) {
        child = fork_child(context);
        if (child > 0)
            known[count++] = child;
    } else {
        errno = ENOMEM;
    }
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

/* Our children that were killed and are still to be reaped. Any that do not fit are found again in
 * the next round, unless they are dead by then: these stay zombies until we end. */
struct killed {
    int count;
    pid_t pid[KILLED_MAX];
};

static void note_killed(struct killed *killed, pid_t pid) {
    for (int i = 0; i < killed->count; i++)
        if (killed->pid[i] == pid)
            return;
    if (killed->count < KILLED_MAX)
        killed->pid[killed->count++] = pid;
}

static void reap(struct killed *killed) {
    int left = 0;
    for (int i = 0; i < killed->count; i++)
        if (waitpid(killed->pid[i], NULL, WNOHANG) == 0)
            killed->pid[left++] = killed->pid[i];
    killed->count = left;
}

/* What dies leaves its children to us: it takes several rounds. */
void orphans_sweep(void) {
    struct kin kin;
    struct killed killed = {0};
    int64_t deadline = clock_us() + ORPHANS_SWEEP_MS * INT64_C(1000);
    pthread_mutex_lock(&lock);
    kin_open(&kin);
    while (adopts) {
        kin_find(&kin, getpid(), is_known);
        kin_signal(&kin, SIGKILL);
        for (int i = 0; i < kin.ours; i++)
            if (kin.process[i].parent == getpid())
                note_killed(&killed, kin.process[i].pid);
        reap(&killed);
        if ((kin.ours == 0 && killed.count == 0) || clock_us() > deadline)
            break;
        clock_sleep_us(PAUSE_US);
    }
    kin_close(&kin);
    pthread_mutex_unlock(&lock);
}
