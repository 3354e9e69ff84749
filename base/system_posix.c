/* system_posix.c - what system.h offers, for systems other than Linux: by calls of POSIX, and
 * flock() and dladdr(), which macOS and the BSDs have, too. What needs a call that only one system
 * has is left out. */
#include "config.h"

#include "base/system.h"

#include "base/memory.h"
#include "base/wait.h"

#ifdef HAVE_DLADDR
#include <dlfcn.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/select.h>
#include <unistd.h>

/* ---- the program ----------------------------------------------------------------------------- */

/* Finds a program as a shell does. */
static char *find_program(const char *word) {
    char path[2 * PATH_MAX];
    const char *folders = getenv("PATH");
    if (strchr(word, '/'))
        return realpath(word, NULL);
    for (size_t length; folders && *folders; folders += length + (folders[length] == ':')) {
        length = strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, word);
        if (access(path, X_OK) == 0)
            return realpath(path, NULL);
    }
    return NULL;
}

/* The loader knows the word by which we were called. */
bool system_program(char *path, size_t size) {
    char *found = NULL;
#ifdef HAVE_DLADDR
    Dl_info info;
    if (dladdr((const void *)(uintptr_t)find_program, &info) && info.dli_fname)
        found = find_program(info.dli_fname);
#endif
    bool known = found && strlen(found) < size;
    strcpy(path, known ? found : "");
    free(found);
    return known;
}

void system_run_again(char *const argv[]) {
    char path[PATH_MAX];
    if (system_program(path, sizeof path))
        execv(path, argv);
}

void system_hide(void) {
}

void system_name(const char *name) {
    (void)name;
}

/* ---- processes ------------------------------------------------------------------------------- */

bool system_follow(pid_t parent, int number) {
    (void)number;
    return getppid() == parent;
}

bool system_follows(void) {
    return false;
}

bool system_adopt(void) {
    return false;
}

/* ---- descriptors ----------------------------------------------------------------------------- */

void system_close_from(int first, bool by_exec) {
    for (long i = first, most = sysconf(_SC_OPEN_MAX); i < most; i++)
        if (by_exec)
            fcntl((int)i, F_SETFD, FD_CLOEXEC);
        else
            close((int)i);
}

/* Until the descriptor is marked, a program that another thread runs may inherit it. Programs that
 * we run close what they inherit (system_close_from). -1 and errno. */
static int mark(int descriptor, bool waits) {
    if (descriptor >= 0 && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 &&
        (waits || fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0))
        return descriptor;
    int reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = reason;
    return -1;
}

static int mark_pair(int ends[2], bool waits) {
    if (mark(ends[0], waits) >= 0 && mark(ends[1], waits) >= 0)
        return 0;
    int reason = errno;
    close(ends[0]); /* one of them may be closed already, which does no harm */
    close(ends[1]);
    errno = reason;
    return -1;
}

int system_pipe(int ends[2], bool waits) {
    return pipe(ends) == 0 ? mark_pair(ends, waits) : -1;
}

/* A stream keeps no messages apart, but their lengths do; each is so short that it is written in
 * one piece or not at all. The other end notices that one was closed, which it would not with
 * SOCK_DGRAM. */
int system_channel(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 ? mark_pair(ends, true) : -1;
}

int system_socket(int family, int type, bool waits) {
    return mark(socket(family, type, 0), waits);
}

int system_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return mark(accept(listener, address, length), false);
}

/* By pselect(), since poll() cannot set the mask and wait in one step. */
static int poll_masked(struct pollfd *wanted, nfds_t count, const struct timespec *time,
                       const sigset_t *mask) {
    fd_set in, out;
    int most = -1;
    FD_ZERO(&in);
    FD_ZERO(&out);
    for (nfds_t i = 0; i < count; i++) {
        int file = wanted[i].fd;
        wanted[i].revents = 0;
        if (file >= FD_SETSIZE) {
            errno = EINVAL;
            return -1;
        }
        if (file >= 0 && wanted[i].events & POLLIN)
            FD_SET(file, &in);
        if (file >= 0 && wanted[i].events & POLLOUT)
            FD_SET(file, &out);
        most = file > most ? file : most;
    }
    if (pselect(most + 1, &in, &out, NULL, time, mask) < 0)
        return -1;
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        if (wanted[i].fd < 0)
            continue;
        wanted[i].revents = (short)((FD_ISSET(wanted[i].fd, &in) ? POLLIN : 0) |
                                    (FD_ISSET(wanted[i].fd, &out) ? POLLOUT : 0));
        ready += wanted[i].revents != 0;
    }
    return ready;
}

int system_poll(struct pollfd *wanted, nfds_t count, const struct timespec *time,
                const sigset_t *mask) {
    if (mask)
        return poll_masked(wanted, count, time, mask);
    int64_t ms = time ? (int64_t)time->tv_sec * 1000 + (time->tv_nsec + 999999) / 1000000 : -1;
    return poll(wanted, count, ms > INT_MAX ? INT_MAX : (int)ms);
}

/* Tries again and again: system_is_locked() of another process holds a lock for a moment. */
bool system_lock(int file) {
    enum { TRIES = 50, PAUSE_NS = 1000000 };
    for (int i = 0; i < TRIES; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    return false;
}

bool system_is_locked(int file) {
    if (flock(file, LOCK_SH | LOCK_NB) != 0)
        return errno == EWOULDBLOCK;
    flock(file, LOCK_UN);
    return false;
}

/* ---- folders --------------------------------------------------------------------------------- */

int system_watch(const char *folder) {
    (void)folder;
    return -1;
}

void system_changes(int watch, void (*call)(void *context, const char *name, bool comes_or_goes),
                    void *context) {
    (void)watch;
    (void)call;
    (void)context;
}

/* ---- the machine ----------------------------------------------------------------------------- */

long long memory_mebibytes(void) {
    long pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? (long long)pages * sysconf(_SC_PAGESIZE) >> 20 : LLONG_MAX;
}

int64_t system_memory_used(void) {
    return -1;
}

void system_processor(char *model, size_t size) {
    (void)size;
    *model = '\0';
}
