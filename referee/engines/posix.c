/* posix.c - engines on systems other than Linux: what control_group.h, descendants.h, sandbox.h,
 * scan.h and scratch.h promise, as far as POSIX goes.
 *
 * There is no call by which a process finds its descendants, or bounds what they use together. So
 * an engine is ended with its process group, and what leaves that is not found; there is no
 * sandbox, and limits that cannot be kept are refused. What one process can be held to by
 * setrlimit() holds as on Linux (launch.c).
 */
#include "config.h"

#include "referee/engines/control_group.h"
#include "referee/engines/descendants.h"
#include "referee/engines/sandbox.h"
#include "referee/engines/scan.h"
#include "referee/engines/scratch.h"

#include "base/error.h"
#include "base/language.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

/* ---- control_group.h ------------------------------------------------------------------------- */

void control_group_make(struct control_group *group, const struct resources *resources) {
    (void)resources;
    *group = (struct control_group){.number = 0};
}

void control_group_join(const struct control_group *group) {
    (void)group;
}

void control_group_kill(int kill) {
    (void)kill;
}

bool control_group_ran_out(int events) {
    (void)events;
    return false;
}

void control_group_free(struct control_group *group) {
    (void)group;
}

void control_group_renounce(void) {
}

/* ---- descendants.h --------------------------------------------------------------------------- */

void descendants_open(struct descendants *descendants) {
    *descendants = (struct descendants){.count = 0};
}

void descendants_close(struct descendants *descendants) {
    (void)descendants;
}

void descendants_find(struct descendants *descendants, pid_t ancestor) {
    (void)descendants;
    (void)ancestor;
}

void descendants_signal(int number, bool (*reached)(void *context, pid_t child), void *context,
                        bool deep) {
    (void)number;
    (void)reached;
    (void)context;
    (void)deep;
}

void descendants_wake(const struct descendants *descendants, pid_t parent, pid_t group) {
    (void)descendants;
    (void)parent;
    (void)group;
}

void descendants_end_group(pid_t leader) {
    siginfo_t ended = {.si_pid = 0};
    if (leader > 0 && waitid(P_PID, (id_t)leader, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        ended.si_pid == leader)
        kill(-leader, SIGKILL);
}

int64_t descendants_processor_us(pid_t ancestor) {
    (void)ancestor;
    return 0;
}

struct descendants_load descendants_weigh(const struct descendants *descendants, bool in_parts,
                                          dev_t device) {
    (void)descendants;
    (void)in_parts;
    (void)device;
    return (struct descendants_load){.memory = 0};
}

bool descendants_is_memory(int folder) {
    (void)folder;
    return false;
}

/* ---- scan.h, scratch.h: only sandboxes have such folders ------------------------------------- */

bool scan_folder(const char *path, void (*call)(void *context, int folder, const char *name),
                 void *context) {
    (void)path;
    (void)call;
    (void)context;
    return false;
}

bool scan_open(int folder, void (*call)(void *context, int folder, const char *name),
               void *context) {
    (void)folder;
    (void)call;
    (void)context;
    return false;
}

bool scratch_make(char *path, size_t size, int *lock) {
    (void)size;
    *path = '\0';
    *lock = -1;
    errno = ENOSYS;
    return false;
}

void scratch_remove(const char *path, int folder) {
    (void)path;
    (void)folder;
}

/* ---- sandbox.h ------------------------------------------------------------------------------- */

bool sandbox_prepare(struct sandbox *sandbox, const struct resources *resources, char *const *argv,
                     const char *dir, int failure, struct error *error) {
    (void)argv;
    (void)dir;
    *sandbox = (struct sandbox){.kind = SANDBOX_NO,
                                .failure = failure,
                                .rules = -1,
                                .filter_file = -1,
                                .status_file = -1,
                                .lock = -1};
    if (resources->sandbox != SANDBOX_NO && resources->sandbox != SANDBOX_AUTO)
        return error_set(error, "%s", sandbox_missing());
    if (resources->memory || resources->processes)
        return error_set(error,
                         _("only Linux tells what an engine uses in all: the limit %s "
                           "cannot be kept on this system"),
                         resources->memory ? "memory" : "processes");
    sandbox->environment = environment_make(resources->environment, NULL);
    return true;
}

const char *sandbox_missing(void) {
    return _("this system has no sandbox for engines; Linux has two, Landlock and bwrap");
}

bool sandbox_counts(void) {
    return false;
}

bool sandbox_enter(const struct sandbox *sandbox) {
    (void)sandbox;
    return true;
}

bool sandbox_failed(const struct sandbox *sandbox, int status) {
    (void)sandbox;
    (void)status;
    return false;
}

void sandbox_release(struct sandbox *sandbox) {
    environment_free(sandbox->environment);
    sandbox->environment = NULL;
}

void sandbox_free(struct sandbox *sandbox) {
    sandbox_release(sandbox);
}
