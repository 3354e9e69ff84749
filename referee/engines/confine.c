/* confine.c - the last step into a sandbox. The order matters: without new privileges first, as
 * the kernel demands; Landlock next, while files can still be opened for its rules; the filter
 * last, because it forbids the calls before it. */
#include "config.h"

#include "referee/engines/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock -------------------------------------------------------------------------------- */

/* By system calls, since the C library has no functions for them. The numbers of the kernel's
 * interface are written out, since headers that are older than the kernel have only some of
 * them. */
#ifndef SYS_landlock_create_ruleset /* these numbers are the same on all processors */
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule       445
#define SYS_landlock_restrict_self  446
#endif

enum { ASK_VERSION = 1, PATH_BENEATH = 1, SIGNALS_AND_ABSTRACT = 3, TCP = 3 };

/* What may be done to files: one bit each. */
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    REMOVE_FILE = 1 << 5,
    MAKE_FILE = 1 << 8,
    FIRST = (1 << 13) - 1, /* all rights of the first version */
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    CONTROL = 1 << 15, /* devices */
    FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL
};

struct ruleset {
    uint64_t files, network, scope;
};

struct __attribute__((packed)) rule {
    uint64_t allowed;
    int32_t parent;
};

int landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

/* The rights to files that a version of the interface can restrict. */
static uint64_t files_of(int version) {
    uint64_t files = FIRST;
    files |= version >= 2 ? REFER : 0;
    files |= version >= 3 ? TRUNCATE : 0;
    files |= version >= 5 ? CONTROL : 0;
    return files;
}

int landlock_rules(void) {
    int version = landlock_version();
    const struct ruleset ruleset = {.files = files_of(version),
                                    .network = version >= 4 ? TCP : 0,
                                    .scope = version >= 6 ? SIGNALS_AND_ABSTRACT : 0};
    size_t size = version >= 6   ? sizeof ruleset
                  : version >= 4 ? offsetof(struct ruleset, scope)
                                 : offsetof(struct ruleset, network);
    return (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
}

static bool landlock_allow(int rules, const char *path, enum landlock_access access) {
    static const uint64_t allowed[] = {
        [LANDLOCK_READ] = EXECUTE | READ_FILE | READ_FOLDER,
        [LANDLOCK_SCRATCH] =
            READ_FILE | READ_FOLDER | WRITE_FILE | MAKE_FILE | REMOVE_FILE | TRUNCATE,
        [LANDLOCK_DEVICE] = READ_FILE | WRITE_FILE,
    };
    struct stat status;
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    struct rule rule = {.allowed = allowed[access] & files_of(landlock_version()), .parent = file};
    if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode))
        rule.allowed &= FOR_FILES;
    bool added = syscall(SYS_landlock_add_rule, rules, PATH_BENEATH, &rule, 0) == 0;
    int reason = errno;
    close(file);
    errno = reason;
    return added;
}

/* ---- the last step --------------------------------------------------------------------------- */

/* What programs ask for about the machine and about themselves: the rest of /proc/self shows the
 * sockets and the mounts of the machine. Paths that do not exist are passed over. */
static const char *const facts[] = {"/proc/cpuinfo",
                                    "/proc/meminfo",
                                    "/proc/stat",
                                    "/proc/loadavg",
                                    "/proc/sys/vm/overcommit_memory",
                                    "/sys/devices/system/cpu",
                                    "/proc/self/cmdline",
                                    "/proc/self/comm",
                                    "/proc/self/fd",
                                    "/proc/self/fdinfo",
                                    "/proc/self/limits",
                                    "/proc/self/maps",
                                    "/proc/self/smaps",
                                    "/proc/self/smaps_rollup",
                                    "/proc/self/stat",
                                    "/proc/self/statm",
                                    "/proc/self/status",
                                    NULL};

bool confine_allow(int rules, const char *const *paths, enum landlock_access access) {
    for (int i = 0; paths && paths[i]; i++)
        if (!landlock_allow(rules, paths[i], access))
            return false;
    return true;
}

bool confine(int rules, const struct sock_fprog *filter) {
    bool bound = rules < 0 ? prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                           : confine_allow(rules, facts, LANDLOCK_READ) &&
                                 prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                                 syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    return bound && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0;
}
