/* sandbox.c - makes a sandbox of either kind ready for a command line.
 *
 * Before the fork, everything that needs memory is made: lists of paths, Landlock's rules, the
 * filter of system calls, the words that run bwrap, and the environment. The child then only enters
 * it, or bwrap's words end in a program that does so behind its mounts. Both kinds start from the
 * same lists of what may be read: what the system has installed, and what the engine itself needs.
 */
#include "config.h"

#include "referee/engines/sandbox.h"

#include "base/error.h"
#include "base/language.h"
#include "base/leave.h"
#include "base/needed.h"
#include "referee/engines/builtin.h"
#include "referee/engines/confine.h"
#include "referee/engines/filter.h"
#include "referee/engines/program.h"
#include "referee/engines/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define BWRAP    "bwrap"
#define MEBIBYTE INT64_C(1048576)

/* What the system has installed. Paths that do not exist are passed over. */
static const char *const installed[] = {"/usr",
                                        "/lib",
                                        "/lib32",
                                        "/lib64",
                                        "/libx32",
                                        "/bin",
                                        "/sbin",
                                        "/etc/ld.so.cache",
                                        "/etc/localtime",
                                        "/etc/alternatives",
                                        "/etc/ssl/openssl.cnf", /* Node.js does not start without */
                                        NULL};
static const char *const devices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                      "/dev/random", "/dev/urandom", NULL};

/* ---- lists of strings ------------------------------------------------------------------------ */

struct list {
    char **at; /* ended by NULL */
    size_t count;
};

/* Takes an allocated string. */
static void list_take(struct list *list, char *string) {
    list->at = needed(realloc(list->at, (list->count + 2) * sizeof *list->at));
    list->at[list->count++] = needed(string);
    list->at[list->count] = NULL;
}

static void list_add(struct list *list, const char *string) {
    list_take(list, strdup(string));
}

/* Adds strings, up to NULL. */
static void list_add_all(struct list *list, const char *const *strings) {
    for (; *strings; strings++)
        list_add(list, *strings);
}
#define ADD(list, ...) list_add_all(list, (const char *const[]){__VA_ARGS__, NULL})

