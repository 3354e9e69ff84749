/* supervisor.c - the process between the referee and an engine. It waits for whatever comes first:
 * an order or the end of the referee (a socket), the end of a child (a signal), or the next look at
 * what the engine uses (a time). After fork() in a threaded program neither stdio nor malloc may be
 * relied on, so nothing is allocated here, and reports are structs. */
#include "config.h"

#include "referee/engines/supervisor.h"

#include "base/leave.h"
#include "base/system.h"
#include "base/wait.h"
#include "half/engine_spec.h"
#include "referee/engines/control_group.h"
#include "referee/engines/descendants.h"
#include "referee/engines/scan.h"
#include "referee/engines/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SHARE = 100, /* a check may cost this part of the time */
    LOOK_MIN_MS = 20,
    LOOK_MAX_MS = 1000,
    HELD_LOOK_MS = 20,
    REAPED_AT_ONCE = 1000,
    KILL_PAUSE_MIN_MS = 5,
    KILL_PAUSE_MAX_MS = 160,
    ALONE_LOOKS = 100, /* until the kernel has ended a referee that closed its sockets */
    ALONE_PAUSE_MS = 10,
    PARENT_LOOK_MS = 500 /* where no signal tells that the referee has ended */
};

struct supervisor {
    struct resources resources;
    pid_t self, engine, referee;
    pid_t group;    /* the referee's, in which its other supervisors begin */
    bool dismissed; /* by the referee's last order */
    int kill;       /* of the engine's control group; -1: it has none */
    int events;     /* the file of the group's memory events; -1: there is none */
    int scratch;    /* the engine's folder; -1: it has none */
    bool runs;      /* the engine's program runs; before, the child is hidden, too */
    bool held;      /* the supervisor has stopped the engine by order */
    bool unseen;    /* at the last look, something could not be seen */
    struct supervisor_report report;
    int looking_ms;   /* until the next look; -1: nothing is to be looked for */
    sigset_t waiting; /* the signals that are blocked while it waits */
    struct descendants descendants;
};

/* ---- reports --------------------------------------------------------------------------------- */

/* Sends a report. False: it was not sent, and the supervisor must end, or the referee would wait
 * for ever. With MSG_DONTWAIT among `flags` the report only shows that the supervisor is at work.
 */
static bool supervisor_say(const struct supervisor_report *report, int flags) {
    ssize_t sent;
    do
        sent = send(0, report, sizeof *report, MSG_NOSIGNAL | flags);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *report;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Sends a signal to the engine's group, and to the engine, which may have left the group. The
 * engine is not reaped before the last call, so that no other process can have its number. */
static void send_signal(const struct supervisor *supervisor, int number) {
    if (supervisor->report.ended)
        return;
    kill(-supervisor->engine, number);
    kill(supervisor->engine, number);
}

/* bwrap ends with 128 more than the signal by which its program ended. */
static int status_within(const struct supervisor *supervisor, int status) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    bool within = supervisor->resources.sandbox == SANDBOX_BWRAP;
    return within && code > 128 && code < 128 + NSIG ? code - 128 : status;
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
        report->amount = seconds > allowed ? seconds : allowed;
    } else if (number == SIGKILL && report->excess == EXCESS_NONE &&
               control_group_ran_out(supervisor->events)) {
        report->excess = EXCESS_MEMORY;
        report->amount = supervisor->resources.memory;
    } else if (number == SIGXFSZ && report->excess == EXCESS_NONE) {
        report->excess = EXCESS_DISK;
        report->amount = supervisor->resources.disk;
    }
}

/* Whether the referee has ended. */
static bool is_alone(const struct supervisor *supervisor) {
    return getppid() != supervisor->referee;
}

/* Resumes a child that was stopped, because only the supervisor may stop one. */
static void go_on(struct supervisor *supervisor, pid_t pid) {
    if (supervisor->held)
        return;
    kill(pid, SIGCONT);
    if (pid != supervisor->engine)
        return;
    supervisor->report.stops++;
    supervisor_say(&supervisor->report, 0);
}

/* Reaps a child that has ended (-1: any). Returns what waitpid() returns. */
static pid_t reap_one(struct supervisor *supervisor, pid_t wanted) {
    struct rusage used;
    int status;
    pid_t pid;
    if (!supervisor->report.ended)
        descendants_end_group(supervisor->engine);
    do
        pid = wait4(wanted, &status, WNOHANG | WUNTRACED, &used);
    while (pid < 0 && errno == EINTR);
    if (pid > 0 && WIFSTOPPED(status))
        go_on(supervisor, pid);
    else if (pid == supervisor->engine)
        note_end(supervisor, status_within(supervisor, status), &used);
    return pid;
}

