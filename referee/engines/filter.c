/* filter.c - lists the system calls that an engine in a sandbox may use, and makes a filter of
 * these lists.
 *
 * A call that is not listed does not exist for an engine (ENOSYS), nor do calls that later kernels
 * add. What the allowed calls can reach is restricted by Landlock or by name spaces; what these do
 * not restrict is refused here. The filter is a binary search over the numbers of the calls.
 */
#include "config.h"

#include "referee/engines/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#define ERROR(number) (SECCOMP_RET_ERRNO | (uint32_t)(number))

enum { CALLS_MAX = 1024 };

/* Allowed with any arguments. Names that a machine does not have are passed over. Some are for
 * other machines or other C libraries. */
static const char *const allowed[] = {
    /* reading and writing what is open */
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2",
    "pwritev2", "lseek", "_llseek", "sendfile", "sendfile64", "copy_file_range", "close",
    "close_range", "dup", "dup2", "dup3", "pipe", "pipe2", "ftruncate", "ftruncate64", "fallocate",
    "fadvise64", "fadvise64_64", "arm_fadvise64_64", "fsync", "fdatasync", "sync_file_range",
    /* one's own socketpair(); without sendmsg(): descriptors in transit hide memory */
    "recvfrom", "recvmsg", "shutdown", "getsockname", "getpeername", "getsockopt", "send", "recv",
    /* files and folders */
    "creat", "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "newfstatat", "fstatat64",
    "statx", "statfs", "statfs64", "fstatfs", "fstatfs64", "access", "faccessat", "faccessat2",
    "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "mkdir",
    "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat",
    "symlink", "symlinkat", "umask",
    /* waiting */
    "poll", "ppoll", "ppoll_time64", "select", "_newselect", "pselect6", "pselect6_time64",
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
    "eventfd", "eventfd2", "signalfd", "signalfd4", "timerfd_create", "timerfd_settime",
    "timerfd_settime64", "timerfd_gettime", "timerfd_gettime64", "pause", "nanosleep",
    "clock_nanosleep", "clock_nanosleep_time64", "restart_syscall",
    /* time */
    "time", "gettimeofday", "clock_gettime", "clock_gettime64", "clock_getres",
    "clock_getres_time64", "times", "alarm", "getitimer", "setitimer", "timer_create",
    "timer_settime", "timer_settime64", "timer_gettime", "timer_gettime64", "timer_getoverrun",
    "timer_delete",
    /* memory */
    "brk", "mmap", "mmap2", "munmap", "mremap", "mprotect", "msync", "mincore", "mlock", "mlock2",
    "mlockall", "munlock", "munlockall", "mbind", "get_mempolicy", "set_mempolicy", "membarrier",
    "pkey_alloc", "pkey_free", "pkey_mprotect",
    /* threads and processes; Landlock and name spaces bound whom a signal reaches */
    "fork", "vfork", "execve", "exit", "exit_group", "wait4", "waitid", "waitpid", "kill", "tkill",
    "tgkill", "futex", "futex_time64", "futex_waitv", "set_robust_list", "set_tid_address", "rseq",
    "sched_yield", "sched_getaffinity", "sched_getscheduler", "sched_getparam",
    "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "getpriority",
    "setpgid", "getpgid", "getpgrp", "setsid", "getsid",
    /* signals */
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending",
    "rt_sigtimedwait", "rt_sigtimedwait_time64", "sigaltstack", "sigaction", "sigprocmask",
    "sigreturn", "sigsuspend", "sigpending", "signal",
    /* who, where and how much */
    "getpid", "getppid", "gettid", "getuid", "getuid32", "geteuid", "geteuid32", "getgid",
    "getgid32", "getegid", "getegid32", "getresuid", "getresuid32", "getresgid", "getresgid32",
    "getgroups", "getgroups32", "capget", "uname", "sysinfo", "getcpu", "getrandom", "getrlimit",
    "ugetrlimit", "setrlimit", "getrusage",
    /* of some machines */
    "arch_prctl", "set_thread_area", "get_thread_area", "set_tls", "cacheflush",
    "riscv_flush_icache"};

