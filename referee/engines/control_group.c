/* control_group.c - makes control groups by files of the kernel's file system: all groups are in
 * one folder, the base, which is made for the first group and removed at exit. */
#include "config.h"

#include "referee/engines/control_group.h"

#include "base/clock.h"
#include "half/engine_spec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX      "triancey-"
#define CHILDREN    "cgroup.subtree_control"
#define MEMORY_MORE INT64_C(16777216) /* bytes, beyond which the kernel acts */

enum {
    PATH_SIZE = 1024,
    LINE_SIZE = 4096,
    REMOVE_TRIES = 50,
    REMOVE_PAUSE_US = 1000,
    TASKS_MORE = 100
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool looked, has_base; /* these variables are read and written under the lock */
static int made;
static char parent[2 * PATH_SIZE], base[3 * PATH_SIZE];
static bool moved; /* this process has moved into a group below the base */

/* ---- the base -------------------------------------------------------------------------------- */

/* Takes a path from the first line of a file that has `mark` and the form. */
static bool find_line(const char *name, const char *mark, const char *form, char path[PATH_SIZE]) {
    char line[LINE_SIZE];
    bool found = false;
    FILE *file = fopen(name, "re");
    while (file && !found && fgets(line, sizeof line, file))
        found = strstr(line, mark) && sscanf(line, form, path) == 1;
    if (file)
        fclose(file);
    return found;
}

/* Finds where the file system of version 2 is mounted. */
static bool find_mount(char mount[PATH_SIZE]) {
    return find_line("/proc/self/mountinfo", " - cgroup2 ", "%*s %*s %*s %*s %1023s", mount);
}

/* Finds the group of this process, by the line "0::/...". */
static bool find_own(char own[PATH_SIZE]) {
    return find_line("/proc/self/cgroup", "0::", "0::%1023[^\n]", own);
}

/* Removes a folder of groups, if nothing lives in them. */
static void remove_folder(const char *path) {
    struct dirent *entry;
    DIR *folder = opendir(path);
    while (folder && (entry = readdir(folder)))
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR);
    if (folder)
        closedir(folder);
    rmdir(path);
}

/* Removes the groups of referees that were killed. */
static void remove_stale(void) {
    struct dirent *entry;
    DIR *folder = opendir(parent);
    while (folder && (entry = readdir(folder))) {
        char path[3 * PATH_SIZE];
        int pid = strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0
                      ? atoi(entry->d_name + strlen(PREFIX))
                      : 0;
        if (pid <= 0 || kill(pid, 0) == 0 || errno != ESRCH)
            continue;
        snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
        remove_folder(path);
    }
    if (folder)
        closedir(folder);
}