/* Reaps children that have ended, the engine first. Stops after some, as new ones may end all the
 * time. False: no child is left. */
static bool reap(struct supervisor *supervisor) {
    if (!supervisor->report.ended)
        reap_one(supervisor, supervisor->engine);
    for (int i = 0; i < REAPED_AT_ONCE; i++) {
        pid_t pid = reap_one(supervisor, -1);
        if (pid <= 0)
            return pid == 0;
    }
    return true;
}

/* Waits for an order, for the end of a child, or for `ms` milliseconds (-1: without end). Returns
 * whether an order, or the end of all orders, is there. SIGCHLD and SIGCONT are blocked at all
 * other times, so that none is missed. */
static int await_event(const struct supervisor *supervisor, bool orders, int ms) {
    struct pollfd wanted = {.fd = orders ? 0 : -1, .events = POLLIN};
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    return system_poll(&wanted, 1, ms < 0 ? NULL : &pause, &supervisor->waiting);
}

static void be_woken(int number) {
    (void)number; /* the signal only ends the waiting */
}

/* Asks to be woken when a child ends. With `keep`, a dead child stays until it is reaped; else the
 * kernel removes it. */
static void hear_of_children(bool keep) {
    struct sigaction wake = {.sa_handler = be_woken, .sa_flags = keep ? 0 : SA_NOCLDWAIT};
    sigemptyset(&wake.sa_mask);
    sigaction(SIGCHLD, &wake, NULL);
}

static bool is_alive(void *context, pid_t child) {
    return reap_one(context, child) == 0;
}

/* Kills until nothing is left, however long that takes. Nobody needs to know any more how the
 * engine ended, so the kernel keeps no dead processes, and the living ones are found among few.
 * Each death of a child wakes the supervisor. */
static void end_all(struct supervisor *supervisor) {
    int pause = KILL_PAUSE_MIN_MS;
    control_group_kill(supervisor->kill);
    send_signal(supervisor, SIGKILL);
    hear_of_children(false);
    while (reap(supervisor)) {
        descendants_signal(SIGKILL, NULL, NULL, false);
        descendants_signal(SIGKILL, is_alive, supervisor, true);
        supervisor_say(&supervisor->report, MSG_DONTWAIT);
        bool quiet = await_event(supervisor, false, pause) == 0;
        pause = quiet && pause < KILL_PAUSE_MAX_MS ? 2 * pause : pause;
    }
    if (!supervisor->report.ended)
        supervisor->report.status = SIGKILL;
    supervisor->report.ended = true;
}

/* ---- what is bounded ------------------------------------------------------------------------- */

static int64_t processor_us(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* The size of the scratch folder. */
struct content {
    int64_t bytes, enough; /* measuring stops at this size */
    bool unseen;
};

static void add_size(void *context, int folder, const char *name) {
    struct content *content = context;
    struct stat status;
    if (content->bytes > content->enough)
        return;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        content->unseen |= errno != ENOENT;
        return;
    }
    int64_t bytes = (int64_t)status.st_blocks * 512;
    content->bytes += bytes > DESCENDANTS_FILE_LEAST ? bytes : DESCENDANTS_FILE_LEAST;
}

/* Measures a folder. The engine may take all permissions from it, so the supervisor holds it open
 * and opens it again by that descriptor. */
static struct content weigh_folder(int folder, int64_t enough) {
    struct content content = {.enough = enough};
    if (folder < 0)
        return content;
    fchmod(folder, 0700);
    content.unseen = !scan_open(folder, add_size, &content);
    return content;
}

static dev_t device_of(int folder) {
    struct stat status;
    return folder >= 0 && fstat(folder, &status) == 0 ? status.st_dev : 0;
}

/* Whether something was hidden in this look and in the last one. In one look alone it may be
 * chance, such as a program that begins. */
static bool hides(struct supervisor *supervisor, bool unseen) {
    bool before = supervisor->unseen;
    supervisor->unseen = unseen;
    return before && unseen;
}

