/* fail_call.c - a library to be preloaded, that makes one call of a program fail: the N-th of its
 * kind.
 *
 * Built as fail_call.so, which lib/faults.py loads into a program and its forked children (not into
 * engines: these get an environment of their own). The environment says what happens:
 *
 *   FAULTS_KIND   which calls: a name of the table `kinds`; another: all kinds are counted
 *   FAULTS_AT     the number of the call that fails, counted from 1 over all processes; 0: none
 *   FAULTS_ON     if it is set, all later calls fail, too, as on a disk that is full
 *   FAULTS_STATE  a file that is there, shared by the processes: struct state, as far as it reaches
 *   FAULTS_TRACE  a file for the stack of the call that failed
 *   FAULTS_SPARE  functions in which none fails, see fail_place.h
 *
 * If the state has room for marks, each call leaves one: a number for where in the
 * program it came from, so that places need not be tried twice. Calls that come before
 * main() is near (other constructors) do not count. What stdio writes is met where it is flushed.
 */
#define _GNU_SOURCE
#include "fail_place.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind {
    MEMORY,
    WRITE,
    SYNC,
    READ,
    OPEN,
    PIPE,
    PROCESS,
    THREAD,
    FILES,
    SQLITE,
    SHORT,
    INTERRUPT,
    KINDS
};

static const char *const kinds[KINDS] = {"memory", "write",  "sync",    "read",
                                         "open",   "pipe",   "process", "thread",
                                         "files",  "sqlite", "short",   "interrupt"};

enum { DEPTH = 40, KIND_SHIFT = 56 };

/* What lies in the file. */
struct state {
    _Atomic uint64_t struck, marked, count[16]; /* of each kind */
    struct mark {
        _Atomic uint64_t call;  /* the kind in the highest byte, then the number */
        _Atomic uint64_t place; /* where in the program it came from */
    } mark[];                   /* as many as there is room for */
};

#pragma weak sqlite3_db_handle /* engines do without */

/* Of a leak sanitizer, if there is one: what is allocated in between is ours. */
void __lsan_disable(void);
void __lsan_enable(void);
#pragma weak __lsan_disable
#pragma weak __lsan_enable

static enum kind wanted = KINDS; /* KINDS: all, to be counted */
static uint64_t at;
static bool on;
static struct state *state;
static uint64_t room;
static const char *trace;
static _Thread_local bool inside;       /* what we do ourselves does not count */
static _Thread_local sqlite3 *let_down; /* whose last call failed by us */

