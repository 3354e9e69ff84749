/* escape.c - an engine that tries to get at what is not its own. It prints a line for each attempt,
 * "NAME escaped" or "NAME refused", and "done" at the end.
 *
 *     escape FOLDER PID PORT NAME [raw]
 *
 * The arguments: a folder with a file `secret`, both of another user; a process; a port of this
 * machine that somebody listens on; an abstract socket that somebody listens on. `raw`: also makes
 * system calls that a filter has to refuse, with arguments that mean nothing, for which the kernel
 * itself has other errors.
 */
#include "config.h"

#include "referee/engines/filter.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static const char *folder, *socket_name;
static char secret[4096];
static pid_t other;
static int port;

/* fchmodat2() is younger than the C library; the numbers of new calls are the same on all machines.
 */
enum { SYS_FCHMODAT2 = 452, FIRST_NEW = 463, LAST_NEW = 600, SOFT_OFFLINE = 101 };

static bool reads(const char *path) {
    char byte;
    int file = open(path, O_RDONLY);
    bool got = file >= 0 && read(file, &byte, 1) == 1;
    if (file >= 0)
        close(file);
    return got;
}

static const char *within(const char *base, const char *name) {
    static char path[8192];
    snprintf(path, sizeof path, "%s/%s", base, name);
    return path;
}

static const char *of_other(const char *name) {
    static char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)other, name);
    return path;
}

static const char *of_descriptor(int file) {
    static char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return path;
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool read_secret(void) {
    return reads(secret);
}

static bool read_by_root(void) {
    return reads(within("/proc/self/root", secret));
}

static bool read_folder(void) {
    DIR *open_folder = opendir(folder);
    if (open_folder)
        closedir(open_folder);
    return open_folder != NULL;
}

static bool make_file(void) {
    return open(within(folder, "made"), O_WRONLY | O_CREAT, 0600) >= 0;
}

static bool write_secret(void) {
    return open(secret, O_WRONLY | O_APPEND) >= 0;
}

static bool truncate_secret(void) {
    return truncate(secret, 3) == 0;
}

static bool change_mode(void) {
    return chmod(secret, 0644) == 0;
}

static bool change_time(void) {
    return utimensat(AT_FDCWD, secret, NULL, 0) == 0;
}

static bool link_secret(void) {
    return link(secret, within(getenv("TMPDIR"), "link")) == 0;
}

static bool follow_link(void) {
    const char *path = within(getenv("TMPDIR"), "symbolic");
    return symlink(secret, path) == 0 && reads(path);
}

static bool move_secret(void) {
    char from[4096];
    snprintf(from, sizeof from, "%s", secret);
    return rename(from, within(folder, "moved")) == 0 && rename(within(folder, "moved"), from) == 0;
}

static bool remove_secret(void) {
    return unlink(secret) == 0;
}

static bool watch_folder(void) {
    int watch = inotify_init1(0);
    return watch >= 0 && inotify_add_watch(watch, folder, IN_ALL_EVENTS) >= 0;
}

static bool fill_disk(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

static bool write_core(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max > 0;
}

/* ---- other processes ------------------------------------------------------------------------- */

static bool signal_other(void) {
    return kill(other, 0) == 0;
}

static bool trace_other(void) {
    return ptrace(PTRACE_SEIZE, other, NULL, NULL) == 0;
}

static bool read_memory(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)&other, 1};
    return process_vm_readv(other, &here, 1, &there, 1, 0) == 1;
}

static bool see_command(void) {
    return reads(of_other("cmdline"));
}

static bool see_environment(void) {
    return reads(of_other("environ"));
}

static bool see_files(void) {
    DIR *files = opendir(of_other("fd"));
    if (files)
        closedir(files);
    return files != NULL;
}