/* Returns the limit that the processes of the engine exceed. */
static enum supervisor_excess weigh_descendants(struct supervisor *supervisor, int64_t *amount) {
    const struct resources *allowed = &supervisor->resources;
    const struct descendants *descendants = &supervisor->descendants;
    struct descendants_load load = {0};
    bool keeps = supervisor->scratch >= 0 || allowed->sandbox == SANDBOX_BWRAP;
    *amount = descendants->living;
    if (allowed->processes && *amount > allowed->processes)
        return EXCESS_PROCESSES;
    *amount = descendants->threads;
    if (allowed->processes && *amount > allowed->processes + RESOURCES_THREADS)
        return EXCESS_THREADS;
    struct content content = weigh_folder(supervisor->scratch, allowed->disk);
    if (allowed->memory || keeps)
        load = descendants_weigh(descendants, false, device_of(supervisor->scratch));
    *amount = content.bytes + load.unlinked + load.rooted;
    if (keeps && *amount > allowed->disk)
        return EXCESS_DISK;
    if (hides(supervisor, descendants->hidden || load.unseen || content.unseen))
        return EXCESS_UNSEEN;
    int64_t more = descendants_is_memory(supervisor->scratch) ? content.bytes : 0;
    if (!allowed->memory || load.memory + more <= allowed->memory)
        return EXCESS_NONE;
    *amount = descendants_weigh(descendants, true, 0).memory + more;
    return *amount > allowed->memory ? EXCESS_MEMORY : EXCESS_NONE;
}

/* Looks for an engine in bwrap, which is no child of the supervisor, and whether it was stopped.
 * Its parent is bwrap's second process, which has no other child when the engine begins. */
static void look_within(struct supervisor *supervisor) {
    const struct descendants *descendants = &supervisor->descendants;
    struct supervisor_report *report = &supervisor->report;
    pid_t second = 0;
    for (int i = 0; i < descendants->ours; i++)
        if (descendants->process[i].parent == supervisor->engine)
            second = descendants->process[i].pid;
    for (int i = 0; i < descendants->ours && second; i++) {
        const struct descendants_process *process = &descendants->process[i];
        if (process->parent != second || (report->within && report->within != process->pid))
            continue;
        bool stopped = process->stopped && !supervisor->held;
        if (!report->within || stopped) {
            report->within = process->pid;
            report->stops += stopped;
            supervisor_say(report, 0);
        }
        if (stopped)
            kill(process->pid, SIGCONT);
    }
}

/* Looks at what the engine uses, and ends everything if that is too much. The cause is reported
 * first, because killing a process with much memory takes some time. */
static void supervisor_look(struct supervisor *supervisor) {
    int64_t begun = processor_us();
    descendants_find(&supervisor->descendants, supervisor->self);
    if (supervisor->resources.sandbox == SANDBOX_BWRAP)
        look_within(supervisor);
    enum supervisor_excess excess = weigh_descendants(supervisor, &supervisor->report.amount);
    int64_t cost_ms = (processor_us() - begun) * SHARE / 1000;
    supervisor->looking_ms = cost_ms < LOOK_MIN_MS   ? LOOK_MIN_MS
                             : cost_ms > LOOK_MAX_MS ? LOOK_MAX_MS
                                                     : (int)cost_ms;
    if (excess == EXCESS_NONE)
        return;
    supervisor->report.excess = excess;
    supervisor_say(&supervisor->report, 0);
    end_all(supervisor);
}

/* ---- its life -------------------------------------------------------------------------------- */

/* Keeps the socket, the files of the control group and the scratch folder as the first descriptors,
 * and closes all others: the terminal, and pipes that somebody may wait for. */
static void close_others(struct supervisor *supervisor, const struct supervisor_task *task) {
    int first = 1;
    dup2(task->socket, 0);
    if (task->kill >= 0)
        supervisor->kill = dup2(task->kill, first++);
    if (task->events >= 0)
        supervisor->events = dup2(task->events, first++);
    if (task->folder >= 0)
        supervisor->scratch = dup2(task->folder, first++);
    system_close_from(first, false);
}

static void prepare_signals(struct supervisor *supervisor) {
    struct sigaction wake = {.sa_handler = be_woken};
    sigemptyset(&wake.sa_mask);
    hear_of_children(true);
    sigaction(SIGCONT, &wake, NULL); /* the referee has ended */
    sigfillset(&supervisor->waiting);
    sigdelset(&supervisor->waiting, SIGCONT);
    sigdelset(&supervisor->waiting, SIGCHLD);
}

