/* system_linux.c - what system.h offers, by the calls and the /proc of Linux. */
#include "config.h"

#include "base/system.h"

#include "base/memory.h"
#include "base/wait.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CLOSE_BY_EXEC = 4 /* CLOSE_RANGE_CLOEXEC, which older headers do not have */ };

/* ---- the program ----------------------------------------------------------------------------- */

bool system_program(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}

void system_run_again(char *const argv[]) {
    execv("/proc/self/exe", argv);
}

void system_hide(void) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void system_name(const char *name) {
    prctl(PR_SET_NAME, name);
}

/* ---- processes ------------------------------------------------------------------------------- */

bool system_follow(pid_t parent, int number) {
    prctl(PR_SET_PDEATHSIG, number);
    return getppid() == parent;
}

bool system_follows(void) {
    return true;
}

bool system_adopt(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

/* ---- descriptors ----------------------------------------------------------------------------- */

void system_close_from(int first, bool by_exec) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, by_exec ? CLOSE_BY_EXEC : 0) == 0)
        return;
#endif
    for (long i = first, most = sysconf(_SC_OPEN_MAX); i < most; i++)
        if (by_exec)
            fcntl((int)i, F_SETFD, FD_CLOEXEC);
        else
            close((int)i);
}

int system_pipe(int ends[2], bool waits) {
    return pipe2(ends, O_CLOEXEC | (waits ? 0 : O_NONBLOCK));
}

int system_channel(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

int system_socket(int family, int type, bool waits) {
    return socket(family, type | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK), 0);
}

int system_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int system_poll(struct pollfd *wanted, nfds_t count, const struct timespec *time,
                const sigset_t *mask) {
    return ppoll(wanted, count, time, mask);
}

bool system_lock(int file) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_OFD_SETLK, &all) == 0;
}

bool system_is_locked(int file) {
    struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_OFD_GETLK, &all) == 0 && all.l_type == F_WRLCK;
}

/* ---- folders --------------------------------------------------------------------------------- */

int system_watch(const char *folder) {
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    uint32_t events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY |
                      IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF;
    if (watch >= 0 && inotify_add_watch(watch, folder, events | IN_ONLYDIR) < 0) {
        close(watch);
        return -1;
    }
    return watch;
}

void system_changes(int watch, void (*call)(void *context, const char *name, bool comes_or_goes),
                    void *context) {
    enum { BYTES = 16384, LOST = IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED };
    _Alignas(struct inotify_event) char bytes[BYTES];
    ssize_t got;
    while (watch >= 0 && (got = read(watch, bytes, BYTES)) > 0)
        for (ssize_t at = 0; at < got;) {
            const struct inotify_event *event = (const void *)(bytes + at);
            bool written = !(event->mask & ~(uint32_t)(IN_MODIFY | IN_CLOSE_WRITE));
            if (event->mask & LOST)
                call(context, NULL, true);
            else if (event->len > 0)
                call(context, event->name, !written);
            at += (ssize_t)(sizeof *event + event->len);
        }
}

/* ---- the machine ----------------------------------------------------------------------------- */

/* The number after `key` in the line of a file that begins with it; -1: none. */
static int64_t read_number(const char *path, const char *key) {
    char line[128];
    long long number = -1;
    FILE *file = fopen(path, "re");
    while (file && number < 0 && fgets(line, sizeof line, file)) {
        size_t length = strlen(key);
        char *text = line + length, *end;
        if (strncmp(line, key, length) != 0)
            continue;
        number = strtoll(text, &end, 10);
        if (end == text)
            number = -1; /* "max": no limit */
    }
    if (file)
        fclose(file);
    return number;
}

long long memory_mebibytes(void) {
    int64_t left = read_number("/proc/meminfo", "MemAvailable:") * 1024;
    int64_t most = read_number("/sys/fs/cgroup/memory.max", "");
    if (most < 0)
        most = read_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", "");
    if (left < 0)
        left = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    return (most >= 0 && most < left ? most : left) >> 20;
}

int64_t system_memory_used(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    bool known = file && fscanf(file, "%*d %ld", &pages) == 1;
    if (file)
        fclose(file);
    return known ? (int64_t)pages * sysconf(_SC_PAGESIZE) : -1;
}

void system_processor(char *model, size_t size) {
    static const char key[] = "model name";
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "re");
    *model = '\0';
    while (file && !*model && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        if (colon && strncmp(line, key, sizeof key - 1) == 0)
            snprintf(model, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
    }
    if (file)
        fclose(file);
}