static void list_free(char **at) {
    for (size_t i = 0; at && at[i]; i++)
        free(at[i]);
    free(at);
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

/* False and a message with the reason in errno; `what` comes before the reason. */
static bool sandbox_fail(const char *what, struct error *error) {
    char why[200];
    enum error_kind kind = error_kind_of(errno);
    snprintf(why, sizeof why, "%s%s", what, strerror(errno));
    return error_set_kind(error, kind, _("cannot make a sandbox: %s"), why);
}

/* ---- Landlock -------------------------------------------------------------------------------- */

/* Makes Landlock's rules. bwrap does without where the kernel has none. */
static bool prepare_landlock(struct sandbox *sandbox, const struct list *own, struct error *error) {
    bool within = sandbox->kind == SANDBOX_BWRAP;
    const char *const scratch[] = {within ? NULL : sandbox->scratch, NULL};
    if (within && !landlock_version())
        return true;
    sandbox->rules = within || scratch_make(sandbox->scratch, SANDBOX_PATH, &sandbox->lock)
                         ? landlock_rules()
                         : -1;
    if (sandbox->rules >= 0 && confine_allow(sandbox->rules, installed, LANDLOCK_READ) &&
        confine_allow(sandbox->rules, devices, LANDLOCK_DEVICE) &&
        confine_allow(sandbox->rules, (const char *const *)own->at, LANDLOCK_READ) &&
        confine_allow(sandbox->rules, scratch, LANDLOCK_SCRATCH))
        return true;
    return sandbox_fail("", error);
}

/* ---- bubblewrap ------------------------------------------------------------------------------ */

/* Binds what is installed; a link into what is installed (/bin to usr/bin) is made anew, which
 * takes a tenth of the time. */
static void bind_installed(struct list *words) {
    for (int i = 0; installed[i]; i++) {
        char target[PATH_MAX];
        ssize_t length = readlink(installed[i], target, sizeof target - 1);
        char *path = length > 0 ? realpath(installed[i], NULL) : NULL;
        target[length > 0 ? length : 0] = '\0';
        if (path && is_installed(path))
            ADD(words, "--symlink", target, installed[i]);
        else
            ADD(words, "--ro-bind-try", installed[i], installed[i]);
        free(path);
    }
}

/* What is installed is there already, perhaps behind a link, where bwrap could mount nothing. */
static void bind_own(struct list *words, const char *path) {
    if (!is_installed(path))
        ADD(words, "--ro-bind-try", path, path);
}

/* Only what Landlock allows, too: bwrap's own /dev has terminals. */
static void bind_devices(struct list *words) {
    for (int i = 0; devices[i]; i++)
        ADD(words, "--dev-bind-try", devices[i], devices[i]);
    ADD(words, "--symlink", "/proc/self/fd", "/dev/fd");
    ADD(words, "--symlink", "/proc/self/fd/0", "/dev/stdin");
    ADD(words, "--symlink", "/proc/self/fd/1", "/dev/stdout");
    ADD(words, "--symlink", "/proc/self/fd/2", "/dev/stderr");
}

/* Adds the command. A program that is not installed goes by its real path: in the sandbox there are
 * no links on the way to it. */
static void add_command(struct list *words, char *const *argv, const char *dir) {
    char *program = strchr(argv[0], '/') ? program_find(argv[0], dir) : NULL;
    list_add(words, program && !is_installed(program) ? program : argv[0]);
    free(program);
    list_add_all(words, (const char *const *)argv + 1);
}

static void add_number(struct list *words, int number) {
    list_take(words, needed_string("%d", number));
}

/* The path of triancey-sandbox: free() it. */
static char *find_confiner(void) {
    char path[PATH_MAX];
    builtin_program(CONFINE_PROGRAM, path, sizeof path);
    return realpath(strchr(path, '/') ? path : PKGLIBEXECDIR "/" CONFINE_PROGRAM, NULL);
}

/* `bwrap OPTIONS -- triancey-sandbox DESCRIPTORS COMMAND`. It runs in the folder where it would run
 * without a sandbox. */
static bool prepare_bwrap(struct sandbox *sandbox, const struct resources *resources,
                          const struct list *own, char *const *argv, const char *dir,
                          struct error *error) {
    struct list words = {0};
    char size[24];
    char *confiner = find_confiner();
    if (!confiner)
        return sandbox_fail(CONFINE_PROGRAM ": ", error);
    char *here = realpath(dir ? dir : ".", NULL);
    if (!here) {
        free(confiner);
        return sandbox_fail("", error);
    }
    /* Files in these folders are in memory, but the limit of memory does not count them. */
    bool small = resources->memory && resources->memory < resources->disk;
    snprintf(size, sizeof size, "%lld", (long long)(small ? resources->memory : resources->disk));
    ADD(&words, BWRAP, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL");
    bind_installed(&words);
    ADD(&words, "--proc", "/proc");
    bind_devices(&words);
    ADD(&words, "--size", size, "--tmpfs", "/dev/shm", "--size", size, "--tmpfs", "/tmp");
    ADD(&words, "--dir", here);
    for (size_t i = 0; i < own->count; i++)
        bind_own(&words, own->at[i]);
    bind_own(&words, confiner);
    ADD(&words, "--remount-ro", "/"); /* no limit of size applies to it: not to be written to */
    list_add(&words, "--chdir");
    list_take(&words, here);
    list_add(&words, "--json-status-fd");
    add_number(&words, sandbox->status_file);
    list_add(&words, "--");
    list_take(&words, confiner);
    add_number(&words, sandbox->failure);
    add_number(&words, sandbox->filter_file);
    add_number(&words, sandbox->rules);
    add_command(&words, argv, dir);
    sandbox->words = words.at;
    sandbox->helpers = 2; /* bwrap itself, and the first process in the sandbox */
    return true;
}

/* ---- the filter ------------------------------------------------------------------------------ */

/* Makes the filter: in memory for the process that becomes the engine, for bwrap in a file. */
static bool prepare_filter(struct sandbox *sandbox, struct error *error) {
    sandbox->filter = needed(malloc(FILTER_MAX * sizeof *sandbox->filter));
    sandbox->filter_length = filter_make(sandbox->filter);
    if (sandbox->kind != SANDBOX_BWRAP)
        return true;
    size_t size = sandbox->filter_length * sizeof *sandbox->filter;
    sandbox->filter_file = memfd_create("filter", MFD_CLOEXEC);
    sandbox->status_file = memfd_create("status", MFD_CLOEXEC);
    return (sandbox->filter_file >= 0 && sandbox->status_file >= 0 &&
            write(sandbox->filter_file, sandbox->filter, size) == (ssize_t)size) ||
           error_set_kind(error, error_kind_of(errno),
                          _("cannot make a filter of system calls: %s"), strerror(errno));
}

/* ---- the sandbox ----------------------------------------------------------------------------- */

/* The kind that is wanted; SANDBOX_YES: this machine does not have it. Where there is nothing else,
 * bwrap is to say itself why it does not work, rather than that an engine runs without a sandbox.
 */
static enum sandbox_kind sandbox_choose(enum sandbox_kind wanted) {
    if (wanted == SANDBOX_NO)
        return wanted;
    if (wanted != SANDBOX_BWRAP && landlock_version())
        return SANDBOX_LANDLOCK;
    char *bwrap = wanted == SANDBOX_LANDLOCK ? NULL : program_find(BWRAP, NULL);
    bool has_bwrap = bwrap != NULL;
    free(bwrap);
    if (has_bwrap)
        return SANDBOX_BWRAP;
    return wanted == SANDBOX_AUTO ? SANDBOX_NO : SANDBOX_YES;
}

const char *sandbox_missing(void) {
    if (sandbox_choose(SANDBOX_AUTO) != SANDBOX_NO)
        return NULL;
    return _("this kernel has no Landlock, and the program bwrap (Debian: bubblewrap) is missing");
}

bool sandbox_counts(void) {
    return true;
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
        made = prepare_filter(sandbox, error) && prepare_landlock(sandbox, &own, error) &&
               (sandbox->kind != SANDBOX_BWRAP ||
                prepare_bwrap(sandbox, resources, &own, argv, dir, error));
        list_free(own.at);
    }
    const char *home = sandbox->kind == SANDBOX_NO      ? NULL
                       : sandbox->kind == SANDBOX_BWRAP ? "/tmp"
                                                        : sandbox->scratch;
    if (made)
        sandbox->environment = environment_make(resources->environment, home);
    return made;
}

bool sandbox_prepare(struct sandbox *sandbox, const struct resources *resources, char *const *argv,
                     const char *dir, int failure, struct error *error) {
    *sandbox = (struct sandbox){.kind = sandbox_choose(resources->sandbox),
                                .failure = failure,
                                .rules = -1,
                                .filter_file = -1,
                                .status_file = -1,
                                .lock = -1};
    if (prepare_kind(sandbox, resources, argv, dir, error))
        return true;
    sandbox_free(sandbox);
    return false;
}

/* Lets bwrap and triancey-sandbox inherit the descriptors that they need. */
static bool hand_on(const struct sandbox *sandbox) {
    return fcntl(sandbox->failure, F_SETFD, 0) == 0 &&
           fcntl(sandbox->filter_file, F_SETFD, 0) == 0 &&
           fcntl(sandbox->status_file, F_SETFD, 0) == 0 &&
           (sandbox->rules < 0 || fcntl(sandbox->rules, F_SETFD, 0) == 0);
}

bool sandbox_enter(const struct sandbox *sandbox) {
    if (sandbox->kind == SANDBOX_NO)
        return true;
    if (sandbox->kind == SANDBOX_BWRAP)
        return hand_on(sandbox);
    const struct sock_fprog program = {.len = (unsigned short)sandbox->filter_length,
                                       .filter = sandbox->filter};
    leave_counts();
    return confine(sandbox->rules, &program);
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
    environment_free(sandbox->environment);
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
