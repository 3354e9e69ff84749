/* sandbox.c - makes a sandbox of either kind ready for a command line.
 *
 * Before the fork, everything that needs memory is made: lists of paths, Landlock's rules or the
 * words that run bwrap, the filter of system calls, and the environment. The child then only enters
 * it. Both kinds start from the same lists of what may be read: what the system has installed,
 * figures about the machine, and what the engine itself needs.
 */
#include "config.h"

#include "referee/engines/sandbox.h"

#include "base/error.h"
#include "base/language.h"
#include "base/leave.h"
#include "referee/engines/filter.h"
#include "referee/engines/landlock.h"
#include "referee/engines/program.h"
#include "referee/engines/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BWRAP    "bwrap"
#define MEBIBYTE INT64_C(1048576)

extern char **environ;

/* What an engine may read: what the system has installed, and figures that programs ask for. Paths
 * that do not exist are passed over. */
static const char *const installed[] = {"/usr",
                                        "/lib",
                                        "/lib32",
                                        "/lib64",
                                        "/libx32",
                                        "/bin",
                                        "/sbin",
                                        "/etc/ld.so.cache",
                                        "/etc/ld.so.conf",
                                        "/etc/ld.so.conf.d",
                                        "/etc/localtime",
                                        "/etc/alternatives",
                                        "/etc/ssl/openssl.cnf", /* Node.js does not start without */
                                        NULL};
static const char *const figures[] = {"/proc/cpuinfo",
                                      "/proc/meminfo",
                                      "/proc/stat",
                                      "/proc/loadavg",
                                      "/proc/sys/vm/overcommit_memory",
                                      "/sys/devices/system/cpu",
                                      NULL};
/* What a process may read about itself: the rest of /proc/self shows the sockets and the mounts of
 * the machine. */
static const char *const own_figures[] = {
    "/proc/self/cmdline", "/proc/self/comm",  "/proc/self/fd",     "/proc/self/fdinfo",
    "/proc/self/limits",  "/proc/self/maps",  "/proc/self/smaps",  "/proc/self/smaps_rollup",
    "/proc/self/stat",    "/proc/self/statm", "/proc/self/status", NULL};
static const char *const devices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                      "/dev/random", "/dev/urandom", NULL};

/* ---- lists of strings ------------------------------------------------------------------------ */

struct list {
    char **at; /* ended by NULL */
    size_t count;
    bool failed;
};

/* Takes an allocated string. */
static void list_take(struct list *list, char *string) {
    char **more = string ? realloc(list->at, (list->count + 2) * sizeof *more) : NULL;
    if (!more) {
        list->failed = true;
        free(string);
        return;
    }
    list->at = more;
    list->at[list->count++] = string;
    list->at[list->count] = NULL;
}

static void list_add(struct list *list, const char *string) {
    list_take(list, strdup(string));
}

static void list_free(char **at) {
    for (size_t i = 0; at && at[i]; i++)
        free(at[i]);
    free(at);
}

/* ---- the environment ------------------------------------------------------------------------- */

/* Variables that say how programs run. Others are not passed on: users keep secrets there. */
static const char *const handed_on[] = {
    "PATH", "HOME", "USER",   "LOGNAME",         "SHELL",      "LANG",         "LC_*", "LANGUAGE",
    "TZ",   "TERM", "TMPDIR", "LD_LIBRARY_PATH", "TRIANCEY_*", "*SAN_OPTIONS", NULL};

/* Whether a name matches a pattern: a star at its beginning or its end stands for anything. */
static bool fits(const char *name, size_t length, const char *pattern, size_t size) {
    if (size && pattern[size - 1] == '*')
        return length >= size - 1 && strncmp(name, pattern, size - 1) == 0;
    if (size && pattern[0] == '*')
        return length >= size - 1 &&
               strncmp(name + length - (size - 1), pattern + 1, size - 1) == 0;
    return length == size && strncmp(name, pattern, size) == 0;
}

static bool is_handed_on(const char *name, size_t length, const char *more) {
    for (int i = 0; handed_on[i]; i++)
        if (fits(name, length, handed_on[i], strlen(handed_on[i])))
            return true;
    for (size_t size; *more; more += size + (more[size] == ',')) {
        size = strcspn(more, ",");
        if (fits(name, length, more, size))
            return true;
    }
    return false;
}