/* Also allowed, by number, since older headers do not know their names: map_shadow_stack,
 * futex_wake, futex_wait, futex_requeue, mseal. The numbers are the same on all machines. */
static const int young[] = {453, 454, 455, 456, 462};

/* Refused with EPERM, which programs expect more than ENOSYS. */
static const char *const refused[] = {
    /* the network, and every other way to speak to strangers */
    "socket", "connect", "bind", "listen", "accept", "accept4", "setsockopt", "sendmsg", "sendmmsg",
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
    "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "move_pages", "migrate_pages",
    "setpriority", "sched_setscheduler", "sched_setparam", "sched_setattr", "ioprio_set",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    /* memory and queues that outlive it, or that no limit sees */
    "shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop", "semtimedop_time64",
    "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink", "memfd_create", "memfd_secret",
    "vmsplice",
    /* names, owners and times of files, also of open ones, which Landlock does not restrict; nor
     * does it keep files from being emptied before Linux 6.2 */
    "chmod", "fchmodat", "fchmodat2", "chown", "chown32", "lchown", "lchown32", "fchown",
    "fchown32", "fchownat", "utime", "utimes", "utimensat", "utimensat_time64", "futimesat",
    "truncate", "truncate64", "name_to_handle_at", "open_by_handle_at", "quotactl", "quotactl_fd",
    "acct", "swapon", "swapoff",
    /* watching files */
    "inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_init", "fanotify_mark",
    /* other views of the system, other rights */
    "mount", "umount", "umount2", "mount_setattr", "move_mount", "open_tree", "fsopen", "fsconfig",
    "fsmount", "fspick", "pivot_root", "chroot", "unshare", "setns", "personality", "setuid",
    "setuid32", "setgid", "setgid32", "setreuid", "setreuid32", "setregid", "setregid32",
    "setresuid", "setresuid32", "setresgid", "setresgid32", "setgroups", "setgroups32", "capset",
    /* the kernel, and calls by which it has been attacked */
    "bpf", "perf_event_open", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "userfaultfd", "add_key", "request_key", "keyctl", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "reboot", "syslog", "iopl", "ioperm",
    "modify_ldt", "vhangup",
    /* the clock and the name of the machine */
    "settimeofday", "clock_settime", "clock_settime64", "clock_adjtime", "clock_adjtime64",
    "adjtimex", "sethostname", "setdomainname"};

/* Refused with EOPNOTSUPP, as file systems do that do not have these calls. */
static const char *const unsupported[] = {
    "getxattr",  "lgetxattr",  "fgetxattr",  "setxattr",    "lsetxattr",    "fsetxattr",
    "listxattr", "llistxattr", "flistxattr", "removexattr", "lremovexattr", "fremovexattr"};

/* Do nothing, without an error. Without fchmod, Node.js copies no file; without flock, Java prints
 * a warning among its answers. */
static const char *const idle[] = {"fchmod", "flock"};

/* Older headers do not have all of these. */
#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif
enum { SME_SET_VECTOR = 63, SME_GET_VECTOR = 64 };

/* Flags that a new process may not have: name spaces (CLONE_NEW..., see clone(2)), and another
 * parent than the caller (CLONE_PARENT). clone3() is not allowed, as its arguments are in memory,
 * where no filter can look; the C library then uses clone(). */
#define NOT_CLONED UINT64_C(0x7e028080)
#ifdef __s390__ /* the flags are its second argument */
#define CLONE_FLAGS 1
#else
#define CLONE_FLAGS 0
#endif

/* Allowed if an argument has one of these values, of which only the bits in the mask count; else
 * refused with an error. */
#define WORD UINT64_C(0xffffffff)
#define MODE (O_ACCMODE | O_TRUNC)
#define ANY_OF(...)                                                                                \
    (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)
