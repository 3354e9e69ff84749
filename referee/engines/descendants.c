/* descendants.c - finds, signals and weighs the descendants of a process.
 *
 * After fork() in a threaded program neither stdio nor malloc may be relied on: /proc is read by
 * system calls alone, into memory that was mapped before. One look reads the parent of every
 * process, then moves the descendants to the front of the array, generation by generation; lists of
 * children add those that /proc hides. Memory is weighed in parts (Pss), so that pages shared by
 * several processes count once.
 */
#include "config.h"

#include "referee/engines/descendants.h"

#include "referee/engines/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_SIZE = 64,
    LINK_SIZE = 4200, /* no path is longer */
    BLOCK_SIZE = 4096,
    DEPTH_MAX = 100,     /* generations for one signal; deeper ones get the next */
    EXITING = 4,         /* among the flags of a process: PF_EXITING */
    SHARED_FILES = 1024, /* files in memory that are distinguished */
    BLOCK_BYTES = 512,   /* of st_blocks */
    NODE_BYTES = 1024    /* that a file in memory takes beside its pages */
};

void descendants_open(struct descendants *descendants) {
    size_t size = DESCENDANTS_MAX * sizeof *descendants->process;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *descendants = (struct descendants){.process = memory == MAP_FAILED ? NULL : memory};
}

