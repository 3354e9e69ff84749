/* process.c - see process.h. Linux and POSIX; every step where others were seen to hang or to leak
 * (a parent that dies, a child that keeps the pipes, a signal mask handed down) has its line here.
 */
#include "config.h"

#include "referee/process.h"

#include "referee/clock.h"
#include "referee/guard.h"
#include "referee/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

enum { TERM_GRACE_MS = 100, END_WAIT_MS = 100 };

/* Why the child could not become the program, sent through a pipe that closes when it does. */
struct failure {
    int reason;     /* errno */
    bool in_folder; /* while entering the folder */
};

enum { IN, OUT, LOG, STATUS, PIPES };

static void close_pipes(int pipes[PIPES][2]) {
    for (int i = 0; i < PIPES; i++)
        for (int end = 0; end < 2; end++)
            if (pipes[i][end] >= 0)
                close(pipes[i][end]);
}

static bool open_pipes(int pipes[PIPES][2]) {
    for (int i = 0; i < PIPES; i++)
        pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < PIPES; i++)
        if (pipe2(pipes[i], O_CLOEXEC) != 0) {
            int reason = errno;
            close_pipes(pipes);
            errno = reason;
            return false;
        }
    return true;
}

static _Noreturn void fail_child(int status, bool in_folder) {
    struct failure failure = {.reason = errno, .in_folder = in_folder};
    ssize_t ignored = write(status, &failure, sizeof failure);
    (void)ignored;
    _exit(127);
}

/* Everything between fork and exec: only calls that are safe in the child of a threaded program. */
static _Noreturn void run_child(int pipes[PIPES][2], char *const *argv, const char *dir,
                                pid_t parent, const struct guard *guard) {
    int status = pipes[STATUS][1];
#ifdef HAVE_SYS_PRCTL_H
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); /* it died before we asked */
#else
    (void)parent;
#endif
    setpgid(0, 0);
    guard_watch(guard, getpid());
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigemptyset(&plain.sa_mask);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &plain, NULL);
    if (dup2(pipes[IN][0], STDIN_FILENO) < 0 || dup2(pipes[OUT][1], STDOUT_FILENO) < 0 ||
        dup2(pipes[LOG][1], STDERR_FILENO) < 0)
        fail_child(status, false);
#ifdef SYS_close_range
    /* What whoever started us left open is no business of an engine. 4: CLOSE_RANGE_CLOEXEC. */
    syscall(SYS_close_range, 3U, ~0U, 4U);
#endif
    if (dir && chdir(dir) != 0)
        fail_child(status, true);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(argv[0], argv);
    fail_child(status, false);
}

/* Forks with all signals blocked, so that no handler of ours ever runs in the child. */
static pid_t fork_child(int pipes[PIPES][2], char *const *argv, const char *dir,
                        const struct guard *guard) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        run_child(pipes, argv, dir, parent, guard);
    int reason = errno;
    if (pid > 0)
        setpgid(pid, pid); /* it does so too; whoever comes first, the group is there from now on */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return pid;
}

/* To the group, and to the process itself, which may have left its group. It is not reaped yet, so
 * neither number can be another's. */
static void send_signal(pid_t pid, int number) {
    kill(-pid, number);
    kill(pid, number);
}