#define REAL(name)                                                                                 \
    static __typeof__(name) *real;                                                                 \
    if (!real)                                                                                     \
    real = (__typeof__(name) *)find(#name)

static void *find(const char *name) {
    void *symbol = dlsym(RTLD_NEXT, name);
    if (!symbol)
        abort();
    return symbol;
}

/* ---- the count ------------------------------------------------------------------------------- */

static void write_trace(void *const *stack, int depth) {
    int file = trace ? open(trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (file >= 0) {
        backtrace_symbols_fd(stack, depth, file);
        close(file);
    }
}

static void mark(enum kind kind, uint64_t number, uint64_t place) {
    uint64_t i = atomic_fetch_add(&state->marked, 1);
    if (i < room) {
        atomic_store(&state->mark[i].call, (uint64_t)kind << KIND_SHIFT | number);
        atomic_store(&state->mark[i].place, place);
    }
}

/* Whether this call is one that is to fail. */
static bool strikes(enum kind kind) {
    if ((kind != wanted && wanted != KINDS) || !state || inside)
        return false;
    inside = true;
    int reason = errno;
    if (place_is_spared()) {
        inside = false;
        return false;
    }
    uint64_t number = atomic_fetch_add(&state->count[kind], 1) + 1;
    bool hit = at && (number == at || (on && number > at));
    bool first = hit && atomic_fetch_add(&state->struck, 1) == 0;
    if (first || room) {
        void *stack[DEPTH];
        int depth = backtrace(stack, DEPTH);
        if (first)
            write_trace(stack, depth);
        mark(kind, number, place_hash(stack, depth));
    }
    errno = reason;
    inside = false;
    return hit;
}

static void map_state(const char *path) {
    struct stat status;
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0 || fstat(file, &status) != 0)
        return;
    size_t size = (size_t)status.st_size;
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return;
    state = map;
    room = (size - sizeof *state) / sizeof state->mark[0];
}

/* What looks for leaks after the program has ended reads files; none of its calls fails. */
static void stand_back(void) {
    inside = true;
}

__attribute__((constructor)) static void begin(void) {
    const char *kind = getenv("FAULTS_KIND"), *number = getenv("FAULTS_AT");
    void *stack[2];
    inside = true;
    if (__lsan_disable)
        __lsan_disable();
    backtrace(stack, 2); /* loads what it needs, which allocates */
    if (__lsan_enable)
        __lsan_enable();
    for (int i = 0; kind && i < KINDS; i++)
        if (strcmp(kind, kinds[i]) == 0)
            wanted = (enum kind)i;
    at = number ? strtoull(number, NULL, 10) : 0;
    on = getenv("FAULTS_ON") != NULL;
    trace = getenv("FAULTS_TRACE");
    place_note_program(getenv("FAULTS_SPARE"));
    map_state(getenv("FAULTS_STATE"));
    atexit(stand_back);
    inside = false;
}

/* ---- memory ---------------------------------------------------------------------------------- */

#define IS_CARELESS place_is_careless(__builtin_return_address(0))

#define POINTS(type, kind, why, name, parameters, arguments)                                       \
    type name parameters {                                                                         \
        REAL(name);                                                                                \
        if (!IS_CARELESS && strikes(kind)) {                                                       \
            errno = (why);                                                                         \
            return NULL;                                                                           \
        }                                                                                          \
        return real arguments;                                                                     \
    }

POINTS(void *, MEMORY, ENOMEM, malloc, (size_t size), (size))
POINTS(void *, MEMORY, ENOMEM, calloc, (size_t count, size_t size), (count, size))
POINTS(void *, MEMORY, ENOMEM, realloc, (void *block, size_t size), (block, size))
POINTS(void *, MEMORY, ENOMEM, aligned_alloc, (size_t alignment, size_t size), (alignment, size))

/* Its allocation is glibc's, but is made for the caller. */
char *strdup(const char *text) {
    REAL(strdup);
    bool before = inside;
    inside |= IS_CARELESS;
    char *copy = real(text);
    inside = before;
    return copy;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    REAL(posix_memalign);
    return strikes(MEMORY) ? ENOMEM : real(block, alignment, size);
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    REAL(mmap);
    if (strikes(MEMORY)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return real(address, size, protection, flags, file, offset);
}

/* ---- calls that answer a number: -1 and a reason --------------------------------------------- */

#define IS_OURS place_is_ours(__builtin_return_address(0))

#define FAILS(type, kind, why, name, parameters, arguments)                                        \
    type name parameters {                                                                         \
        REAL(name);                                                                                \
        if (strikes(kind)) {                                                                       \
            errno = (why);                                                                         \
            return -1;                                                                             \
        }                                                                                          \
        return real arguments;                                                                     \
    }

FAILS(int, SYNC, EIO, fsync, (int file), (file))
FAILS(int, SYNC, EIO, fdatasync, (int file), (file))
FAILS(int, WRITE, ENOSPC, ftruncate, (int file, off_t size), (file, size))
FAILS(int, WRITE, ENOSPC, ftruncate64, (int file, off64_t size), (file, size))
FAILS(int, OPEN, EMFILE, socket, (int domain, int type, int protocol), (domain, type, protocol))
FAILS(int, OPEN, EADDRINUSE, bind, (int file, const struct sockaddr *to, socklen_t size),
      (file, to, size))
FAILS(int, OPEN, EADDRINUSE, listen, (int file, int waiting), (file, waiting))
FAILS(int, OPEN, EMFILE, accept4, (int file, struct sockaddr *from, socklen_t *size, int flags),
      (file, from, size, flags))
FAILS(int, OPEN, EMFILE, inotify_init1, (int flags), (flags))
FAILS(int, OPEN, ENOSPC, inotify_add_watch, (int file, const char *path, uint32_t mask),
      (file, path, mask))
FAILS(int, OPEN, EMFILE, memfd_create, (const char *name, unsigned flags), (name, flags))
FAILS(int, OPEN, EMFILE, dup2, (int from, int to), (from, to))
FAILS(int, OPEN, EMFILE, mkstemp, (char *name), (name))
FAILS(int, OPEN, EMFILE, mkstemps, (char *name, int end), (name, end))
FAILS(int, PIPE, EMFILE, pipe2, (int pair[2], int flags), (pair, flags))
FAILS(int, PIPE, EMFILE, socketpair, (int domain, int type, int protocol, int pair[2]),
      (domain, type, protocol, pair))
FAILS(int, PIPE, EMFILE, eventfd, (unsigned first, int flags), (first, flags))
FAILS(int, PIPE, EMFILE, epoll_create1, (int flags), (flags))
FAILS(pid_t, PROCESS, EAGAIN, fork, (void), ())
FAILS(int, FILES, EACCES, rename, (const char *from, const char *to), (from, to))
FAILS(int, FILES, EACCES, link, (const char *from, const char *to), (from, to))
FAILS(int, FILES, EACCES, unlink, (const char *path), (path))
FAILS(int, FILES, EACCES, unlinkat, (int folder, const char *path, int flags),
      (folder, path, flags))
FAILS(int, FILES, ENOSPC, mkdir, (const char *path, mode_t mode), (path, mode))
FAILS(int, FILES, EACCES, rmdir, (const char *path), (path))
FAILS(int, FILES, EACCES, chdir, (const char *path), (path))
FAILS(int, FILES, EPERM, fchmod, (int file, mode_t mode), (file, mode))
FAILS(int, FILES, EIO, stat, (const char *path, struct stat *status), (path, status))
FAILS(int, FILES, EIO, lstat, (const char *path, struct stat *status), (path, status))
FAILS(int, FILES, EIO, fstat, (int file, struct stat *status), (file, status))
FAILS(int, FILES, EIO, stat64, (const char *path, struct stat64 *status), (path, status))
FAILS(int, FILES, EIO, fstat64, (int file, struct stat64 *status), (file, status))
FAILS(int, FILES, ENOLCK, flock, (int file, int what), (file, what))
FAILS(int, INTERRUPT, EINTR, poll, (struct pollfd * files, nfds_t count, int most),
      (files, count, most))
FAILS(int, INTERRUPT, EINTR, ppoll,
      (struct pollfd * files, nfds_t count, const struct timespec *most, const sigset_t *mask),
      (files, count, most, mask))
FAILS(int, INTERRUPT, EINTR, epoll_wait,
      (int file, struct epoll_event *events, int count, int most), (file, events, count, most))
FAILS(pid_t, INTERRUPT, EINTR, waitpid, (pid_t pid, int *status, int how), (pid, status, how))
FAILS(pid_t, INTERRUPT, EINTR, wait4, (pid_t pid, int *status, int how, struct rusage *usage),
      (pid, status, how, usage))

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context) {
    REAL(pthread_create);
    return strikes(THREAD) ? EAGAIN : real(thread, attributes, run, context);
}

/* Mutexes and conditions fail for our code alone: glibc's never do, and libraries count on that. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    REAL(pthread_mutex_init);
    return IS_OURS && strikes(THREAD) ? EAGAIN : real(mutex, attributes);
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
    REAL(pthread_cond_init);
    return IS_OURS && strikes(THREAD) ? EAGAIN : real(condition, attributes);
}

/* ---- bytes: they fail, are fewer than asked for, or are interrupted -------------------------- */

/* A full disk fills no pipe: where all calls fail from one on, those that talk to others do not. */
static bool is_talk(int file) {
    REAL(fstat);
    struct stat status;
    return on && real(file, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/* Messages come whole, and so does what is in a file of memory alone. */
static bool comes_whole(int file) {
    REAL(fstat);
    struct stat status;
    int type = 0, reason = errno;
    socklen_t size = sizeof type;
    bool whole =
        getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &size) == 0
            ? type == SOCK_SEQPACKET
            : fcntl(file, F_GET_SEALS) >= 0 && real(file, &status) == 0 && status.st_nlink == 0;
    errno = reason;
    return whole;
}

/* Standard error is where the message comes. */
#define MOVES(kind, why, name, type, parameters, before, size, arguments)                          \
    ssize_t name parameters {                                                                      \
        REAL(name);                                                                                \
        (void)before;                                                                              \
        if (file != STDERR_FILENO && !is_talk(file) && strikes(kind)) {                            \
            errno = (why);                                                                         \
            return -1;                                                                             \
        }                                                                                          \
        if (file != STDERR_FILENO && !comes_whole(file) && strikes(INTERRUPT)) {                   \
            errno = EINTR;                                                                         \
            return -1;                                                                             \
        }                                                                                          \
        if (size > 1 && !comes_whole(file) && strikes(SHORT))                                      \
            size = 1;                                                                              \
        return real arguments;                                                                     \
    }

MOVES(WRITE, ENOSPC, write, const void, (int file, const void *data, size_t size), data, size,
      (file, data, size))
MOVES(WRITE, ENOSPC, pwrite, const void, (int file, const void *data, size_t size, off_t from),
      data, size, (file, data, size, from))
MOVES(WRITE, ENOSPC, pwrite64, const void, (int file, const void *data, size_t size, off64_t from),
      data, size, (file, data, size, from))
MOVES(WRITE, EPIPE, send, const void, (int file, const void *data, size_t size, int flags), data,
      size, (file, data, size, flags))
MOVES(READ, EIO, read, void, (int file, void *data, size_t size), data, size, (file, data, size))
MOVES(READ, EIO, pread, void, (int file, void *data, size_t size, off_t from), data, size,
      (file, data, size, from))
MOVES(READ, EIO, pread64, void, (int file, void *data, size_t size, off64_t from), data, size,
      (file, data, size, from))
MOVES(READ, EIO, recv, void, (int file, void *data, size_t size, int flags), data, size,
      (file, data, size, flags))

/* In the place of what a stream writes to: a device that is always full; what it was, or -1. */
static int fill_up(FILE *file) {
    int number = file && __fpending(file) ? fileno(file) : -1;
    if (number < 0 || number == STDERR_FILENO || is_talk(number) || !strikes(WRITE))
        return -1;
    inside = true;
    int was = fcntl(number, F_DUPFD_CLOEXEC, 100), full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (full >= 0) {
        dup2(full, number);
        close(full);
    }
    inside = false;
    return was;
}

int fflush(FILE *file) {
    REAL(fflush);
    int was = fill_up(file), status = real(file), reason = errno;
    if (was >= 0) {
        inside = true;
        dup2(was, fileno(file));
        close(was);
        inside = false;
    }
    errno = reason;
    return status;
}

int fclose(FILE *file) {
    REAL(fclose);
    int was = fill_up(file), status = real(file), reason = errno;
    if (was >= 0)
        close(was);
    errno = reason;
    return status;
}

/* ---- files opened ---------------------------------------------------------------------------- */

#define OPENS(name, parameters, last, arguments)                                                   \
    int name parameters {                                                                          \
        REAL(name);                                                                                \
        va_list list;                                                                              \
        va_start(list, last);                                                                      \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                    \
        va_end(list);                                                                              \
        if (strikes(OPEN)) {                                                                       \
            errno = EMFILE;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
        return real arguments;                                                                     \
    }

OPENS(open, (const char *path, int flags, ...), flags, (path, flags, mode))
OPENS(open64, (const char *path, int flags, ...), flags, (path, flags, mode))
OPENS(openat, (int folder, const char *path, int flags, ...), flags, (folder, path, flags, mode))

POINTS(FILE *, OPEN, EMFILE, fopen, (const char *path, const char *mode), (path, mode))
POINTS(FILE *, OPEN, EMFILE, fopen64, (const char *path, const char *mode), (path, mode))
POINTS(DIR *, OPEN, EMFILE, opendir, (const char *path), (path))
POINTS(char *, FILES, EIO, realpath, (const char *path, char *real_path), (path, real_path))
POINTS(char *, FILES, ENOENT, getcwd, (char *path, size_t size), (path, size))
POINTS(char *, FILES, ENOSPC, mkdtemp, (char *path), (path))

/* ---- SQLite, as if its disk had gone ------------------------------------------------------------
 * Its calls of itself do not fail: sqlite3_exec() learns of errors from a statement that has run.
 */

#define ASKS(name, base, parameters, arguments)                                                    \
    int name parameters {                                                                          \
        REAL(name);                                                                                \
        if (IS_OURS && strikes(SQLITE)) {                                                          \
            let_down = base;                                                                       \
            return SQLITE_IOERR;                                                                   \
        }                                                                                          \
        let_down = NULL;                                                                           \
        return real arguments;                                                                     \
    }

ASKS(sqlite3_step, sqlite3_db_handle(statement), (sqlite3_stmt * statement), (statement))
ASKS(sqlite3_exec, base,
     (sqlite3 * base, const char *text, int (*row)(void *, int, char **, char **), void *context,
      char **error),
     (base, text, row, context, error))
ASKS(sqlite3_bind_int64, sqlite3_db_handle(statement),
     (sqlite3_stmt * statement, int place, sqlite3_int64 value), (statement, place, value))
ASKS(sqlite3_bind_double, sqlite3_db_handle(statement),
     (sqlite3_stmt * statement, int place, double value), (statement, place, value))
ASKS(sqlite3_bind_null, sqlite3_db_handle(statement), (sqlite3_stmt * statement, int place),
     (statement, place))
ASKS(sqlite3_bind_text, sqlite3_db_handle(statement),
     (sqlite3_stmt * statement, int place, const char *text, int size, void (*end)(void *)),
     (statement, place, text, size, end))
ASKS(sqlite3_wal_checkpoint_v2, base,
     (sqlite3 * base, const char *name, int how, int *size, int *done),
     (base, name, how, size, done))
ASKS(sqlite3_backup_step, NULL, (sqlite3_backup * backup, int pages), (backup, pages))

int sqlite3_prepare_v3(sqlite3 *base, const char *text, int size, unsigned flags,
                       sqlite3_stmt **statement, const char **rest) {
    REAL(sqlite3_prepare_v3);
    if (strikes(SQLITE)) {
        let_down = base;
        *statement = NULL;
        return SQLITE_IOERR;
    }
    let_down = NULL;
    return real(base, text, size, flags, statement, rest);
}

/* As SQLite does it, there is something to be asked for a message and to be closed. */
int sqlite3_open_v2(const char *path, sqlite3 **base, int flags, const char *system) {
    REAL(sqlite3_open_v2);
    int status = real(path, base, flags, system);
    let_down = NULL;
    if (strikes(SQLITE)) {
        let_down = *base;
        return SQLITE_IOERR;
    }
    return status;
}

const char *sqlite3_errmsg(sqlite3 *base) {
    REAL(sqlite3_errmsg);
    return base && base == let_down ? "disk I/O error" : real(base);
}

int sqlite3_errcode(sqlite3 *base) {
    REAL(sqlite3_errcode);
    return base && base == let_down ? SQLITE_IOERR : real(base);
}