void descendants_close(struct descendants *descendants) {
    if (descendants->process)
        munmap(descendants->process, DESCENDANTS_MAX * sizeof *descendants->process);
    *descendants = (struct descendants){0};
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

/* Reads a small file of a process, ended by a zero; false: the process is gone, or may not be read.
 */
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

/* The number in a field of /proc/PID/stat, as proc(5) counts them; the text begins with field 3. */
static int64_t stat_field(const char *text, int field) {
    for (; field > 3 && *text; field--) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    return number_at(text);
}

/* Reads what /proc/PID/stat says. The name of the process, in parentheses, may contain anything:
 * the fields after it begin at the last parenthesis. */
static struct descendants_process read_process(pid_t pid) {
    char text[512];
    struct descendants_process process = {.pid = pid};
    const char *end = read_proc(pid, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    if (end && strlen(end) > 4) {
        const char *name = strchr(text, '(');
        process.supervises =
            strncmp(name, "(" DESCENDANTS_SUPERVISOR ")", strlen(DESCENDANTS_SUPERVISOR) + 2) == 0;
        end += 2;
        process.dead = *end == 'Z' || *end == 'X';
        process.stopped = *end == 'T';
        process.parent = (pid_t)stat_field(end, 4);
        process.group = (pid_t)stat_field(end, 5);
        process.ending = process.dead || (stat_field(end, 9) & EXITING);
        process.threads = (int)stat_field(end, 20);
    }
    return process;
}

static void note_process(void *context, int folder, const char *name) {
    struct descendants *descendants = context;
    (void)folder;
    pid_t pid = (pid_t)number_at(name);
    if (pid > 0 && descendants->count < DESCENDANTS_MAX)
        descendants->process[descendants->count++] = read_process(pid);
}

/* Whom to call for each child, and whether the kernel had a list of children. */
struct listener {
    void (*call)(void *context, pid_t child);
    void *context;
    bool listed;
};

/* Reads the children that one thread has started; `name` is an entry of /proc/PID/task. */
static void read_children(void *context, int folder, const char *name) {
    struct listener *listener = context;
    char path[PATH_SIZE], block[BLOCK_SIZE];
    pid_t pid = 0;
    ssize_t got;
    if (strlen(name) > 16)
        return;
    strcpy(path, name);
    strcat(path, "/children");
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    listener->listed = true;
    while ((got = read(file, block, sizeof block)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (block[i] >= '0' && block[i] <= '9') {
                pid = 10 * pid + (block[i] - '0');
            } else if (pid > 0) {
                listener->call(listener->context, pid);
                pid = 0;
            }
        }
    close(file);
}

static void list_children(pid_t parent, struct listener *listener) {
    char path[PATH_SIZE];
    path_of(parent, "task", path);
    scan_folder(path, read_children, listener);
}

/* A signal on its way from parents to children. */
struct wave {
    int number, depth;
    bool (*reached)(void *context, pid_t child);
    void *context;
};

static void send_down(void *context, pid_t pid) {
    const struct wave *wave = context;
    struct wave next = {.number = wave->number, .depth = wave->depth + 1};
    struct listener listener = {.call = send_down, .context = &next};
    if (wave->reached && !wave->reached(wave->context, pid))
        return;
    kill(pid, wave->number);
    if (next.depth < DEPTH_MAX)
        list_children(pid, &listener);
}

/* Calls for a process whose parent we are: for kernels without lists of children. */
static void find_child(void *context, int folder, const char *name) {
    const struct listener *listener = context;
    (void)folder;
    pid_t pid = (pid_t)number_at(name);
    if (pid > 0 && read_process(pid).parent == getpid())
        listener->call(listener->context, pid);
}

void descendants_signal(int number, bool (*reached)(void *context, pid_t child), void *context,
                        bool deep) {
    struct wave wave = {
        .number = number, .depth = deep ? 0 : DEPTH_MAX, .reached = reached, .context = context};
    struct listener listener = {.call = send_down, .context = &wave};
    list_children(getpid(), &listener);
    if (!listener.listed)
        scan_folder("/proc", find_child, &listener);
}

struct total {
    int64_t us;
    int left; /* processes that may still be added */
};

static void add_processor(void *context, pid_t pid) {
    struct total *total = context;
    struct listener listener = {.call = add_processor, .context = total};
    struct timespec used;
    clockid_t clock;
    if (total->left <= 0)
        return;
    total->left--;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
        total->us += (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
    list_children(pid, &listener);
}

void descendants_end_group(pid_t leader) {
    (void)leader;
}

int64_t descendants_processor_us(pid_t ancestor) {
    struct total total = {.left = DEPTH_MAX};
    struct listener listener = {.call = add_processor, .context = &total};
    list_children(ancestor, &listener);
    return total.us;
}

/* A search for hidden children of a process. */
struct search {
    struct descendants *descendants;
    pid_t parent;
};

static bool can_be_read(pid_t pid) {
    char path[PATH_SIZE];
    path_of(pid, "stat", path);
    return access(path, R_OK) == 0;
}

/* Looks twice, so that a process that ends between the looks, and another that gets its number, are
 * not taken for hidden. */
static bool is_hidden(pid_t pid) {
    return !can_be_read(pid) && (kill(pid, 0) == 0 || errno == EPERM) && !can_be_read(pid);
}

static void note_hidden(void *context, pid_t pid) {
    const struct search *search = context;
    struct descendants *descendants = search->descendants;
    if (descendants->count == DESCENDANTS_MAX || !is_hidden(pid))
        return;
    for (int i = 0; i < descendants->ours; i++)
        if (descendants->process[i].pid == pid)
            return;
    descendants->process[descendants->count++] = descendants->process[descendants->ours];
    descendants->process[descendants->ours++] = (struct descendants_process){
        .pid = pid, .parent = search->parent, .threads = 1, .hidden = true};
    descendants->living++;
    descendants->threads++;
    descendants->hidden = true;
}

/* Moves the children of a process behind the descendants found so far. */
static void find_children(struct descendants *descendants, pid_t parent) {
    struct search search = {descendants, parent};
    struct listener listener = {.call = note_hidden, .context = &search};
    for (int i = descendants->ours; i < descendants->count; i++) {
        struct descendants_process found = descendants->process[i];
        if (found.parent != parent)
            continue;
        descendants->process[i] = descendants->process[descendants->ours];
        descendants->process[descendants->ours++] = found;
        descendants->living += !found.dead;
        descendants->threads += found.threads;
    }
    list_children(parent, &listener);
}

void descendants_find(struct descendants *descendants, pid_t ancestor) {
    descendants->count = descendants->ours = descendants->living = descendants->threads = 0;
    descendants->hidden = false;
    if (!descendants->process)
        return;
    scan_folder("/proc", note_process, descendants);
    find_children(descendants, ancestor);
    for (int next = 0; next < descendants->ours; next++)
        find_children(descendants, descendants->process[next].pid);
}

void descendants_wake(const struct descendants *descendants, pid_t parent, pid_t group) {
    for (int i = 0; i < descendants->count; i++) {
        const struct descendants_process *process = &descendants->process[i];
        if (process->stopped && process->parent == parent &&
            (process->group == group || process->supervises))
            kill(process->pid, SIGCONT);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What several processes hold. Files in memory are counted twice, by the parts that are mapped and
 * by the whole of those that are open; mostly these are the same pages, so the larger sum counts.
 */
struct holding {
    int64_t pages;  /* bytes of their own, and their parts of shared pages */
    int64_t mapped; /* their parts of mapped files in memory */
    int64_t open;   /* the whole of open files in memory */
    int64_t rooted; /* all that is in memory of their own roots: may be the same files again */
    dev_t device;
    int64_t unlinked; /* open files on the device that have no name */
    bool unseen;
    pid_t pid; /* the process that is looked at */
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

/* Adds all pages of a process, shared or not: quick, as the kernel looks at no page. */
static void add_pages_whole(struct holding *holding, pid_t pid) {
    char text[4096];
    if (read_proc(pid, "status", text, sizeof text))
        holding->pages += field(text, "\nVmRSS:") + field(text, "\nVmSwap:");
}

/* Adds a process's pages, shared ones in part: the kernel says so since Linux 4.14. */
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

static bool is_known(struct holding *holding, dev_t device, ino_t inode) {
    for (int i = 0; i < holding->files; i++)
        if (holding->file[i].device == device && holding->file[i].inode == inode)
            return true;
    if (holding->files < SHARED_FILES) {
        holding->file[holding->files].device = device;
        holding->file[holding->files++].inode = inode;
    }
    return false;
}

static bool is_memory(const struct statfs *system) {
    unsigned long type = (unsigned long)system->f_type; /* below 0 where it is an int of 32 bits */
    return type == TMPFS_MAGIC || type == RAMFS_MAGIC || type == HUGETLBFS_MAGIC;
}

/* "/proc/PID/folder/name", cut to "/proc/PID/folder/" if it is too long. */
static void path_within(pid_t pid, const char *folder, const char *name, char path[PATH_SIZE]) {
    path_of(pid, folder, path);
    if (strlen(path) + strlen(name) < PATH_SIZE)
        strcat(path, name);
}

/* Whether descriptors wait in a socket: sent, but not received, they belong to no process. The
 * kernel counts them since Linux 5.6. */
static bool carries_descriptors(pid_t pid, const char *name) {
    char path[PATH_SIZE], text[512];
    path_within(pid, "fdinfo/", name, path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = '\0';
    return field(text, "\nscm_fds:") > 0;
}

static bool begins(const char *text, const char *words) {
    return strncmp(text, words, strlen(words)) == 0;
}

static bool ends(const char *text, const char *words) {
    size_t length = strlen(text), count = strlen(words);
    return length >= count && strcmp(text + length - count, words) == 0;
}

/* Adds the file of a descriptor if it is in memory or has no name. Other descriptors are left
 * alone: asking a network file system about them may take long. */
static void add_file(void *context, int folder, const char *name) {
    struct holding *holding = context;
    char link[LINK_SIZE], path[PATH_SIZE];
    struct stat status;
    struct statfs system;
    ssize_t got = readlinkat(folder, name, link, sizeof link - 1);
    link[got > 0 ? got : 0] = '\0';
    if (begins(link, "socket:"))
        holding->unseen |= carries_descriptors(holding->pid, name);
    bool shared = begins(link, "/memfd:") || begins(link, "/dev/shm/");
    if ((got > 0 && !shared && !ends(link, " (deleted)")) ||
        fstatat(folder, name, &status, 0) != 0 || !S_ISREG(status.st_mode) ||
        is_known(holding, status.st_dev, status.st_ino))
        return;
    int64_t bytes = (int64_t)status.st_blocks * BLOCK_BYTES;
    path_within(holding->pid, "fd/", name, path);
    if (shared || (statfs(path, &system) == 0 && is_memory(&system)))
        holding->open += bytes;
    if (status.st_dev == holding->device && status.st_nlink == 0)
        holding->unlinked += bytes > DESCENDANTS_FILE_LEAST ? bytes : DESCENDANTS_FILE_LEAST;
}

/* Adds the folders in memory of a root that is not ours, such as bubblewrap makes. */
static void add_root(struct holding *holding, pid_t pid) {
    static const char *const folders[] = {"root/tmp", "root/dev/shm"};
    char path[PATH_SIZE];
    struct stat ours, root;
    struct statfs system;
    path_of(pid, "root/", path);
    if (stat("/", &ours) != 0 || stat(path, &root) != 0 ||
        (root.st_dev == ours.st_dev && root.st_ino == ours.st_ino))
        return;
    for (int i = 0; i < 2; i++) {
        path_of(pid, folders[i], path);
        if (stat(path, &root) == 0 && statfs(path, &system) == 0 && is_memory(&system) &&
            !is_known(holding, root.st_dev, 0))
            holding->rooted += (int64_t)(system.f_blocks - system.f_bfree) * system.f_bsize +
                               (int64_t)(system.f_files - system.f_ffree) * NODE_BYTES;
    }
}

static bool is_ending(pid_t pid) {
    struct descendants_process process = read_process(pid);
    return process.ending || process.parent == 0;
}

struct descendants_load descendants_weigh(const struct descendants *descendants, bool in_parts,
                                          dev_t device) {
    struct holding holding = {.device = device};
    for (int i = 0; i < descendants->ours; i++) {
        char path[PATH_SIZE];
        const struct descendants_process *process = &descendants->process[i];
        if (process->hidden || process->ending)
            continue;
        holding.pid = process->pid;
        if (in_parts)
            add_pages_in_parts(&holding, process->pid);
        else
            add_pages_whole(&holding, process->pid);
        add_root(&holding, process->pid);
        path_of(process->pid, "fd", path);
        if (!scan_folder(path, add_file, &holding) && !is_ending(process->pid))
            holding.unseen = true;
    }
    int64_t files = holding.open > holding.mapped ? holding.open : holding.mapped;
    return (struct descendants_load){.memory = holding.pages +
                                               (files > holding.rooted ? files : holding.rooted),
                                     .unlinked = holding.unlinked,
                                     .rooted = holding.rooted,
                                     .unseen = holding.unseen || descendants->hidden};
}

bool descendants_is_memory(int folder) {
    struct statfs system;
    return folder >= 0 && fstatfs(folder, &system) == 0 && is_memory(&system);
}