/* Whether a line of a file has some words; NULL: whether there is a second line. */
static bool has_line(const char *path, const char *words) {
    char line[4096];
    int lines = 0;
    bool has = false;
    FILE *file = fopen(path, "re");
    while (file && !has && fgets(line, sizeof line, file))
        has = words ? strstr(line, words) != NULL : ++lines > 1;
    if (file)
        fclose(file);
    return has;
}

static bool see_sockets(void) {
    return has_line("/proc/self/net/unix", NULL) || has_line("/proc/thread-self/net/unix", NULL) ||
           has_line("/proc/self/net/tcp", NULL);
}

static bool see_mounts(void) {
    return has_line("/proc/self/mountinfo", " /sys ") || has_line("/proc/self/mounts", " /sys ") ||
           has_line("/proc/thread-self/mountinfo", " /sys ");
}

static bool open_process(void) {
    return syscall(SYS_pidfd_open, other, 0) >= 0;
}

static bool slow_other(void) {
    return setpriority(PRIO_PROCESS, (id_t)other, 19) == 0;
}

static bool limit_other(void) {
    struct rlimit limit;
    return prlimit(other, RLIMIT_NOFILE, NULL, &limit) == 0;
}

static bool bind_other(void) {
    struct sched_param parameters = {0};
    return sched_setscheduler(other, SCHED_OTHER, &parameters) == 0;
}

static bool read_environment(void) {
    return getenv("SECRET_TOKEN") != NULL;
}

/* Whether a descriptor is open besides 0, 1 and 2. */
static bool find_open_file(void) {
    for (int i = 3; i < 256; i++)
        if (fcntl(i, F_GETFD) >= 0)
            return true;
    return false;
}

/* ---- the network and other ways to talk ------------------------------------------------------ */

static bool connect_here(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    return connection >= 0 && connect(connection, (struct sockaddr *)&to, sizeof to) == 0;
}

