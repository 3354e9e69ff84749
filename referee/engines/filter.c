/* filter.c - see filter.h. All calls that are not listed are allowed: what they may reach is
 * bounded by Landlock or by name spaces. The list has what those do not bound.
 */
#include "config.h"

#include "referee/engines/filter.h"

#include "base/error.h"
#include "base/language.h"

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Refused with EPERM, whatever their arguments. Names that a machine does not have are passed over.
 */
static const char *const refused[] = {
    /* the network, and every other way to speak to strangers; socketpair() stays */
    "socket", "connect", "bind", "listen", "accept", "accept4", "socketcall",
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "move_pages", "migrate_pages",
    "setpriority", "sched_setscheduler", "sched_setparam", "sched_setattr", "ioprio_set",
    /* memory and queues that outlive it */
    "shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop", "semtimedop_time64",
    "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink",
    /* what a file is called and whose it is: Landlock does not bound these */
    "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "utime", "utimes", "utimensat",
    "futimesat", "setxattr", "lsetxattr", "removexattr", "lremovexattr", "name_to_handle_at",
    "open_by_handle_at", "quotactl", "quotactl_fd", "acct", "swapon", "swapoff",
    /* watching files */
    "inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_init", "fanotify_mark",
    /* other views of the system */
    "mount", "umount", "umount2", "mount_setattr", "move_mount", "open_tree", "fsopen", "fsconfig",
    "fsmount", "fspick", "pivot_root", "chroot", "unshare", "setns", "personality",
    /* the kernel, and calls by which it has been attacked */
    "bpf", "perf_event_open", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "userfaultfd", "add_key", "request_key", "keyctl", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "iopl", "ioperm",
    "modify_ldt", "lookup_dcookie", "vhangup",
    /* the clock and the name of the machine */
    "settimeofday", "clock_settime", "clock_settime64", "clock_adjtime", "clock_adjtime64",
    "adjtimex", "sethostname", "setdomainname"};

/* Name spaces that a new process may ask for (CLONE_NEW..., see clone(2)). */
static const uint64_t name_spaces[] = {0x00000080, 0x00020000, 0x02000000, 0x04000000,
                                       0x08000000, 0x10000000, 0x20000000, 0x40000000};

static bool refuse_all(scmp_filter_ctx filter) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        int call = seccomp_syscall_resolve_name(refused[i]);
        if (call != __NR_SCMP_ERROR &&
            seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0) < 0 && errno != EINVAL)
            return false;
    }
    return true;
}

static bool refuse_some(scmp_filter_ctx filter) {
    int wrong = 0;
    for (size_t i = 0; i < sizeof name_spaces / sizeof *name_spaces; i++)
        wrong |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                  SCMP_A0(SCMP_CMP_MASKED_EQ, name_spaces[i], name_spaces[i]));
    /* Its arguments lie in memory, where no filter looks: the C library then uses clone(). */
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    /* Typing for others at a terminal. */
    const uint64_t typing[] = {TIOCSTI, TIOCLINUX};
    for (size_t i = 0; i < sizeof typing / sizeof *typing; i++)
        wrong |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                  SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, typing[i]));
    /* Limits of other processes: 0 is the caller itself. */
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1,
                              SCMP_A0(SCMP_CMP_NE, 0, 0));
    return wrong >= 0;
}

int filter_make(struct error *error) {
    int file = memfd_create("filter", MFD_CLOEXEC);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool made = file >= 0 && filter && refuse_all(filter) && refuse_some(filter) &&
                seccomp_export_bpf(filter, file) == 0 && lseek(file, 0, SEEK_SET) == 0;
    if (filter)
        seccomp_release(filter);
    if (made)
        return file;
    error_set(error, _("cannot make a filter of system calls: %s"), strerror(errno));
    if (file >= 0)
        close(file);
    return -1;
}