static const struct {
    const char *name;
    int argument, error;
    uint64_t mask;
    const uint64_t *value;
    size_t values;
} sometimes[] = {
    {"clone", CLONE_FLAGS, EPERM, NOT_CLONED, ANY_OF(0)},
    {"socketpair", 0, EPERM, WORD, ANY_OF(AF_UNIX)},
    {"sendto", 4, EPERM, UINT64_MAX, ANY_OF(0)}, /* without an address: only to the other end */
    /* Before Linux 6.2, O_TRUNC empties a file that is only opened for reading. */
    {"open", 1, EPERM, MODE,
     ANY_OF(O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_TRUNC, O_RDWR | O_TRUNC)},
    {"openat", 2, EPERM, MODE,
     ANY_OF(O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_TRUNC, O_RDWR | O_TRUNC)},
    /* not what breaks memory for all (MADV_HWPOISON) */
    {"madvise", 2, EINVAL, WORD & ~UINT64_C(31), ANY_OF(0)},
    {"mknod", 1, EPERM, S_IFMT, ANY_OF(S_IFIFO)},
    {"mknodat", 2, EPERM, S_IFMT, ANY_OF(S_IFIFO)},
    /* only for the calling thread */
    {"sched_setaffinity", 0, EPERM, WORD, ANY_OF(0)},
    {"prlimit64", 0, EPERM, WORD, ANY_OF(0)},
    /* No leases, notifications, signals to a chosen process, or larger pipes. */
    {"fcntl", 1, EINVAL, WORD,
     ANY_OF(F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK,
            F_SETLKW, F_GETPIPE_SZ)},
    {"ioctl", 1, ENOTTY, WORD,
     ANY_OF(TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX)},
    /* The process stays dumpable, else limits could not see its memory. */
    {"prctl", 0, EINVAL, WORD,
     ANY_OF(PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_PDEATHSIG, PR_GET_KEEPCAPS,
            PR_GET_SECCOMP, PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS, PR_CAPBSET_READ,
            PR_GET_TIMERSLACK, PR_SET_TIMERSLACK, PR_GET_THP_DISABLE, PR_SET_THP_DISABLE,
            PR_GET_SPECULATION_CTRL, PR_SET_VMA, PR_SVE_GET_VL, PR_SVE_SET_VL,
            PR_GET_TAGGED_ADDR_CTRL, PR_SET_TAGGED_ADDR_CTRL, SME_GET_VECTOR, SME_SET_VECTOR)},
};

/* ---- the program ----------------------------------------------------------------------------- */

struct call {
    int number;
    uint32_t action;
    int row; /* in `sometimes`; -1: the action does not depend on arguments */
};

struct calls {
    struct call at[CALLS_MAX];
    int count;
};

static int compare_names(const void *name, const void *call) {
    return strcmp(name, ((const struct system_call *)call)->name);
}

int system_call_number(const char *name) {
    const struct system_call *call =
        bsearch(name, system_calls, system_calls_count, sizeof *system_calls, compare_names);
    return call ? call->number : -1;
}

static void calls_add(struct calls *calls, int number, uint32_t action, int row) {
    if (number >= 0 && calls->count < CALLS_MAX)
        calls->at[calls->count++] = (struct call){number, action, row};
}

static int compare_calls(const void *a, const void *b) {
    const struct call *one = a, *two = b;
    return (one->number > two->number) - (one->number < two->number);
}

/* Lists all calls that this machine has, ordered by number. An entry stands for all numbers up to
 * the next entry, so that there are entries for the gaps, too. */