static bool send_packet(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int sender = socket(AF_INET, SOCK_DGRAM, 0);
    return sender >= 0 && sendto(sender, "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1;
}

static bool connect_abstract(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = strlen(socket_name);
    memcpy(to.sun_path + 1, socket_name, length);
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    return connection >= 0 &&
           connect(connection, (struct sockaddr *)&to,
                   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0;
}

static bool share_memory(void) {
    return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0;
}

static bool keep_key(void) {
    return syscall(SYS_add_key, "user", "triancey", "x", (size_t)1, KEY_SPEC_USER_KEYRING) >= 0;
}

static bool type_at_terminal(void) {
    int terminal = open("/dev/ptmx", O_RDWR);
    return ioctl(terminal >= 0 ? terminal : 0, TIOCSTI, "x") == 0;
}

/* ---- more rights, other views ---------------------------------------------------------------- */

static bool may_gain(void) {
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}

static bool mount_something(void) {
    return mount("none", getenv("TMPDIR"), "tmpfs", 0, NULL) == 0 && umount(getenv("TMPDIR")) == 0;
}

static bool leave_name_space(void) {
    return unshare(CLONE_NEWUSER) == 0;
}

static bool start_in_name_space(void) {
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid(child, NULL, 0);
    return child > 0;
}

static bool change_root(void) {
    return chroot("/") == 0;
}

static bool use_ring(void) {
    char parameters[256] = {0};
    errno = 0;
    return syscall(SYS_io_uring_setup, 1, parameters) >= 0 || errno != EPERM;
}

static bool use_events(void) {
    errno = 0;
    return syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0) >= 0 || errno != EPERM;
}

static bool use_bpf(void) {
    errno = 0;
    return syscall(SYS_bpf, 0, NULL, 0) >= 0 || errno != EPERM;
}

static bool set_clock(void) {
    struct timex nothing = {0};
    return adjtimex(&nothing) >= 0;
}

static bool set_name(void) {
    char name[256] = "";
    return gethostname(name, sizeof name - 1) == 0 && sethostname(name, strlen(name)) == 0;
}

static bool open_by_handle(void) {
    struct {
        struct file_handle handle;
        char room[128];
    } handle = {.handle.handle_bytes = 128};
    int mounted;
    return name_to_handle_at(AT_FDCWD, "/usr", &handle.handle, &mounted, 0) == 0;
}

/* ---- past the C library ---------------------------------------------------------------------- */

/* Opens a file that the engine may read and must not change. */
static int open_own(int flags) {
    return open("/proc/self/exe", flags);
}

static bool changes_mode(int file) {
    struct stat before, after;
    fstat(file, &before);
    mode_t mode = (before.st_mode & 07777) ^ S_IXOTH;
    bool changed =
        fchmod(file, mode) == 0 && fstat(file, &after) == 0 && after.st_mode != before.st_mode;
    return syscall(SYS_FCHMODAT2, file, "", mode, AT_EMPTY_PATH) == 0 ||
           chmod(of_descriptor(file), mode) == 0 || changed;
}

static bool change_open_mode(void) {
    return changes_mode(open_own(O_RDONLY));
}

static bool change_seen_mode(void) {
    return changes_mode(open(secret, O_PATH)) || changes_mode(open_own(O_PATH));
}

static bool change_open_owner(void) {
    int file = open_own(O_RDONLY);
    return fchown(file, getuid(), getgid()) == 0 ||
           fchownat(open(secret, O_PATH), "", getuid(), getgid(), AT_EMPTY_PATH) == 0;
}

static bool change_open_time(void) {
    return futimens(open_own(O_RDONLY), NULL) == 0;
}

static bool change_attribute(void) {
    int file = open_own(O_RDONLY);
    return fsetxattr(file, "user.triancey", "x", 1, 0) == 0 ||
           setxattr(of_descriptor(file), "user.triancey", "x", 1, 0) == 0;
}

static bool change_flags(void) {
    int file = open_own(O_RDONLY), flags = 0;
    return ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 && ioctl(file, FS_IOC_SETFLAGS, &flags) == 0;
}

static bool lock_file(void) {
    int one = open_own(O_RDONLY), two = open_own(O_RDONLY);
    return flock(one, LOCK_EX | LOCK_NB) == 0 && flock(two, LOCK_EX | LOCK_NB) != 0;
}

static bool lease_file(void) {
    return fcntl(open_own(O_RDONLY), F_SETLEASE, F_RDLCK) == 0;
}

static bool watch_by_signal(void) {
    return fcntl(open("/usr", O_RDONLY), F_NOTIFY, DN_ACCESS) == 0;
}

static bool signal_by_file(void) {
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, other) == 0;
}

static bool empty_by_reading(void) {
    return open(secret, O_RDONLY | O_TRUNC) >= 0 || errno != EPERM;
}

static bool widen_pipe(void) {
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) >= 0;
}

static bool widen_socket(void) {
    int ends[2], size = 1 << 20;
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 &&
           setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) == 0;
}

static bool hide_descriptor(void) {
    char room[CMSG_SPACE(sizeof(int))] = {0}, byte = 0;
    struct iovec part = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(head), &ends[0], sizeof(int));
    return sendmsg(ends[0], &message, 0) >= 0;
}

