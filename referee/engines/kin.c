/* kin.c - see kin.h. After fork() in a threaded program neither stdio nor malloc may be relied on:
 * /proc is read by system calls alone.
 */
#include "config.h"

#include "referee/engines/kin.h"

#include "referee/engines/scan.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_SIZE = 64,
    LINK_SIZE = 64,
    SHARED_FILES = 1024, /* files in memory that are distinguished */
    BLOCK_BYTES = 512    /* of st_blocks */
};

void kin_open(struct kin *kin) {
    size_t size = KIN_MAX * sizeof *kin->process;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *kin = (struct kin){.process = memory == MAP_FAILED ? NULL : memory};
}

void kin_close(struct kin *kin) {
    if (kin->process)
        munmap(kin->process, KIN_MAX * sizeof *kin->process);
    *kin = (struct kin){0};
}

/* ---- reading /proc --------------------------------------------------------------------------- */

/* "/proc/PID/name". */
static void path_of(pid_t pid, const char *name, char path[PATH_SIZE]) {
    char digits[16];
    size_t count = 0, length = strlen(strcpy(path, "/proc/"));
    for (pid_t rest = pid; rest > 0; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    while (count > 0)
        path[length++] = digits[--count];
    path[length++] = '/';
    strcpy(path + length, name);
}

/* Reads a small file of a process, ended by a zero; false: it is gone, or not for us. */
static bool read_proc(pid_t pid, const char *name, char *text, size_t size) {
    char path[PATH_SIZE];
    path_of(pid, name, path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got = read(file, text, size - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static int64_t number_at(const char *text) {
    int64_t number = 0;
    text += strspn(text, " \t");
    for (; *text >= '0' && *text <= '9'; text++)
        number = 10 * number + (*text - '0');
    return number;
}

/* ---- descent --------------------------------------------------------------------------------- */

/* The parent of a process, its group, and whether it is dead and only waits for it. The text in
 * parentheses is its name, which may contain anything: the fields that count come after the last
 * parenthesis. */
static struct kin_process read_process(pid_t pid) {
    char text[512];
    struct kin_process process = {.pid = pid};
    const char *end = read_proc(pid, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    if (end && strlen(end) > 4) {
        const char *name = strchr(text, '(');
        process.supervises = strncmp(name, "(" KIN_SUPERVISOR ")", strlen(KIN_SUPERVISOR) + 2) == 0;
        process.parent = (pid_t)number_at(end + 4);
        process.dead = end[2] == 'Z' || end[2] == 'X';
        process.stopped = end[2] == 'T';
        end += 4;
        end += strcspn(end, " ");
        process.group = (pid_t)number_at(end);
    }
    return process;
}

static void note_process(void *context, int folder, const char *name) {
    struct kin *kin = context;
    (void)folder;
    pid_t pid = (pid_t)number_at(name);
    if (pid > 0 && kin->count < KIN_MAX)
        kin->process[kin->count++] = read_process(pid);
}

void kin_find(struct kin *kin, pid_t ancestor, bool (*spare)(pid_t pid)) {
    kin->count = kin->ours = kin->living = 0;
    if (!kin->process)
        return;
    scan_folder("/proc", note_process, kin);
    pid_t parent = ancestor;
    for (int next = 0;; next++) {
        for (int i = kin->ours; i < kin->count; i++) {
            struct kin_process found = kin->process[i];
            if (found.parent != parent || (spare && spare(found.pid)))
                continue;
            kin->process[i] = kin->process[kin->ours];
            kin->process[kin->ours++] = found;
            kin->living += !found.dead;
        }
        if (next == kin->ours)
            return;
        parent = kin->process[next].pid;
    }
}

void kin_signal(const struct kin *kin, int number) {
    for (int i = 0; i < kin->ours; i++)
        kill(kin->process[i].pid, number);
}

void kin_wake(const struct kin *kin, pid_t parent, pid_t group) {
    for (int i = 0; i < kin->count; i++) {
        const struct kin_process *process = &kin->process[i];
        if (process->stopped && process->parent == parent &&
            (process->group == group || process->supervises))
            kill(process->pid, SIGCONT);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What several processes hold. Their parts of files in memory that are mapped, and the whole of
 * those that are open, are mostly the same pages: the larger sum counts. */
struct holding {
    int64_t pages;  /* bytes of its own, and its part of shared ones */
    int64_t mapped; /* of files in memory */
    int64_t open;   /* these files */
    int files;
    struct {
        dev_t device;
        ino_t inode;
    } file[SHARED_FILES];
};

/* A line "Pss:   123 kB" of a text, in bytes; 0: there is none. */
static int64_t field(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at ? number_at(at + strlen(name)) * 1024 : 0;
}

/* All its pages, without regard to who else has them: quick, as no page is looked at. */
static void add_pages_whole(struct holding *holding, pid_t pid) {
    char text[4096];
    if (read_proc(pid, "status", text, sizeof text))
        holding->pages += field(text, "\nVmRSS:") + field(text, "\nVmSwap:");
}

/* Since Linux 4.14 the kernel knows parts. */
static void add_pages_in_parts(struct holding *holding, pid_t pid) {
    char text[2048];
    if (!read_proc(pid, "smaps_rollup", text, sizeof text)) {
        add_pages_whole(holding, pid);
        return;
    }
    int64_t mapped = field(text, "\nPss_Shmem:");
    holding->pages += field(text, "\nPss:") + field(text, "\nSwapPss:") - mapped;
    holding->mapped += mapped;
}

static bool is_known(struct holding *holding, const struct stat *status) {
    for (int i = 0; i < holding->files; i++)
        if (holding->file[i].device == status->st_dev && holding->file[i].inode == status->st_ino)
            return true;
    if (holding->files < SHARED_FILES) {
        holding->file[holding->files].device = status->st_dev;
        holding->file[holding->files++].inode = status->st_ino;
    }
    return false;
}

/* A descriptor of the process, if it is that of a file in memory. */
static void add_file(void *context, int folder, const char *name) {
    struct holding *holding = context;
    char link[LINK_SIZE];
    struct stat status;
    ssize_t got = readlinkat(folder, name, link, sizeof link - 1);
    link[got > 0 ? got : 0] = '\0';
    bool ours = strncmp(link, "/memfd:", 7) == 0 || strncmp(link, "/dev/shm/", 9) == 0;
    if (ours && fstatat(folder, name, &status, 0) == 0 && S_ISREG(status.st_mode) &&
        !is_known(holding, &status))
        holding->open += (int64_t)status.st_blocks * BLOCK_BYTES;
}

int64_t kin_memory(const struct kin *kin, bool in_parts) {
    struct holding holding = {0};
    for (int i = 0; i < kin->ours; i++) {
        char path[PATH_SIZE];
        pid_t pid = kin->process[i].pid;
        if (in_parts)
            add_pages_in_parts(&holding, pid);
        else
            add_pages_whole(&holding, pid);
        path_of(pid, "fd", path);
        scan_folder(path, add_file, &holding);
    }
    return holding.pages + (holding.open > holding.mapped ? holding.open : holding.mapped);
}