/* Obeys one order. False: it is the last one, or the referee has ended. */
static bool obey(struct supervisor *supervisor) {
    int order;
    ssize_t got = recv(0, &order, sizeof order, MSG_DONTWAIT);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    if (got != (ssize_t)sizeof order || order == SIGKILL) {
        supervisor->dismissed = got == (ssize_t)sizeof order;
        return false;
    }
    supervisor->runs |= order == SUPERVISOR_LOOK;
    supervisor->held = order == SIGSTOP || (supervisor->held && order != SIGCONT);
    send_signal(supervisor, order);
    if (order == SIGSTOP || order == SIGCONT)
        descendants_signal(order, NULL, NULL, true);
    return true;
}

/* Resumes other supervisors at the referee's end. One that was stopped before it asked for a signal
 * does not notice that end, and neither does one that an engine has stopped again. */
static void wake_others(struct supervisor *supervisor) {
    for (int i = 0; i < ALONE_LOOKS && !is_alone(supervisor); i++)
        await_event(supervisor, false, ALONE_PAUSE_MS);
    if (!is_alone(supervisor))
        return;
    descendants_find(&supervisor->descendants, supervisor->self);
    descendants_wake(&supervisor->descendants, getppid(), supervisor->group);
}

/* Serves the referee. Another process that the referee has just forked may hold its end of the
 * socket, so the supervisor also looks whether the referee has ended. */
static void supervisor_keep(struct supervisor *supervisor) {
    bool told = false, orders = true;
    while (orders && !is_alone(supervisor)) {
        bool ended = supervisor->report.ended;
        bool looks = supervisor->runs && !ended, held = supervisor->held && !ended;
        int pause = looks ? supervisor->looking_ms : -1;
        int most = held ? HELD_LOOK_MS : system_follows() ? -1 : PARENT_LOOK_MS;
        int ready = await_event(supervisor, true, pause < 0 ? most : pause);
        if (ready > 0)
            orders = obey(supervisor);
        reap(supervisor);
        if (ready == 0 && held) /* somebody may have resumed a process */
            descendants_signal(SIGSTOP, NULL, NULL, true);
        if (ready == 0 && pause >= 0 && !supervisor->report.ended)
            supervisor_look(supervisor);
        if (supervisor->report.ended && !told)
            orders = supervisor_say(&supervisor->report, 0) && orders;
        told = supervisor->report.ended;
    }
    end_all(supervisor);
    if (!supervisor->dismissed)
        wake_others(supervisor);
}

/* Leaves the referee's session. False: the referee ended before the supervisor could ask to be
 * woken at its end. */
static bool leave_referee(struct supervisor *supervisor) {
    supervisor->group = getpgrp();
    if (!system_follow(supervisor->referee, SIGCONT)) /* wakes it, should it have been stopped */
        return false;
    system_name(DESCENDANTS_SUPERVISOR);
    system_adopt();
    setsid();
    return true;
}

_Noreturn void supervisor_run(const struct supervisor_task *task) {
    struct supervisor supervisor = {.resources = *task->resources,
                                    .self = getpid(),
                                    .referee = task->referee,
                                    .kill = -1,
                                    .events = -1,
                                    .scratch = -1};
    if (!leave_referee(&supervisor)) {
        scratch_remove(task->scratch, task->folder);
        leave(0);
    }
    descendants_open(&supervisor.descendants);
    supervisor.looking_ms =
        supervisor.resources.memory || supervisor.resources.processes || task->folder >= 0
            ? LOOK_MIN_MS
            : -1;
    supervisor.engine = fork();
    int reason = errno;
    if (supervisor.engine == 0)
        task->become_engine(task->context, supervisor.self);
    prepare_signals(&supervisor);
    close_others(&supervisor, task);
    supervisor.report.pid = supervisor.engine;
    supervisor.report.status = supervisor.engine < 0 ? reason : 0;
    if (supervisor.engine > 0)
        setpgid(supervisor.engine, supervisor.engine); /* as the child does: whoever is first */
    bool said = supervisor_say(&supervisor.report, 0);
    if (supervisor.engine > 0 && said && chdir("/") == 0)
        supervisor_keep(&supervisor);
    else if (supervisor.engine > 0)
        end_all(&supervisor);
    scratch_remove(task->scratch, supervisor.scratch);
    leave(0);
}