/* Writes to a file of a group. False and errno. */
static bool put(const char *group, const char *file, const char *text) {
    char path[4 * PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", group, file);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    bool written = descriptor >= 0 && write(descriptor, text, strlen(text)) > 0;
    if (descriptor >= 0)
        close(descriptor);
    return written;
}

static bool put_number(const char *group, const char *file, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    return put(group, file, text);
}

/* Whether this process is alone in its group. */
static bool is_alone(void) {
    char path[3 * PATH_SIZE], line[32];
    bool alone = true;
    snprintf(path, sizeof path, "%s/cgroup.procs", parent);
    FILE *file = fopen(path, "re");
    while (file && alone && fgets(line, sizeof line, file))
        alone = atoi(line) == (int)getpid();
    if (!file)
        return false;
    fclose(file);
    return alone;
}

/* Lets the kernel limit memory and processes of the groups below the base, if it can. */
static void hand_down(void) {
    static const char *const bounds[] = {"+memory", "+pids"};
    char own[4 * PATH_SIZE];
    snprintf(own, sizeof own, "%s/own", base);
    for (int i = 0; i < 2; i++) {
        if (!put(parent, CHILDREN, bounds[i]) && errno == EBUSY && !moved && is_alone()) {
            moved = mkdir(own, 0755) == 0 && put(own, "cgroup.procs", "0");
            put(parent, CHILDREN, bounds[i]);
        }
        put(base, CHILDREN, bounds[i]);
    }
}

static void remove_base(void) {
    if (moved) {
        put(base, CHILDREN, "-memory -pids");
        put(parent, CHILDREN, "-memory -pids");
        put(parent, "cgroup.procs", "0");
    }
    remove_folder(base);
}

/* Makes the base, once. */
static bool make_base(void) {
    char mount[PATH_SIZE], own[PATH_SIZE];
    if (looked)
        return has_base;
    looked = true;
    if (!find_mount(mount) || !find_own(own))
        return false;
    snprintf(parent, sizeof parent, "%s%s", mount, strcmp(own, "/") ? own : "");
    remove_stale();
    snprintf(base, sizeof base, "%s/" PREFIX "%d", parent, (int)getpid());
    has_base = mkdir(base, 0755) == 0;
    if (has_base) {
        hand_down();
        atexit(remove_base);
    }
    return has_base;
}

void control_group_renounce(void) {
    pthread_mutex_lock(&lock);
    has_base = false;
    looked = true;
    pthread_mutex_unlock(&lock);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static int open_in(int number, const char *file, int mode) {
    char path[sizeof base + 64];
    snprintf(path, sizeof path, "%s/%d/%s", base, number, file);
    return open(path, mode | O_CLOEXEC);
}

/* Sets the limits of a group. True: the kernel limits its memory. */
static bool bound(const char *path, const struct resources *resources) {
    int64_t memory = resources->memory;
    if (resources->processes)
        put_number(path, "pids.max", resources->processes + RESOURCES_THREADS + TASKS_MORE);
    return memory && put_number(path, "memory.max", memory + memory / 4 + MEMORY_MORE) &&
           (put(path, "memory.swap.max", "0") || errno == ENOENT) &&
           put(path, "memory.oom.group", "1");
}

static void remove_group(int number) {
    char path[sizeof base + 16];
    snprintf(path, sizeof path, "%s/%d", base, number);
    for (int i = 0; i < REMOVE_TRIES && rmdir(path) != 0 && errno == EBUSY; i++)
        clock_sleep_us(REMOVE_PAUSE_US);
}

static void close_all(const struct control_group *group) {
    const int descriptors[] = {group->join, group->kill, group->events};
    for (int i = 0; i < 3; i++)
        if (descriptors[i] >= 0)
            close(descriptors[i]);
}

void control_group_make(struct control_group *group, const struct resources *resources) {
    char path[sizeof base + 16];
    *group = (struct control_group){.events = -1};
    pthread_mutex_lock(&lock);
    if (make_base()) {
        snprintf(path, sizeof path, "%s/%d", base, made + 1);
        if (mkdir(path, 0755) == 0) {
            group->number = ++made;
            group->join = open_in(group->number, "cgroup.procs", O_WRONLY);
            group->kill = open_in(group->number, "cgroup.kill", O_WRONLY); /* since Linux 5.14 */
            if (bound(path, resources))
                group->events = open_in(group->number, "memory.events", O_RDONLY);
        }
        if (group->number && (group->join < 0 || group->kill < 0)) {
            close_all(group);
            remove_group(group->number);
            group->number = 0;
        }
    }
    pthread_mutex_unlock(&lock);
}

void control_group_join(const struct control_group *group) {
    ssize_t ignored = group->number ? write(group->join, "0", 1) : 0;
    (void)ignored; /* without a group, the supervisor and orphans.c find the processes */
}

void control_group_kill(int kill) {
    ssize_t ignored = kill >= 0 ? write(kill, "1", 1) : 0;
    (void)ignored;
}

bool control_group_ran_out(int events) {
    char text[512];
    ssize_t got = events >= 0 ? pread(events, text, sizeof text - 1, 0) : 0;
    text[got > 0 ? got : 0] = '\0';
    const char *kills = strstr(text, "\noom_kill ");
    return kills && kills[10] != '0' && kills[10] != '\0';
}

void control_group_free(struct control_group *group) {
    if (!group->number)
        return;
    close_all(group);
    remove_group(group->number);
    group->number = 0;
}