/* Kills what is left of the group, and reaps its first process. */
static void kill_and_reap(pid_t pid, const struct guard *guard) {
    send_signal(pid, SIGKILL);
    guard_forget(guard, pid);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* Waits until the child runs its program; false and the message if it could not. */
static bool await_exec(int status, const char *program, const char *dir, char *error) {
    struct failure failure;
    ssize_t got;
    do
        got = read(status, &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof failure)
        return true;
    if (failure.in_folder)
        return error_set(error, "cannot enter the folder %s: %s", dir, strerror(failure.reason));
    return error_set(error, "cannot run %s%s%s: %s", program, dir ? " in the folder " : "",
                     dir ? dir : "", strerror(failure.reason));
}

bool process_start(struct process *process, char *const *argv, const char *dir,
                   const struct guard *guard, char *error) {
    process->pid = 0;
    int pipes[PIPES][2];
    if (!open_pipes(pipes))
        return error_set(error, "cannot make pipes for %s: %s", argv[0], strerror(errno));
    pid_t pid = fork_child(pipes, argv, dir, guard);
    if (pid < 0) {
        error_set(error, "cannot start a process for %s: %s", argv[0], strerror(errno));
        close_pipes(pipes);
        return false;
    }
    close(pipes[STATUS][1]);
    pipes[STATUS][1] = -1;
    if (!await_exec(pipes[STATUS][0], argv[0], dir, error)) {
        kill_and_reap(pid, guard);
        close_pipes(pipes);
        return false;
    }
    process->in = pipes[IN][1];
    process->out = pipes[OUT][0];
    process->log = pipes[LOG][0];
    pipes[IN][1] = pipes[OUT][0] = pipes[LOG][0] = -1;
    close_pipes(pipes);
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    fcntl(process->log, F_SETFL, O_NONBLOCK);
    process->hung_up = 0;
    process->words_length = 0;
    process->pid = pid;
    process->guard = guard;
    return true;
}

void process_read_log(struct process *process) {
    char *words = process->words;
    if (process->log < 0)
        return;
    if (process->words_length > PROCESS_WORDS_SIZE / 2) {
        size_t kept = PROCESS_WORDS_SIZE / 4;
        memmove(words, words + process->words_length - kept, kept);
        process->words_length = kept;
    }
    ssize_t got = read(process->log, words + process->words_length,
                       PROCESS_WORDS_SIZE - process->words_length);
    if (got > 0) {
        process->words_length += (size_t)got;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(process->log);
        process->log = -1;
    }
}

/* The last line of standard error that is not empty, "" if there is none. */
static void last_words(struct process *process, char *text, size_t size) {
    for (int i = 0; i < 64 && process->log >= 0; i++)
        process_read_log(process);
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

/* Waits for its end without reaping it, so that its group's number stays taken. */
static bool ended_by(pid_t pid, int64_t deadline, siginfo_t *info) {
    for (int64_t pause = 100;; pause = pause < 10000 ? 2 * pause : pause) {
        info->si_pid = 0;
        if (waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
            return true; /* no such child: nothing to wait for */
        if (info->si_pid != 0)
            return true;
        if (clock_us() >= deadline)
            return false;
        clock_sleep_us(pause);
    }
}

void process_describe_end(struct process *process, const char *instead, char *text, size_t size) {
    siginfo_t info = {0};
    char said[120], clean[120];
    char how[120];
    snprintf(how, sizeof how, "%s", instead);
    if (ended_by(process->pid, clock_us() + END_WAIT_MS * 1000, &info) && info.si_pid) {
        if (info.si_code == CLD_EXITED)
            snprintf(how, sizeof how, "exited with status %d", info.si_status);
        else
            snprintf(how, sizeof how, "was killed by signal %d (%s)", info.si_status,
                     strsignal(info.si_status));
    }
    last_words(process, said, sizeof said);
    text_printable(clean, sizeof clean, said);
    snprintf(text, size, "%s%s%s", how, *clean ? "; its last words: " : "", clean);
}

void process_hang_up(struct process *process) {
    if (process->pid && process->in >= 0) {
        close(process->in);
        process->in = -1;
        process->hung_up = clock_us();
    }
}

void process_stop(struct process *process, int grace_ms) {
    if (!process->pid)
        return;
    process_hang_up(process);
    close(process->out);
    if (process->log >= 0)
        close(process->log);
    siginfo_t info;
    int64_t until = process->hung_up + grace_ms * INT64_C(1000);
    if (grace_ms > 0 && !ended_by(process->pid, until, &info)) {
        send_signal(process->pid, SIGTERM);
        ended_by(process->pid, clock_us() + TERM_GRACE_MS * 1000, &info);
    }
    kill_and_reap(process->pid, process->guard);
    process->pid = 0;
}
