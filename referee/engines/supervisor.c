/* supervisor.c - see supervisor.h. After fork() in a threaded program neither stdio nor malloc may
 * be relied on: /proc is read by system calls alone. */
#include "config.h"

#include "referee/engines/supervisor.h"

#include "referee/engines/engine_spec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

enum {
    PROCESSES_SEEN = 65536, /* of the whole machine, in one look */
    SHARE = 100,            /* a look may cost this part of the time */
    LOOK_MIN_MS = 20,
    LOOK_MAX_MS = 1000,
    KILL_PAUSE_MIN_MS = 5,
    KILL_PAUSE_MAX_MS = 160
};

struct descendants {
    pid_t pid, parent;
};

struct supervisor {
    struct resources resources;
    pid_t self, engine;
    struct supervisor_report report;
    int looking_ms;   /* until the next look; -1: nothing is to be looked for */
    sigset_t waiting; /* the signals that are blocked while it waits */
    int count, ours;  /* processes seen, and those in front that are the engine's */
    struct descendants descendants[PROCESSES_SEEN];
};

/* ---- what /proc says ------------------------------------------------------------------------- */

/* Reads a small file of a process, "stat" or "statm", ended by a zero; false: it is gone. */
static bool read_proc(pid_t pid, const char *name, char *text, size_t size) {
    char path[40] = "/proc/", digits[16];
    size_t count = 0, length = strlen(path);
    for (pid_t rest = pid; rest > 0; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    while (count > 0)
        path[length++] = digits[--count];
    path[length++] = '/';
    strcpy(path + length, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got = read(file, text, size - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static int64_t number_at(const char *text) {
    int64_t number = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        number = 10 * number + (*text - '0');
    return number;
}

/* The parent of a process that lives, 0 of one that is dead. What stands in parentheses is its
 * name, which may hold anything: what counts comes after the last of them. */
static pid_t parent_of(pid_t pid) {
    char text[512];
    if (!read_proc(pid, "stat", text, sizeof text))
        return 0;
    const char *end = strrchr(text, ')');
    if (!end || strlen(end) < 5 || end[2] == 'Z' || end[2] == 'X')
        return 0;
    return (pid_t)number_at(end + 4);
}

static int64_t resident_bytes(pid_t pid) {
    char text[128];
    if (!read_proc(pid, "statm", text, sizeof text) || !strchr(text, ' '))
        return 0;
    return number_at(strchr(text, ' ') + 1) * sysconf(_SC_PAGESIZE);
}

/* An entry of a folder as the system call gives it, see getdents64(2). */
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* Notes all processes of the machine with their parents. */
static void list_processes(struct supervisor *supervisor) {
    _Alignas(struct entry) char block[8192];
    supervisor->count = 0;
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    for (long got; (got = syscall(SYS_getdents64, folder, block, sizeof block)) > 0;)
        for (long at = 0; at < got;) {
            const struct entry *entry = (const struct entry *)(const void *)(block + at);
            pid_t pid = (pid_t)number_at(entry->name);
            at += entry->length;
            if (pid > 0 && supervisor->count < PROCESSES_SEEN)
                supervisor->descendants[supervisor->count++] =
                    (struct descendants){.pid = pid, .parent = parent_of(pid)};
        }
    close(folder);
}

/* Puts what descends from the supervisor in front, parents before their children. */
static void find_descendants(struct supervisor *supervisor) {
    pid_t parent = supervisor->self;
    list_processes(supervisor);
    supervisor->ours = 0;
    for (int next = 0;; next++) {
        for (int i = supervisor->ours; i < supervisor->count; i++) {
            struct descendants found = supervisor->descendants[i];
            if (found.parent != parent)
                continue;
            supervisor->descendants[i] = supervisor->descendants[supervisor->ours];
            supervisor->descendants[supervisor->ours++] = found;
        }
        if (next == supervisor->ours)
            return;
        parent = supervisor->descendants[next].pid;
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The group and the engine itself, which may have left it. It is not reaped as long as this is
 * called, so that neither number can be another's. */
static void send_signal(const struct supervisor *supervisor, int number) {
    if (supervisor->report.ended)
        return;
    kill(-supervisor->engine, number);
    kill(supervisor->engine, number);
}

static void note_end(struct supervisor *supervisor, int status, const struct rusage *used) {
    struct supervisor_report *report = &supervisor->report;
    int64_t us = (used->ru_utime.tv_sec + used->ru_stime.tv_sec) * INT64_C(1000000) +
                 used->ru_utime.tv_usec + used->ru_stime.tv_usec;
    int64_t seconds = (us + 500000) / 1000000;
    int64_t allowed = supervisor->resources.cpu_time;
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    report->ended = true;
    report->status = status;
    if (allowed && report->excess == EXCESS_NONE &&
        (number == SIGXCPU || (number == SIGKILL && seconds >= allowed))) {
        report->excess = EXCESS_CPU_TIME;
        report->amount = seconds;
    }
}

/* Reaps what has ended. False: no child is left. */
static bool reap(struct supervisor *supervisor) {
    for (;;) {
        struct rusage used;
        int status;
        pid_t pid = wait4(-1, &status, WNOHANG, &used);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid <= 0)
            return pid == 0;
        if (pid == supervisor->engine)
            note_end(supervisor, status, &used);
    }
}

/* Waits for an order, for the end of a child, or (with ms of -1 without end) for some time: whether
 * an order or the end of all orders is there. SIGCHLD is blocked but for this time, so that none is
 * missed. */
static int await_event(const struct supervisor *supervisor, bool orders, int ms) {
    struct pollfd wanted = {.fd = orders ? 0 : -1, .events = POLLIN};
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    return ppoll(&wanted, 1, ms < 0 ? NULL : &pause, &supervisor->waiting);
}

/* Kills until there is nothing left, however long that takes. */
static void end_all(struct supervisor *supervisor) {
    send_signal(supervisor, SIGKILL);
    for (int pause = KILL_PAUSE_MIN_MS; reap(supervisor);
         pause = pause < KILL_PAUSE_MAX_MS ? 2 * pause : pause) {
        await_event(supervisor, false, pause);
        if (!reap(supervisor))
            return;
        find_descendants(supervisor);
        for (int i = 0; i < supervisor->ours; i++)
            kill(supervisor->descendants[i].pid, SIGKILL);
    }
}

/* ---- what is bounded ------------------------------------------------------------------------- */

static int64_t processor_us(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* What the processes of the engine take more than they may. */
static enum supervisor_excess weigh_descendants(const struct supervisor *supervisor,
                                                int64_t *amount) {
    const struct resources *allowed = &supervisor->resources;
    *amount = supervisor->ours;
    if (allowed->processes && *amount > allowed->processes)
        return EXCESS_PROCESSES;
    *amount = 0;
    for (int i = 0; allowed->memory && i < supervisor->ours; i++)
        *amount += resident_bytes(supervisor->descendants[i].pid);
    return allowed->memory && *amount > allowed->memory ? EXCESS_MEMORY : EXCESS_NONE;
}

/* Looks, and ends all if it is too much. */
static void look(struct supervisor *supervisor) {
    int64_t begun = processor_us();
    find_descendants(supervisor);
    enum supervisor_excess excess = weigh_descendants(supervisor, &supervisor->report.amount);
    int64_t cost_ms = (processor_us() - begun) * SHARE / 1000;
    supervisor->looking_ms = cost_ms < LOOK_MIN_MS   ? LOOK_MIN_MS
                             : cost_ms > LOOK_MAX_MS ? LOOK_MAX_MS
                                                     : (int)cost_ms;
    if (excess == EXCESS_NONE)
        return;
    supervisor->report.excess = excess;
    end_all(supervisor);
}

/* ---- its life -------------------------------------------------------------------------------- */

static void say(const struct supervisor_report *report) {
    while (send(0, report, sizeof *report, MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
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

static void be_woken(int number) {
    (void)number; /* only that waiting ends */
}

static void prepare_signals(struct supervisor *supervisor) {
    struct sigaction wake = {.sa_handler = be_woken};
    sigemptyset(&wake.sa_mask);
    sigaction(SIGCHLD, &wake, NULL);
    sigfillset(&supervisor->waiting);
    sigdelset(&supervisor->waiting, SIGCHLD);
}

/* One order; false: it is the last, or nobody is there to give any. */
static bool obey(struct supervisor *supervisor) {
    int order;
    ssize_t got = recv(0, &order, sizeof order, MSG_DONTWAIT);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    if (got != (ssize_t)sizeof order || order == SIGKILL)
        return false;
    send_signal(supervisor, order);
    return true;
}

static void keep(struct supervisor *supervisor) {
    bool told = false, orders = true;
    while (orders) {
        bool ended = supervisor->report.ended;
        int ready = await_event(supervisor, true, ended ? -1 : supervisor->looking_ms);
        if (ready > 0)
            orders = obey(supervisor);
        reap(supervisor);
        if (ready == 0 && !supervisor->report.ended)
            look(supervisor);
        if (supervisor->report.ended && !told)
            say(&supervisor->report);
        told = supervisor->report.ended;
    }
    end_all(supervisor);
}

_Noreturn void supervisor_run(const struct supervisor_task *task) {
    struct supervisor supervisor;
    memset(&supervisor, 0,
           offsetof(struct supervisor, descendants)); /* the rest is touched only if it is needed */
    supervisor.resources = *task->resources;
    supervisor.self = getpid();
    supervisor.looking_ms =
        supervisor.resources.memory || supervisor.resources.processes ? LOOK_MIN_MS : -1;
    setsid();
#ifdef HAVE_SYS_PRCTL_H
    prctl(PR_SET_NAME, "tri-supervisor");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    supervisor.engine = fork();
    int reason = errno;
    if (supervisor.engine == 0)
        task->become_engine(task->context, supervisor.self);
    prepare_signals(&supervisor);
    close_others(task->socket);
    supervisor.report.pid = supervisor.engine;
    supervisor.report.status = supervisor.engine < 0 ? reason : 0;
    if (supervisor.engine > 0)
        setpgid(supervisor.engine, supervisor.engine); /* it does so too, whoever comes first */
    say(&supervisor.report);
    if (supervisor.engine > 0 && chdir("/") == 0)
        keep(&supervisor);
    _exit(0);
}