/* A socket of a pair can send packets to others than its other end. */
static bool send_from_pair(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    int ends[2];
    snprintf(to.sun_path, sizeof to.sun_path, "/dev/log");
    return socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0 &&
           (sendto(ends[0], "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1 || errno != EPERM);
}

static bool pair_of_network(void) {
    int ends[2];
    return socketpair(AF_TIPC, SOCK_SEQPACKET, 0, ends) == 0;
}

static bool signal_thread(void) {
    return syscall(SYS_tgkill, other, other, 0) == 0 || syscall(SYS_tkill, other, 0) == 0;
}

static bool signal_with_value(void) {
    union sigval value = {0};
    return sigqueue(other, 0, value) == 0;
}

static bool move_other(void) {
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof processors, &processors) == 0 &&
           sched_setaffinity(other, sizeof processors, &processors) == 0;
}

static bool hide_from_limits(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

static bool outlive_parent(void) {
    return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0;
}

static bool adopt(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

static bool leave_family(void) {
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
        _exit(0);
    return child > 0;
}

static bool hide_memory(void) {
    return syscall(SYS_memfd_create, "hidden", 0) >= 0;
}

static bool break_memory(void) {
    char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return madvise(page, 4096, SOFT_OFFLINE) == 0;
}

/* Whether a file can be made outside the engine's own folder, where it could fill memory that no
 * limit counts. */
static bool write_elsewhere(void) {
    static const char *const places[] = {"/made", "/dev/made", "/proc/made", "/usr/made"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (open(places[i], O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0) {
            unlink(places[i]);
            return true;
        }
    return false;
}

#ifdef __x86_64__
/* Whether a child survives `act`. */
static bool lives(void (*act)(void)) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        act();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void call_as_i386(void) {
    long answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20) : "memory"); /* getpid() */
    if (answer < 0)
        _exit(1);
}

static void call_as_x32(void) {
    if (syscall(0x40000000 | SYS_getpid) < 0)
        _exit(1);
}
#endif

static bool use_i386(void) {
#ifdef __x86_64__
    return lives(call_as_i386);
#else
    return false;
#endif
}

static bool use_x32(void) {
#ifdef __x86_64__
    return lives(call_as_x32);
#else
    return false;
#endif
}

/* Tries system calls that no kernel has yet, or that are younger than the C library. */
static bool use_number(void) {
    for (long number = FIRST_NEW; number <= LAST_NEW; number++)
        if (syscall(number, -1, -1, -1, -1, -1, -1) != -1 || errno != ENOSYS)
            return true;
    return false;
}

/* The system calls that a filter must refuse. Names that this machine does not have are passed
 * over. */
static char calls[] =
    "accept accept4 acct add_key adjtimex bind bpf capset chmod chown chroot clock_adjtime "
    "clock_settime clone3 connect delete_module execveat fanotify_init fanotify_mark fchmodat "
    "fchown fchownat fgetxattr finit_module flistxattr fremovexattr fsconfig fsetxattr "
    "fsmount fsopen fspick futimesat get_robust_list getxattr init_module inotify_add_watch "
    "inotify_init inotify_init1 io_setup io_submit io_uring_enter io_uring_register "
    "io_uring_setup ioperm iopl ioprio_get ioprio_set kcmp kexec_file_load kexec_load keyctl "
    "landlock_add_rule landlock_create_ruleset landlock_restrict_self lchown lgetxattr listen "
    "listxattr llistxattr lremovexattr lsetxattr memfd_create memfd_secret migrate_pages "
    "modify_ldt mount mount_setattr move_mount move_pages mq_notify mq_open mq_timedreceive "
    "mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd name_to_handle_at open_by_handle_at "
    "open_tree openat2 perf_event_open personality pidfd_getfd pidfd_open pidfd_send_signal "
    "pivot_root process_madvise process_mrelease process_vm_readv process_vm_writev ptrace "
    "quotactl quotactl_fd reboot remap_file_pages removexattr request_key rt_sigqueueinfo "
    "rt_tgsigqueueinfo sched_getattr sched_setattr sched_setparam sched_setscheduler seccomp "
    "semctl semget semop semtimedop sendmmsg sendmsg setdomainname setfsgid setfsuid setgid "
    "setgroups sethostname setns setpriority setregid setresgid setresuid setreuid setsockopt "
    "settimeofday setuid setxattr shmat shmctl shmget socket splice swapoff swapon sync "
    "syncfs sysfs syslog tee truncate umount2 unshare uselib userfaultfd ustat utime "
    "utimensat utimes vhangup vmsplice";

/* Without a filter, arguments that mean nothing lead to EFAULT, EBADF or EINVAL. */
static bool is_let_through(const char *name) {
    int number = system_call_number(name);
    return number >= 0 && (syscall(number, -1, -1, -1, -1, -1, -1) != -1 ||
                           (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP));
}

static const struct {
    const char *name;
    bool (*attempt)(void);
} attempts[] =
    {
        {"open-file", find_open_file},
        {"read-secret", read_secret},
        {"read-by-root", read_by_root},
        {"read-folder", read_folder},
        {"make-file", make_file},
        {"write-secret", write_secret},
        {"truncate-secret", truncate_secret},
        {"change-mode", change_mode},
        {"change-time", change_time},
        {"link-secret", link_secret},
        {"follow-link", follow_link},
        {"move-secret", move_secret},
        {"watch-folder", watch_folder},
        {"fill-disk", fill_disk},
        {"write-core", write_core},
        {"signal-other", signal_other},
        {"trace-other", trace_other},
        {"read-memory", read_memory},
        {"see-command", see_command},
        {"see-environment", see_environment},
        {"see-files", see_files},
        {"see-sockets", see_sockets},
        {"see-mounts", see_mounts},
        {"open-process", open_process},
        {"slow-other", slow_other},
        {"limit-other", limit_other},
        {"bind-other", bind_other},
        {"environment", read_environment},
        {"connect", connect_here},
        {"packet", send_packet},
        {"abstract-socket", connect_abstract},
        {"shared-memory", share_memory},
        {"key", keep_key},
        {"type", type_at_terminal},
        {"privileges", may_gain},
        {"mount", mount_something},
        {"name-space", leave_name_space},
        {"clone-name-space", start_in_name_space},
        {"chroot", change_root},
        {"ring", use_ring},
        {"events", use_events},
        {"bpf", use_bpf},
        {"clock", set_clock},
        {"host-name", set_name},
        {"handle", open_by_handle},
        {"remove-secret", remove_secret},
},
  raw[] = {
      {"change-open-mode", change_open_mode},
      {"change-seen-mode", change_seen_mode},
      {"change-open-owner", change_open_owner},
      {"change-open-time", change_open_time},
      {"change-attribute", change_attribute},
      {"change-flags", change_flags},
      {"lock", lock_file},
      {"lease", lease_file},
      {"watch-by-signal", watch_by_signal},
      {"signal-by-file", signal_by_file},
      {"empty-by-reading", empty_by_reading},
      {"widen-pipe", widen_pipe},
      {"widen-socket", widen_socket},
      {"hide-descriptor", hide_descriptor},
      {"send-from-pair", send_from_pair},
      {"pair-of-network", pair_of_network},
      {"signal-thread", signal_thread},
      {"signal-with-value", signal_with_value},
      {"move-other", move_other},
      {"hide-from-limits", hide_from_limits},
      {"outlive-parent", outlive_parent},
      {"adopt", adopt},
      {"leave-family", leave_family},
      {"hide-memory", hide_memory},
      {"break-memory", break_memory},
      {"write-elsewhere", write_elsewhere},
      {"i386", use_i386},
      {"x32", use_x32},
      {"new-numbers", use_number},
};

static void tell(const char *name, bool escaped) {
    printf("%s %s\n", name, escaped ? "escaped" : "refused");
}

int main(int argc, char **argv) {
    if (argc < 5)
        return 2;
    folder = argv[1];
    other = atoi(argv[2]);
    port = atoi(argv[3]);
    socket_name = argv[4];
    snprintf(secret, sizeof secret, "%s/secret", folder);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        tell(attempts[i].name, attempts[i].attempt());
    for (size_t i = 0; argc > 5 && i < sizeof raw / sizeof *raw; i++)
        tell(raw[i].name, raw[i].attempt());
    for (char *name = argc > 5 ? strtok(calls, " ") : NULL; name; name = strtok(NULL, " "))
        tell(name, is_let_through(name));
    printf("done\n");
    return 0;
}
