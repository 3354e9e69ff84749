/* process.c - starts, watches and ends the process of an engine, by way of its supervisor.
 *
 * The supervisor is our child, and the engine is the supervisor's. Orders go to the supervisor
 * through a socket, reports come back on it; engines may stop their supervisor, so every order
 * wakes it first, and every wait for it has an end. Other referees hang or leak processes when a
 * parent dies, when a child keeps the pipes open, or when a signal mask is inherited: each of these
 * is handled here.
 */
#include "config.h"

#include "referee/engines/process.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/system.h"
#include "base/text.h"
#include "base/wait.h"
#include "half/engine_spec.h"
#include "referee/engines/launch.h"
#include "referee/engines/orphans.h"
#include "referee/engines/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    TERM_GRACE_MS = 100,
    END_WAIT_MS = 1000, /* time to write a core, or to give back much memory */
    SUPERVISOR_WAIT_MS = 1000,
    SUPERVISOR_WORK_MS = 20000, /* as long as it reports that it is at work */
    START_MAX_MS = 20000,       /* even a loaded machine has started a program by then */
    START_LOOK_MS = 50,
    STOP_CHECK_MS = 100,
    LAST_READS = 64
};

enum { PROCESSES_USUAL = 100 }; /* the default limit in a sandbox */

/* The default for a file: more than any engine needs, and less than a disk. */
#define DISK_USUAL INT64_C(1073741824) /* bytes */

static void close_pipes(int pipes[LAUNCH_PIPES][2]) {
    for (int i = 0; i < LAUNCH_PIPES; i++)
        for (int end = 0; end < 2; end++)
            if (pipes[i][end] >= 0)
                close(pipes[i][end]);
}

static bool open_pipes(int pipes[LAUNCH_PIPES][2]) {
    for (int i = 0; i < LAUNCH_PIPES; i++)
        pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < LAUNCH_PIPES; i++) {
        int failed = i == LAUNCH_CONTROL ? system_channel(pipes[i]) : system_pipe(pipes[i], true);
        if (failed) {
            int reason = errno;
            close_pipes(pipes);
            errno = reason;
            return false;
        }
    }
    return true;
}

/* Forks with all signals blocked, so that none of our handlers ever runs in the child. */
static pid_t fork_supervisor(void *context) {
    struct launch *launch = context;
    struct supervisor_task task = {.socket = launch->pipes[LAUNCH_CONTROL][1],
                                   .resources = launch->resources,
                                   .scratch = launch->sandbox->scratch,
                                   .folder = launch->sandbox->lock,
                                   .kill = launch->group->number ? launch->group->kill : -1,
                                   .events = launch->group->number ? launch->group->events : -1,
                                   .referee = getpid(),
                                   .become_engine = launch_become,
                                   .context = launch};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        supervisor_run(&task);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return pid;
}

/* Reaps a supervisor. If it was killed, it has left its processes to us. */
static void reap_supervisor(pid_t supervisor) {
    int status = 0;
    while (waitpid(supervisor, &status, 0) < 0 && errno == EINTR)
        continue;
    orphans_forget(supervisor);
    if (!WIFEXITED(status))
        orphans_sweep();
}

/* An engine may stop its supervisor (SIGSTOP) from its first moment on; that must not help it. */
static void wake_supervisor(pid_t supervisor) {
    kill(supervisor, SIGCONT);
}

/* Waits for something to read while an engine starts; false and errno: not by the deadline. */
static bool await_start(int descriptor, pid_t supervisor, int64_t deadline) {
    struct pollfd wanted = {.fd = descriptor, .events = POLLIN};
    while (wait_poll(&wanted, 1, clock_us() + START_LOOK_MS * 1000, NULL) <= 0) {
        if (clock_us() > deadline) {
            errno = ETIMEDOUT;
            return false;
        }
        wake_supervisor(supervisor);
    }
    return true;
}

