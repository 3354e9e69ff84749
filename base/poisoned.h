/* poisoned.h - makes it an error to use what only Linux or the GNU C library has, after configure
 * --disable-linux. It is included before everything else. The identifiers are poisoned, and with
 * them the headers that contain them. */
#ifndef TRIANCEY_BASE_POISONED_H
#define TRIANCEY_BASE_POISONED_H

/* What POSIX and the BSDs have is shown, even if the flags of some library ask for less. */
#undef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1

/* Headers that all systems have, but which contain poisoned names. */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* glibc declares this only together with all its extensions; other C libraries always do. */
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
int dladdr(const void *address, Dl_info *info);

/* Constants that are also macros with their own names. */
#undef MSG_CMSG_CLOEXEC
#undef SOCK_CLOEXEC
#undef SOCK_NONBLOCK
#undef SOCK_SEQPACKET

#pragma GCC poison prctl epoll_create epoll_create1 epoll_ctl epoll_wait eventfd signalfd
#pragma GCC poison timerfd_create inotify_init inotify_init1 inotify_add_watch fanotify_init
#pragma GCC poison pidfd_open pidfd_send_signal memfd_create getrandom syscall unshare setns
#pragma GCC poison pipe2 accept4 dup3 ppoll close_range execveat getdents64 statx
#pragma GCC poison SOCK_CLOEXEC SOCK_NONBLOCK SOCK_SEQPACKET O_PATH O_TMPFILE
#pragma GCC poison F_OFD_SETLK F_OFD_SETLKW F_OFD_GETLK MSG_CMSG_CLOEXEC
#pragma GCC poison sched_getaffinity sched_setaffinity sched_getcpu pthread_setaffinity_np
#pragma GCC poison asprintf vasprintf strchrnul memrchr mempcpy rawmemchr qsort_r memmem
#pragma GCC poison mkostemps canonicalize_file_name get_current_dir_name secure_getenv execvpe
#pragma GCC poison program_invocation_name program_invocation_short_name gettid tgkill

#endif
