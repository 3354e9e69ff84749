/* confine.c - the last step into a sandbox. The order matters: without new privileges first, as
 * the kernel demands; Landlock next, while files can still be opened for its rules; the filter
 * last, because it forbids the calls before it. */
#include "config.h"

#include "referee/engines/confine.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

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
                           : confine_allow(rules, facts, LANDLOCK_READ) && landlock_enter(rules);
    return bound && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0;
}