static bool make_environment(struct sandbox *sandbox, const char *more) {
    struct list list = {0};
    bool bound = sandbox->kind != SANDBOX_NO;
    const char *home = sandbox->kind == SANDBOX_BWRAP ? "/tmp" : sandbox->scratch;
    for (char **at = environ; *at; at++) {
        size_t length = strcspn(*at, "=");
        bool moved = fits(*at, length, "HOME", 4) || fits(*at, length, "TMPDIR", 6);
        if (is_handed_on(*at, length, more) && !(bound && moved))
            list_add(&list, *at);
    }
    for (int i = 0; bound && i < 2; i++) {
        char text[SANDBOX_PATH + 16];
        snprintf(text, sizeof text, "%s=%s", i ? "HOME" : "TMPDIR", home);
        list_add(&list, text);
    }
    if (!list.at)
        list.at = calloc(1, sizeof *list.at);
    sandbox->environment = list.at;
    return list.at && !list.failed;
}

/* ---- what it may read ------------------------------------------------------------------------ */

static bool is_within(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

static bool is_installed(const char *path) {
    for (int i = 0; installed[i]; i++)
        if (is_within(path, installed[i]))
            return true;
    return false;
}

/* Adds the folder of a program, unless the system has it installed. In the folder that we run in,
 * where the record may be, it adds the program alone. */
static void add_program(struct list *list, char *program) {
    char *here = realpath(".", NULL), *slash = program ? strrchr(program, '/') : NULL;
    if (slash && slash > program && !is_installed(program)) {
        *slash = '\0';
        if (here && strcmp(here, program) == 0)
            *slash = '/';
        list_add(list, program);
    }
    free(here);
    free(program);
}

/* Adds the files that the words of the command line name. */
static void add_files(struct list *list, char *const *argv, const char *dir) {
    for (int i = 1; argv[0] && argv[i]; i++) {
        char path[2 * PATH_MAX];
        struct stat status;
        bool moved = dir && argv[i][0] != '/';
        snprintf(path, sizeof path, "%s%s%s", moved ? dir : "", moved ? "/" : "", argv[i]);
        char *file =
            stat(path, &status) == 0 && S_ISREG(status.st_mode) ? realpath(path, NULL) : NULL;
        if (file)
            list_take(list, file);
    }
}

static struct list list_own(const struct resources *resources, char *const *argv, const char *dir) {
    struct list list = {0};
    const char *folder = resources->folders;
    char *own = dir ? realpath(dir, NULL) : NULL;
    if (own)
        list_take(&list, own);
    add_program(&list, program_find(argv[0], dir));
    add_files(&list, argv, dir);
    for (size_t length; *folder; folder += length + (folder[length] == ':')) {
        length = strcspn(folder, ":");
        if (length > 0)
            list_take(&list, strndup(folder, length));
    }
    return list;
}

/* ---- Landlock -------------------------------------------------------------------------------- */

static bool allow_all(int rules, const char *const *paths, enum landlock_access access) {
    for (int i = 0; paths && paths[i]; i++)
        if (!landlock_allow(rules, paths[i], access))
            return false;
    return true;
}

static bool prepare_landlock(struct sandbox *sandbox, const struct list *own, struct error *error) {
    sandbox->rules =
        scratch_make(sandbox->scratch, SANDBOX_PATH, &sandbox->lock) ? landlock_rules() : -1;
    if (sandbox->rules >= 0 && allow_all(sandbox->rules, installed, LANDLOCK_READ) &&
        allow_all(sandbox->rules, figures, LANDLOCK_READ) &&
        allow_all(sandbox->rules, devices, LANDLOCK_DEVICE) &&
        allow_all(sandbox->rules, (const char *const *)own->at, LANDLOCK_READ) &&
        landlock_allow(sandbox->rules, sandbox->scratch, LANDLOCK_SCRATCH))
        return true;
    return error_set_kind(error, error_kind_of(errno), _("cannot make a sandbox: %s"),
                          strerror(errno));
}

/* ---- bubblewrap ------------------------------------------------------------------------------ */

static void bind_all(struct list *words, const char *const *paths) {
    for (int i = 0; paths && paths[i]; i++) {
        list_add(words, "--ro-bind-try");
        list_add(words, paths[i]);
        list_add(words, paths[i]);
    }
}

static void add_tmpfs(struct list *words, const char *size, const char *path) {
    list_add(words, "--size");
    list_add(words, size);
    list_add(words, "--tmpfs");
    list_add(words, path);
}

/* Adds the command. A program that is not installed goes by its real path: in the sandbox there are
 * no links on the way to it. */
static void add_command(struct list *words, char *const *argv, const char *dir) {
    char *program = strchr(argv[0], '/') ? program_find(argv[0], dir) : NULL;
    list_add(words, program && !is_installed(program) ? program : argv[0]);
    free(program);
    for (int i = 1; argv[i]; i++)
        list_add(words, argv[i]);
}

/* `bwrap OPTIONS -- COMMAND`. It runs in the folder where it would run without a sandbox. */
static bool prepare_bwrap(struct sandbox *sandbox, const struct resources *resources,
                          const struct list *own, char *const *argv, const char *dir,
                          struct error *error) {
    static const char *const first[] = {BWRAP,        "--unshare-all", "--die-with-parent",
                                        "--cap-drop", "ALL",           NULL};
    static const char *const last[] = {"--remount-ro", "/", "--remount-ro", "/dev", NULL};
    struct list words = {0};
    char size[24], filter[16], status[16];
    char *here = realpath(dir ? dir : ".", NULL);
    /* Files in these folders are in memory, but the limit of memory does not count them. */
    bool small = resources->memory && resources->memory < resources->disk;
    snprintf(size, sizeof size, "%lld", (long long)(small ? resources->memory : resources->disk));
    snprintf(filter, sizeof filter, "%d", sandbox->filter_file);
    snprintf(status, sizeof status, "%d", sandbox->status_file);
    for (int i = 0; first[i]; i++)
        list_add(&words, first[i]);
    bind_all(&words, installed);
    list_add(&words, "--proc");
    list_add(&words, "/proc");
    list_add(&words, "--dev");
    list_add(&words, "/dev");
    add_tmpfs(&words, size, "/dev/shm");
    add_tmpfs(&words, size, "/tmp");
    if (here) {
        list_add(&words, "--dir");
        list_add(&words, here);
    }
    bind_all(&words, (const char *const *)own->at);
    for (int i = 0; last[i]; i++) /* no limit of size applies to these: not to be written to */
        list_add(&words, last[i]);
    list_add(&words, "--chdir");
    list_take(&words, here);
    list_add(&words, "--seccomp");
    list_add(&words, filter);
    list_add(&words, "--json-status-fd");
    list_add(&words, status);
    list_add(&words, "--");
    add_command(&words, argv, dir);
    sandbox->words = words.at;
    sandbox->helpers = 2; /* bwrap itself, and the first process in the sandbox */
    return !words.failed || error_memory(error);
}

/* ---- the filter ------------------------------------------------------------------------------ */

/* Makes the filter: in memory for the process that becomes the engine, and for bwrap in a file. */
static bool prepare_filter(struct sandbox *sandbox, struct error *error) {
    sandbox->filter = malloc(FILTER_MAX * sizeof *sandbox->filter);
    if (!sandbox->filter)
        return error_memory(error);
    sandbox->filter_length = filter_make(sandbox->filter);
    if (sandbox->kind != SANDBOX_BWRAP)
        return true;
    size_t size = sandbox->filter_length * sizeof *sandbox->filter;
    sandbox->filter_file = memfd_create("filter", MFD_CLOEXEC);
    sandbox->status_file = memfd_create("status", MFD_CLOEXEC);
    return (sandbox->filter_file >= 0 && sandbox->status_file >= 0 &&
            write(sandbox->filter_file, sandbox->filter, size) == (ssize_t)size &&
            lseek(sandbox->filter_file, 0, SEEK_SET) == 0) ||
           error_set_kind(error, error_kind_of(errno),
                          _("cannot make a filter of system calls: %s"), strerror(errno));
}

/* ---- the sandbox ----------------------------------------------------------------------------- */

/* Chooses a kind that is wanted and that this machine has; SANDBOX_YES: there is none. */
static enum sandbox_kind sandbox_choose(enum sandbox_kind wanted) {
    int landlock = landlock_version();
    char *bwrap = program_find(BWRAP, NULL);
    bool has_bwrap = bwrap != NULL;
    free(bwrap);
    if (wanted == SANDBOX_NO || (wanted == SANDBOX_LANDLOCK && landlock) ||
        (wanted == SANDBOX_BWRAP && has_bwrap))
        return wanted;
    if (wanted == SANDBOX_LANDLOCK || wanted == SANDBOX_BWRAP)
        return SANDBOX_YES;
    if (landlock >= LANDLOCK_WHOLE || (landlock && !has_bwrap))
        return SANDBOX_LANDLOCK;
    if (has_bwrap)
        return SANDBOX_BWRAP;
    return wanted == SANDBOX_AUTO ? SANDBOX_NO : SANDBOX_YES;
}

static bool sandbox_refuse(enum sandbox_kind wanted, struct error *error) {
    if (wanted == SANDBOX_LANDLOCK)
        return error_set(error, _("this kernel has no Landlock for sandbox=landlock"));
    if (wanted == SANDBOX_BWRAP)
        return error_set(error, _("sandbox=bwrap needs the program bwrap (Debian: bubblewrap)"));
    return error_set(error, _("sandbox=yes needs a kernel with Landlock, or the program bwrap "
                              "(Debian: bubblewrap)"));
}

static bool prepare_kind(struct sandbox *sandbox, const struct resources *resources,
                         char *const *argv, const char *dir, struct error *error) {
    if (sandbox->kind == SANDBOX_YES)
        return sandbox_refuse(resources->sandbox, error);
    bool made = true;
    if (sandbox->kind != SANDBOX_NO) {
        struct list own = list_own(resources, argv, dir);
        made = !own.failed || error_memory(error);
        made = made && prepare_filter(sandbox, error) &&
               (sandbox->kind == SANDBOX_BWRAP
                    ? prepare_bwrap(sandbox, resources, &own, argv, dir, error)
                    : prepare_landlock(sandbox, &own, error));
        list_free(own.at);
    }
    return made && (make_environment(sandbox, resources->environment) || error_memory(error));
}

bool sandbox_prepare(struct sandbox *sandbox, const struct resources *resources, char *const *argv,
                     const char *dir, struct error *error) {
    *sandbox = (struct sandbox){.kind = sandbox_choose(resources->sandbox),
                                .rules = -1,
                                .filter_file = -1,
                                .status_file = -1,
                                .lock = -1};
    if (prepare_kind(sandbox, resources, argv, dir, error))
        return true;
    sandbox_free(sandbox);
    return false;
}

bool sandbox_enter(const struct sandbox *sandbox) {
    if (sandbox->kind == SANDBOX_BWRAP) /* which uses and closes them */
        return fcntl(sandbox->filter_file, F_SETFD, 0) == 0 &&
               fcntl(sandbox->status_file, F_SETFD, 0) == 0;
    if (sandbox->kind == SANDBOX_NO)
        return true;
    const struct sock_fprog program = {.len = (unsigned short)sandbox->filter_length,
                                       .filter = sandbox->filter};
    if (!allow_all(sandbox->rules, own_figures, LANDLOCK_READ))
        return false;
    leave_counts();
    return landlock_enter(sandbox->rules) &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* bwrap reports an exit code only if its program has run. */
bool sandbox_failed(const struct sandbox *sandbox, int status) {
    char text[1024] = "";
    return sandbox->kind == SANDBOX_BWRAP && WIFEXITED(status) &&
           pread(sandbox->status_file, text, sizeof text - 1, 0) >= 0 &&
           !strstr(text, "\"exit-code\"");
}

void sandbox_release(struct sandbox *sandbox) {
    if (sandbox->rules >= 0)
        close(sandbox->rules);
    if (sandbox->filter_file >= 0)
        close(sandbox->filter_file);
    sandbox->rules = sandbox->filter_file = -1;
    free(sandbox->filter);
    list_free(sandbox->words);
    list_free(sandbox->environment);
    sandbox->filter = NULL;
    sandbox->words = sandbox->environment = NULL;
}

void sandbox_free(struct sandbox *sandbox) {
    sandbox_release(sandbox);
    scratch_remove(sandbox->scratch, sandbox->lock);
    sandbox->scratch[0] = '\0';
    if (sandbox->lock >= 0)
        close(sandbox->lock);
    if (sandbox->status_file >= 0)
        close(sandbox->status_file);
    sandbox->lock = sandbox->status_file = -1;
}
