/* referee_process.c - what is left of engines when the referee is killed: nothing. Stand-ins for
 * the referee start processes that never end and are killed.
 */
#include "config.h"

#include "referee/clock.h"
#include "referee/guard.h"
#include "referee/process.h"
#include "referee/text.h"
#include "tests/referee_run.h"
#include "tests/tap.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SPIN "while :; do :; done"

enum { PIDS = 3 };

/* Starts a command and tells the process, what it says to have started, and the guardian. */
static _Noreturn void stand_in(int tell, const char *command, bool guarded) {
    char error[REFEREE_ERROR_SIZE], line[64] = "";
    char *argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)command, NULL};
    struct process process = {0};
    struct guard guard;
    pid_t pids[PIDS] = {0};
    if (guarded && !guard_start(&guard, error))
        _exit(1);
    if (!process_start(&process, argv, NULL, guarded ? &guard : NULL, error))
        _exit(2);
    while (!strchr(line, '\n')) {
        size_t length = strlen(line);
        if (read(process.out, line + length, sizeof line - 1 - length) == 0)
            _exit(3);
        clock_sleep_us(1000);
    }
    pids[0] = process.pid;
    pids[1] = (pid_t)atoi(line);
    pids[2] = guarded ? guard.pid : 0;
    if (write(tell, pids, sizeof pids) != (ssize_t)sizeof pids)
        _exit(4);
    for (;;)
        pause();
}

static pid_t start_stand_in(pid_t pids[PIDS], const char *command, bool guarded) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        stand_in(ends[1], command, guarded);
    }
    close(ends[1]);
    ok(read(ends[0], pids, PIDS * sizeof *pids) == (ssize_t)(PIDS * sizeof *pids),
       "processes are started");
    close(ends[0]);
    return child;
}

static void kill_stand_in(pid_t child) {
    kill(child, SIGKILL);
    run_finish(child);
}

/* The system ends an engine with its referee. */
static void test_parent_death(void) {
    pid_t pids[PIDS] = {0};
    pid_t child = start_stand_in(pids, "echo $$; " SPIN, false);
    kill_stand_in(child);
    ok(run_dies(pids[0]), "without a guard: a spinning engine dies with the referee");
    if (pids[0] > 0)
        kill(pids[0], SIGKILL);
}

static int descriptors(pid_t pid) {
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return count;
}

/* And the guard what the engine has started, whatever was sent to the guardian before. */
static void test_wrapper(void) {
    static const int harmless[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1};
    pid_t pids[PIDS] = {0};
    pid_t child = start_stand_in(pids, "sh -c '" SPIN "' & echo $!; wait", true);
    for (int tries = 0; tries < 2000 && descriptors(pids[2]) != 1; tries++)
        clock_sleep_us(10000); /* it is at work by itself */
    is_int(descriptors(pids[2]), 1, "the guardian comes to hold one descriptor");
    ok(getsid(pids[2]) == pids[2], "and has a session of its own");
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        kill(pids[2], harmless[i]);
    clock_sleep_us(20000);
    is_int(kill(pids[1], 0), 0, "all run");
    kill_stand_in(child);
    ok(run_dies(pids[0]), "a wrapper dies with the referee");
    ok(run_dies(pids[1]), "what it has started too");
    ok(run_dies(pids[2]), "and then the guardian");
    if (pids[0] > 0)
        kill(-pids[0], SIGKILL);
}

static pid_t start_group(void) {
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    setpgid(child, child);
    return child;
}

/* At the end it kills the groups that it was not told to forget, and those alone. */
static void test_forget(void) {
    char error[REFEREE_ERROR_SIZE] = "";
    struct guard guard;
    pid_t ended = start_group(), left = start_group(), later = start_group();
    if (!ok(guard_start(&guard, error), "a guard %s", error))
        return;
    for (int i = 0; i < 20000; i++) { /* more than it has room for, one after another */
        guard_watch(&guard, ended);
        guard_forget(&guard, ended);
    }
    guard_watch(&guard, left);
    guard_watch(&guard, later);
    guard_watch(&guard, left);
    guard_forget(&guard, later);
    guard_end(&guard);
    ok(waitpid(guard.pid, NULL, WNOHANG) < 0 && errno == ECHILD, "it is reaped");
    ok(run_dies(left), "a group that is left is killed");
    is_int(waitpid(ended, NULL, WNOHANG), 0, "one that has ended is not");
    is_int(waitpid(later, NULL, WNOHANG), 0, "nor is another");
    kill(ended, SIGKILL);
    kill(later, SIGKILL);
    while (wait(NULL) > 0)
        continue;
}

/* process_stop() tells it: the number may be another's soon. */
static void test_stop(void) {
    char error[REFEREE_ERROR_SIZE] = "";
    char *argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)SPIN, NULL};
    struct process process = {0};
    int pair[2]; /* what the guardian would be told is read here */
    pid_t said[4] = {0};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return;
    struct guard guard = {.socket = pair[0]};
    ok(process_start(&process, argv, NULL, &guard, error), "a process %s", error);
    pid_t pid = process.pid;
    ok(getpgid(pid) == pid, "has its own group");
    process_stop(&process, 0);
    char *none[] = {(char *)"/does/not/exist", NULL};
    ok(!process_start(&process, none, NULL, &guard, error), "none: %s", error);
    close(pair[0]);
    for (int i = 0; i < 4; i++)
        if (recv(pair[1], &said[i], sizeof said[i], 0) < 0)
            said[i] = 0;
    close(pair[1]);
    is_int(said[0], pid, "the guardian is told its group");
    is_int(said[1], -pid, "and its end");
    ok(said[2] > 0 && said[3] == -said[2], "and of one that could not run its program");
}

int main(void) {
    run_begin();
    alarm(600);
    test_parent_death();
    test_wrapper();
    test_forget();
    test_stop();
    run_end();
    return done();
}
