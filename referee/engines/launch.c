/* launch.c - what a child does to become an engine: leaves behind what it has inherited, takes its
 * pipes and limits, enters the sandbox, and runs the program. */
#include "config.h"

#include "referee/engines/launch.h"

#include "base/leave.h"
#include "base/system.h"
#include "half/engine_spec.h"
#include "referee/engines/control_group.h"
#include "referee/engines/sandbox.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

/* Sends why the child could not become the program. The pipe is closed by exec, so that the reader
 * sees its end if all went well. */
static _Noreturn void fail_child(int status, bool in_folder) {
    struct process_failure failure = {.step = in_folder ? PROCESS_FOLDER : PROCESS_PROGRAM,
                                      .reason = errno};
    ssize_t ignored = write(status, &failure, sizeof failure);
    (void)ignored;
    leave(127);
}

/* More memory than a program can fill between two looks of the supervisor. */
#define BETWEEN_LOOKS INT64_C(268435456) /* bytes */

/* Lowers a limit, never above our own hard limit. */
static const struct rlimit *lower(struct rlimit *limit, int64_t soft, int64_t hard) {
    if (limit->rlim_max == RLIM_INFINITY || limit->rlim_max > (rlim_t)hard)
        limit->rlim_max = (rlim_t)hard;
    limit->rlim_cur = limit->rlim_max < (rlim_t)soft ? limit->rlim_max : (rlim_t)soft;
    return limit;
}

/* A soft limit of 0 leaves the limit as it is. This is a macro because the type of its number is
 * not the same in all C libraries. */
#define LOWER(number, soft, hard)                                                                  \
    ((soft) == 0 ||                                                                                \
     (getrlimit(number, &limit) == 0 && setrlimit(number, lower(&limit, soft, hard)) == 0))

/* Sets the limits that the kernel can keep for one process. Memory is bound by RLIMIT_DATA, not
 * RLIMIT_AS: what can be written to counts, not what is only reserved, as run-time systems and
 * allocators do generously. The bound is above the engine's limit, so that the supervisor, which
 * can name the cause, comes first when memory fills gradually. After its processor time a process
 * gets SIGXCPU, a second later SIGKILL. */
static bool bind_resources(const struct resources *resources) {
    int64_t seconds = resources->cpu_time;
    int64_t memory = resources->memory ? resources->memory + BETWEEN_LOOKS : 0;
    const struct rlimit core = {0};
    struct rlimit limit;
    return LOWER(RLIMIT_DATA, memory, memory) && LOWER(RLIMIT_CPU, seconds, seconds + 1) &&
           LOWER(RLIMIT_NOFILE, resources->files, resources->files) &&
           LOWER(RLIMIT_FSIZE, resources->disk, resources->disk) &&
           setrlimit(RLIMIT_CORE, &core) == 0;
}

_Noreturn void launch_become(void *context, pid_t supervisor) {
    const struct launch *launch = context;
    int(*pipes)[2] = launch->pipes;
    int status = pipes[LAUNCH_STATUS][1];
    if (!system_follow(supervisor, SIGKILL))
        leave(127);
    setpgid(0, 0);
    control_group_join(launch->group);
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigemptyset(&plain.sa_mask);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &plain, NULL);
    if (dup2(pipes[LAUNCH_IN][0], STDIN_FILENO) < 0 ||
        dup2(pipes[LAUNCH_OUT][1], STDOUT_FILENO) < 0 ||
        dup2(pipes[LAUNCH_LOG][1], STDERR_FILENO) < 0)
        fail_child(status, false);
    system_close_from(STDERR_FILENO + 1, true); /* what our own parent left open must not leak */
    if (launch->dir && chdir(launch->dir) != 0)
        fail_child(status, true);
    if (!bind_resources(launch->resources))
        fail_child(status, false);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    char *const *argv = launch->sandbox->words ? launch->sandbox->words : launch->argv;
    environ = launch->sandbox->environment;
    if (sandbox_enter(launch->sandbox))
        execvp(argv[0], argv);
    fail_child(status, false);
}
