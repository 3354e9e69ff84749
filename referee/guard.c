/* guard.c - see guard.h. */
#include "config.h"

#include "referee/guard.h"

#include "referee/text.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

enum { GROUPS_MAX = 8192 }; /* twice what a league of the greatest concurrency keeps */

/* One message: a group that begins, or, negative, one that has ended. */
static void tell(const struct guard *guard, pid_t message) {
    if (!guard)
        return;
    /* Should it be gone (EPIPE), nothing can be done, and the games need it not. */
    while (send(guard->socket, &message, sizeof message, MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
}

void guard_watch(const struct guard *guard, pid_t group) {
    tell(guard, group);
}

void guard_forget(const struct guard *guard, pid_t group) {
    tell(guard, -group);
}

/* Nothing is kept open but the socket, as descriptor 0: no terminal, no pipe somebody waits for. */
static void close_others(int socket) {
    dup2(socket, 0);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 1U, ~0U, 0U) == 0)
        return;
#endif
    for (long i = 1, most = sysconf(_SC_OPEN_MAX); i < most; i++)
        close((int)i);
}

static int find(const pid_t *group, int count, pid_t wanted) {
    int i = 0;
    while (i < count && group[i] != wanted)
        i++;
    return i;
}

/* The process's whole life, with all signals blocked. */
static _Noreturn void keep_guard(int socket) {
    pid_t group[GROUPS_MAX], message;
    int count = 0;
    setsid();
    close_others(socket);
    if (chdir("/") != 0)
        _exit(1);
#ifdef HAVE_SYS_PRCTL_H
    prctl(PR_SET_NAME, "triancey-guard");
#endif
    ssize_t got;
    while ((got = recv(0, &message, sizeof message, 0)) > 0 || (got < 0 && errno == EINTR)) {
        if (got != (ssize_t)sizeof message)
            continue;
        int at = find(group, count, message > 0 ? message : -message);
        if (message > 1 && at == count && count < GROUPS_MAX)
            group[count++] = message;
        else if (message < 0 && at < count)
            group[at] = group[--count];
    }
    for (int i = 0; i < count; i++)
        kill(-group[i], SIGKILL);
    _exit(0);
}

bool guard_start(struct guard *guard, char *error) {
    int end[2];
    sigset_t all, before;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, end) != 0)
        return error_set(error, "cannot make a socket: %s", strerror(errno));
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    guard->pid = fork();
    int reason = errno;
    if (guard->pid == 0)
        keep_guard(end[1]);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(end[1]);
    guard->socket = end[0];
    if (guard->pid > 0)
        return true;
    close(end[0]);
    return error_set(error, "cannot start a process: %s", strerror(reason));
}

void guard_end(struct guard *guard) {
    close(guard->socket);
    while (waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}
