/* escape.c - an engine that tries to get at what is not its own. It says of each attempt in a line
 * whether it came to anything: "NAME escaped" or "NAME refused", and "done" at the end.
 *
 *     escape FOLDER PID PORT NAME
 *
 * a folder with a file `secret`, both not its own; a process; a port of this machine with a
 * listener; an abstract socket with one.
 */
#include "config.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
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
#include <time.h>
#include <unistd.h>

static const char *folder, *socket_name;
static char secret[4096];
static pid_t other;
static int port;

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

/* Nothing is open but the three. */
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
    errno = 0;
    return ioctl(terminal >= 0 ? terminal : 0, TIOCSTI, "x") == 0 || errno != EPERM;
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

static const struct {
    const char *name;
    bool (*attempt)(void);
} attempts[] = {
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
};

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    folder = argv[1];
    other = atoi(argv[2]);
    port = atoi(argv[3]);
    socket_name = argv[4];
    snprintf(secret, sizeof secret, "%s/secret", folder);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
        printf("%s %s\n", attempts[i].name, attempts[i].attempt() ? "escaped" : "refused");
    printf("done\n");
    return 0;
}
