/* launch.c - see launch.h. */
#include "config.h"

#include "referee/engines/launch.h"

#include "base/leave.h"
#include "half/engine_spec.h"
#include "referee/engines/control_group.h"
#include "referee/engines/sandbox.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

extern char **environ;

/* Why the child could not become the program, sent through a pipe that closes when it does. */
static _Noreturn void fail_child(int status, bool in_folder) {
    struct process_failure failure = {.step = in_folder ? PROCESS_FOLDER : PROCESS_PROGRAM,
                                      .reason = errno};
    ssize_t ignored = write(status, &failure, sizeof failure);
    (void)ignored;
    leave(127);
}

/* More than can be filled while the supervisor does not look. */
#define BETWEEN_LOOKS INT64_C(268435456) /* bytes */

/* Never more than the hard limit that we have ourselves; 0: as it is. */
static void lower(struct rlimit *limit, int64_t soft, int64_t hard) {
    if (soft == 0)
        return;
    if (limit->rlim_max == RLIM_INFINITY || limit->rlim_max > (rlim_t)hard)
        limit->rlim_max = (rlim_t)hard;
    limit->rlim_cur = limit->rlim_max < (rlim_t)soft ? limit->rlim_max : (rlim_t)soft;
}

/* Memory by RLIMIT_DATA, not RLIMIT_AS: what can be written to, but not what is only reserved, as
 * run-time systems and allocators do generously. It is above the limit, so that the supervisor,
 * which can name the cause, comes first when memory fills gradually. After its processor time a
 * process gets SIGXCPU, a second later SIGKILL. The rest is the supervisor's. */
static bool bind_resources(const struct resources *resources) {
    int64_t seconds = resources->cpu_time;
    int64_t memory = resources->memory ? resources->memory + BETWEEN_LOOKS : 0;
    struct rlimit data, time, files, disk, core = {0};
    if (getrlimit(RLIMIT_DATA, &data) != 0 || getrlimit(RLIMIT_CPU, &time) != 0 ||
        getrlimit(RLIMIT_NOFILE, &files) != 0 || getrlimit(RLIMIT_FSIZE, &disk) != 0)
        return false;
    lower(&data, memory, memory);
    lower(&time, seconds, seconds + 1);
    lower(&files, resources->files, resources->files);
    lower(&disk, resources->disk, resources->disk);
    return setrlimit(RLIMIT_DATA, &data) == 0 && setrlimit(RLIMIT_CPU, &time) == 0 &&
           setrlimit(RLIMIT_NOFILE, &files) == 0 && setrlimit(RLIMIT_FSIZE, &disk) == 0 &&
           setrlimit(RLIMIT_CORE, &core) == 0;
}

_Noreturn void launch_become(void *context, pid_t supervisor) {
    const struct launch *launch = context;
    int(*pipes)[2] = launch->pipes;
    int status = pipes[LAUNCH_STATUS][1];
#ifdef HAVE_SYS_PRCTL_H
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor)
        leave(127); /* it died before we asked */
#else
    (void)supervisor;
#endif
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
#ifdef SYS_close_range
    /* Descriptors that our own parent left open must not leak. 4: CLOSE_RANGE_CLOEXEC. */
    syscall(SYS_close_range, 3U, ~0U, 4U);
#endif
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