static void calls_list(struct calls *calls) {
    struct calls listed = {.count = 0};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        calls_add(&listed, system_call_number(allowed[i]), SECCOMP_RET_ALLOW, -1);
    for (size_t i = 0; i < sizeof young / sizeof *young; i++)
        calls_add(&listed, young[i], SECCOMP_RET_ALLOW, -1);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        calls_add(&listed, system_call_number(refused[i]), ERROR(EPERM), -1);
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        calls_add(&listed, system_call_number(idle[i]), ERROR(0), -1);
    for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++)
        calls_add(&listed, system_call_number(unsupported[i]), ERROR(EOPNOTSUPP), -1);
    for (size_t i = 0; i < sizeof sometimes / sizeof *sometimes; i++) {
        calls_add(&listed, system_call_number(sometimes[i].name), 0, (int)i);
        if (strcmp(sometimes[i].name, "fcntl") == 0) /* on 32 bits */
            calls_add(&listed, system_call_number("fcntl64"), 0, (int)i);
    }
    qsort(listed.at, (size_t)listed.count, sizeof *listed.at, compare_calls);
    calls->count = 0;
    for (int i = 0, next = 0; i < listed.count; next = listed.at[i++].number + 1) {
        const struct call *call = &listed.at[i];
        if (call->number < next)
            continue; /* two names of one call */
        const struct call *last = calls->count ? &calls->at[calls->count - 1] : NULL;
        if (call->number > next)
            calls_add(calls, next, ERROR(ENOSYS), -1);
        else if (last && last->row < 0 && call->row < 0 && last->action == call->action)
            continue;
        calls_add(calls, call->number, call->action, call->row);
    }
    calls_add(calls, listed.at[listed.count - 1].number + 1, ERROR(ENOSYS), -1);
}

struct program {
    struct sock_filter *at;
    size_t length;
};

static void filter_emit(struct program *program, int code, uint32_t value, int if_so, int if_not) {
    if (program->length < FILTER_MAX)
        program->at[program->length++] =
            (struct sock_filter){(uint16_t)code, (uint8_t)if_so, (uint8_t)if_not, value};
}

/* Jumps over `after` instructions unless half of an argument has this value. */
static void filter_compare(struct program *program, size_t offset, uint32_t mask, uint32_t value,
                           int after) {
    filter_emit(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
    filter_emit(program, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    filter_emit(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, after);
}

static void say_row(struct program *program, int row) {
    size_t at = offsetof(struct seccomp_data, args) + 8 * (size_t)sometimes[row].argument;
    bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    uint64_t mask = sometimes[row].mask;
    for (size_t i = 0; i < sometimes[row].values; i++) {
        uint64_t value = sometimes[row].value[i];
        filter_compare(program, little ? at : at + 4, (uint32_t)mask, (uint32_t)value, 4);
        filter_compare(program, little ? at + 4 : at, (uint32_t)(mask >> 32),
                       (uint32_t)(value >> 32), 1);
        filter_emit(program, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    }
    filter_emit(program, BPF_RET | BPF_K, ERROR(sometimes[row].error), 0, 0);
}

/* Writes the binary search among the calls from `first` to before `end`. */
static void emit_tree(struct program *program, const struct call *call, int first, int end) {
    int middle = first + (end - first) / 2;
    if (end - first > 1) {
        filter_emit(program, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)call[middle].number, 0, 1);
        size_t jump = program->length;
        filter_emit(program, BPF_JMP | BPF_JA, 0, 0, 0);
        emit_tree(program, call, first, middle);
        program->at[jump].k = (uint32_t)(program->length - jump - 1);
        emit_tree(program, call, middle, end);
    } else if (call[first].row >= 0) {
        say_row(program, call[first].row);
    } else {
        filter_emit(program, BPF_RET | BPF_K, call[first].action, 0, 0);
    }
}

/* The header of the program that runs; the linker defines it. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/* What the kernel calls this machine (AUDIT_ARCH_X86_64, ...): its number in programs, the size of
 * its words and the order of its bytes. */
static uint32_t machine(void) {
    return __ehdr_start.e_machine |
           (__ehdr_start.e_ident[EI_CLASS] == ELFCLASS64 ? __AUDIT_ARCH_64BIT : 0) |
           (__ehdr_start.e_ident[EI_DATA] == ELFDATA2LSB ? __AUDIT_ARCH_LE : 0);
}

size_t filter_make(struct sock_filter *filter) {
    struct program program = {.at = filter};
    struct calls calls;
    calls_list(&calls);
    filter_emit(&program, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    filter_emit(&program, BPF_JMP | BPF_JEQ | BPF_K, machine(), 1, 0);
    filter_emit(&program, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    filter_emit(&program, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    emit_tree(&program, calls.at, 0, calls.count);
    return program.length;
}