static void send_order(int control, int number) {
    /* If the supervisor is gone (EPIPE), so is the engine. */
    while (send(control, &number, sizeof number, MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
}

/* Ends a supervisor whose engine did not start, even one that is kept from its work. */
static void abandon_start(int control, pid_t supervisor) {
    struct supervisor_report report;
    int64_t deadline = clock_us() + SUPERVISOR_WAIT_MS * 1000;
    bool ends = true;
    wake_supervisor(supervisor);
    send_order(control, SIGKILL);
    do
        ends = await_start(control, supervisor, deadline);
    while (ends && recv(control, &report, sizeof report, 0) > 0);
    if (!ends)
        kill(supervisor, SIGKILL);
    reap_supervisor(supervisor);
}

/* Waits for the supervisor to report the engine's process; -1 and errno: there is none. */
static pid_t await_engine(int control, pid_t supervisor, int64_t deadline) {
    struct supervisor_report report;
    ssize_t got;
    if (!await_start(control, supervisor, deadline))
        return -1;
    do
        got = recv(control, &report, sizeof report, 0);
    while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof report && report.pid > 0)
        return report.pid;
    errno = got == (ssize_t)sizeof report ? report.status : ECHILD;
    return -1;
}

static bool process_fail(struct process_failure *failure, enum process_step step) {
    failure->reason = errno;
    failure->step = step;
    return false;
}

/* Waits until the child runs its program, also within bwrap; false and the failure if it could not.
 */
static bool await_exec(int status, pid_t supervisor, int64_t deadline,
                       struct process_failure *failure) {
    ssize_t got;
    if (!await_start(status, supervisor, deadline))
        return process_fail(failure, PROCESS_FORK);
    do
        got = read(status, failure, sizeof *failure);
    while (got < 0 && errno == EINTR);
    return got != (ssize_t)sizeof *failure;
}

void process_failure_text(const struct process_failure *failure, const char *program,
                          const char *dir, char *text, size_t size) {
    const char *reason = strerror(failure->reason);
    char needs[PROGRAM_NEEDS_SIZE];
    bool lacks = failure->step == PROCESS_PROGRAM && failure->reason == ENOENT &&
                 program_lacks(program, dir, needs);
    if (lacks && *needs)
        snprintf(text, size, _("cannot run %s: its first line names %s, which is missing"), program,
                 needs);
    else if (lacks)
        snprintf(text, size, _("cannot run %s: the loader that it needs is missing"), program);
    else if (failure->step == PROCESS_PIPES)
        snprintf(text, size, _("cannot make pipes for %s: %s"), program, reason);
    else if (failure->step == PROCESS_SANDBOX)
        snprintf(text, size, "%s", failure->text);
    else if (failure->step == PROCESS_FORK)
        snprintf(text, size, _("cannot start a process for %s: %s"), program, reason);
    else if (failure->step == PROCESS_FOLDER)
        snprintf(text, size, _("cannot enter the folder %s: %s"), dir, reason);
    else if (dir)
        snprintf(text, size, _("cannot run %s in the folder %s: %s"), program, dir, reason);
    else
        snprintf(text, size, _("cannot run %s: %s"), program, reason);
}

/* Takes our ends of the pipes. */
static void take_pipes(struct process *process, int pipes[LAUNCH_PIPES][2]) {
    process->in = pipes[LAUNCH_IN][1];
    process->out = pipes[LAUNCH_OUT][0];
    process->log = pipes[LAUNCH_LOG][0];
    process->control = pipes[LAUNCH_CONTROL][0];
    pipes[LAUNCH_IN][1] = pipes[LAUNCH_OUT][0] = pipes[LAUNCH_LOG][0] = pipes[LAUNCH_CONTROL][0] =
        -1;
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    fcntl(process->log, F_SETFL, O_NONBLOCK);
}

/* Starts the supervisor, which starts the engine, and waits until the engine's program runs; false
 * and the failure. */
static bool start_supervised(struct process *process, struct launch *launch,
                             struct process_failure *failure) {
    int(*pipes)[2] = launch->pipes;
    pid_t supervisor = orphans_fork(fork_supervisor, launch);
    close(pipes[LAUNCH_STATUS][1]);
    close(pipes[LAUNCH_CONTROL][1]);
    pipes[LAUNCH_STATUS][1] = pipes[LAUNCH_CONTROL][1] = -1;
    int64_t deadline = clock_us() + START_MAX_MS * INT64_C(1000);
    pid_t pid = supervisor < 0 ? -1 : await_engine(pipes[LAUNCH_CONTROL][0], supervisor, deadline);
    bool runs = pid < 0 ? process_fail(failure, PROCESS_FORK)
                        : await_exec(pipes[LAUNCH_STATUS][0], supervisor, deadline, failure);
    if (runs)
        send_order(pipes[LAUNCH_CONTROL][0], SUPERVISOR_LOOK);
    if (runs)
        take_pipes(process, pipes);
    else if (supervisor > 0)
        abandon_start(pipes[LAUNCH_CONTROL][0], supervisor);
    close_pipes(pipes);
    process->pid = runs ? pid : 0;
    process->supervisor = supervisor;
    return runs;
}

/* Takes the supervisor's reports. False: the supervisor is gone. */
static bool read_reports(struct process *process) {
    struct supervisor_report report;
    ssize_t got;
    while ((got = recv(process->control, &report, sizeof report, MSG_DONTWAIT)) > 0) {
        process->report = report;
        process->heard++;
    }
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Whether the engine has ended, or is being killed because it exceeded a limit. */
static bool is_over(const struct process *process) {
    return process->report.ended || process->report.excess != EXCESS_NONE;
}

/* Waits for the end of the engine, or of its supervisor; false: not by the deadline. */
static bool await_end(struct process *process, bool supervisor, int64_t deadline) {
    for (;;) {
        if (!read_reports(process) || (is_over(process) && !supervisor))
            return true;
        if (clock_us() >= deadline)
            return false;
        struct pollfd wanted = {.fd = process->control, .events = POLLIN};
        wait_poll(&wanted, 1, deadline, NULL);
    }
}

/* Makes the pipes and the sandbox; false and the failure. */
static bool prepare_start(struct process *process, const struct launch *launch,
                          struct process_failure *failure) {
    struct error error;
    if (!open_pipes(launch->pipes))
        return process_fail(failure, PROCESS_PIPES);
    if (sandbox_prepare(&process->sandbox, launch->resources, launch->argv, launch->dir,
                        launch->pipes[LAUNCH_STATUS][1], &error))
        return true;
    snprintf(failure->text, sizeof failure->text, "%.*s", PROCESS_REASON_SIZE - 1, error.text);
    process_fail(failure, PROCESS_SANDBOX);
    close_pipes(launch->pipes);
    return false;
}

static pthread_once_t tried = PTHREAD_ONCE_INIT;
static bool bwrap_works; /* set when it was tried */

/* Whether programs run in bwrap: bwrap may be missing, or the machine may refuse it name spaces, as
 * many containers do. */
static void try_bwrap(void) {
    struct process process;
    struct process_failure failure;
    char *argv[] = {(char *)"true", NULL};
    const struct resources resources = {.sandbox = SANDBOX_BWRAP};
    if (!process_start(&process, argv, NULL, &resources, &failure))
        return;
    bwrap_works = await_end(&process, false, clock_us() + START_MAX_MS * INT64_C(1000)) &&
                  process.report.ended && process.report.status == 0;
    process_stop(&process, 0, NULL);
}

/* Bubblewrap, with Landlock within, is the better sandbox where it can be had. */
static enum sandbox_kind process_sandbox(enum sandbox_kind wanted) {
    if (wanted != SANDBOX_YES && wanted != SANDBOX_AUTO)
        return wanted;
    pthread_once(&tried, try_bwrap);
    return bwrap_works ? SANDBOX_BWRAP : wanted;
}

bool process_start(struct process *process, char *const *argv, const char *dir,
                   const struct resources *resources, struct process_failure *failure) {
    int pipes[LAUNCH_PIPES][2];
    struct resources bounded = *resources;
    struct launch what = {.pipes = pipes,
                          .argv = argv,
                          .dir = dir,
                          .resources = &bounded,
                          .group = &process->group,
                          .sandbox = &process->sandbox};
    bounded.disk = resources->disk ? resources->disk : DISK_USUAL;
    bounded.sandbox = process_sandbox(resources->sandbox);
    *process = (struct process){.pid = 0};
    errno = 0;
    if (!prepare_start(process, &what, failure))
        return false;
    bounded.sandbox = process->sandbox.kind;
    if (!bounded.processes && process->sandbox.kind != SANDBOX_NO)
        bounded.processes = PROCESSES_USUAL;
    if (bounded.processes)
        bounded.processes += process->sandbox.helpers;
    control_group_make(&process->group, &bounded);
    if (start_supervised(process, &what, failure)) {
        sandbox_release(&process->sandbox);
        return true;
    }
    control_group_free(&process->group);
    sandbox_free(&process->sandbox);
    return false;
}

size_t process_read_log(struct process *process) {
    char *words = process->words;
    if (process->log < 0)
        return 0;
    if (process->words_length > PROCESS_WORDS_SIZE / 2) {
        size_t kept = PROCESS_WORDS_SIZE / 4;
        memmove(words, words + process->words_length - kept, kept);
        process->words_length = kept;
    }
    ssize_t got = read(process->log, words + process->words_length,
                       PROCESS_WORDS_SIZE - process->words_length);
    if (got > 0) {
        process->words_length += (size_t)got;
        return (size_t)got;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(process->log);
        process->log = -1;
    }
    return 0;
}

/* The last line of standard error that is not empty, "" if there is none. */
static void last_words(const struct process *process, char *text, size_t size) {
    size_t end = process->words_length;
    while (end > 0 && strchr(" \t\r\n", process->words[end - 1]))
        end--;
    size_t start = end;
    while (start > 0 && process->words[start - 1] != '\n')
        start--;
    size_t length = end - start < size - 1 ? end - start : size - 1;
    memcpy(text, process->words + start, length);
    text[length] = '\0';
}

bool process_has_ended(struct process *process) {
    return !read_reports(process) || is_over(process);
}

/* Says which limit the engine exceeded. */
static void excess_text(const struct process *process, char *text, size_t size) {
    const struct supervisor_report *report = &process->report;
    long long amount = (long long)report->amount;
    if (report->excess == EXCESS_MEMORY)
        snprintf(text, size, _("exceeded its memory limit: %lld MiB"), amount >> 20);
    else if (report->excess == EXCESS_PROCESSES)
        snprintf(text, size, _("exceeded its process limit: %lld"),
                 amount - process->sandbox.helpers);
    else if (report->excess == EXCESS_THREADS)
        snprintf(text, size, _("exceeded its process limit: %lld threads"), amount);
    else if (report->excess == EXCESS_UNSEEN)
        snprintf(text, size, _("hides what it uses, so that its limits cannot be checked"));
    else if (report->excess == EXCESS_DISK)
        snprintf(text, size, _("exceeded its disk limit: %lld MiB"), amount >> 20);
    else
        snprintf(text, size, _("used up its cpu_time: %lld s"), amount);
}

bool process_await_end(struct process *process) {
    await_end(process, false, clock_us() + END_WAIT_MS * 1000);
    for (int i = 0; i < LAST_READS && process->log >= 0; i++)
        process_read_log(process);
    return process->report.excess != EXCESS_NONE;
}

void process_end_text(const struct process *process, const char *instead, char *text, size_t size) {
    const struct supervisor_report *report = &process->report;
    char said[240], clean[240], how[120];
    snprintf(how, sizeof how, "%s", instead);
    if (report->excess != EXCESS_NONE)
        excess_text(process, how, sizeof how);
    else if (report->ended && WIFEXITED(report->status))
        snprintf(how, sizeof how, _("exited with status %d"), WEXITSTATUS(report->status));
    else if (report->ended)
        snprintf(how, sizeof how, _("was killed by signal %d (%s)"), WTERMSIG(report->status),
                 strsignal(WTERMSIG(report->status)));
    last_words(process, said, sizeof said);
    text_clean(clean, sizeof clean, said);
    if (*clean)
        snprintf(text, size, _("%s; its last words: %s"), how, clean);
    else
        snprintf(text, size, "%s", how);
}

void process_hang_up(struct process *process) {
    if (process->pid && process->in >= 0) {
        close(process->in);
        process->in = -1;
        process->hung_up = clock_us();
    }
}

static void order_supervisor(const struct process *process, int number) {
    wake_supervisor(process->supervisor);
    send_order(process->control, number);
}

void process_hold(struct process *process) {
    if (!process->held)
        order_supervisor(process, SIGSTOP);
    process->held = true;
}

void process_release(struct process *process) {
    if (process->held)
        order_supervisor(process, SIGCONT);
    process->held = false;
}

pid_t process_engine(struct process *process) {
    if (process->sandbox.kind == SANDBOX_BWRAP && !process->report.within)
        read_reports(process);
    return process->report.within ? process->report.within : process->pid;
}

int process_stops(struct process *process) {
    read_reports(process);
    return process->report.stops;
}

/* Waits until the engine has ended; false: not within its grace, which `stop` shortens. */
static bool await_grace(struct process *process, int grace_ms, const atomic_int *stop) {
    for (;;) {
        bool hurry = stop && atomic_load(stop) && grace_ms > PROCESS_HURRY_MS;
        int64_t until = process->hung_up + (hurry ? PROCESS_HURRY_MS : grace_ms) * INT64_C(1000);
        int64_t look = clock_us() + STOP_CHECK_MS * 1000;
        if (await_end(process, false, until < look ? until : look))
            return true;
        if (until <= look)
            return false;
    }
}

/* Waits until the supervisor has ended; false: it does not, and has not shown for a while that it
 * is at work. */
static bool await_supervisor(struct process *process) {
    int64_t last = clock_us() + SUPERVISOR_WORK_MS * INT64_C(1000);
    for (int heard = -1; heard != process->heard && clock_us() < last;) {
        heard = process->heard;
        if (await_end(process, true, clock_us() + SUPERVISOR_WAIT_MS * 1000))
            return true;
    }
    return false;
}

void process_stop(struct process *process, int grace_ms, const atomic_int *stop) {
    if (!process->pid)
        return;
    process_release(process);
    process_hang_up(process);
    close(process->out);
    if (process->log >= 0)
        close(process->log);
    if (grace_ms > 0 && !await_grace(process, grace_ms, stop)) {
        order_supervisor(process, SIGTERM);
        await_end(process, false, clock_us() + TERM_GRACE_MS * 1000);
    }
    order_supervisor(process, SIGKILL);
    if (!await_supervisor(process))
        kill(process->supervisor, SIGKILL); /* it is kept from its work, so we do it */
    close(process->control);
    control_group_kill(process->group.number ? process->group.kill : -1);
    reap_supervisor(process->supervisor);
    control_group_free(&process->group);
    sandbox_free(&process->sandbox);
    process->pid = 0;
}
