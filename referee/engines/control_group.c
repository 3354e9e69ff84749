/* control_group.c - see control_group.h. */
#include "config.h"

#include "referee/engines/control_group.h"

#include "base/clock.h"

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

#define PREFIX "triancey-"

enum { PATH_SIZE = 1024, LINE_SIZE = 4096, REMOVE_TRIES = 50, REMOVE_PAUSE_US = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool looked, has_base; /* under the lock, as all here */
static int made;
static char base[3 * PATH_SIZE];

/* ---- where ours are -------------------------------------------------------------------------- */

/* The folder where the file system of version 2 is mounted, by /proc/self/mountinfo. */
static bool find_mount(char mount[PATH_SIZE]) {
    char line[LINE_SIZE];
    bool found = false;
    FILE *file = fopen("/proc/self/mountinfo", "re");
    while (file && !found && fgets(line, sizeof line, file))
        found = strstr(line, " - cgroup2 ") && sscanf(line, "%*s %*s %*s %*s %1023s", mount) == 1;
    if (file)
        fclose(file);
    return found;
}

/* Our own group within it, from the line "0::/..." of /proc/self/cgroup. */
static bool find_own(char own[PATH_SIZE]) {
    char line[LINE_SIZE];
    bool found = false;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && !found && fgets(line, sizeof line, file))
        found = sscanf(line, "0::%1023[^\n]", own) == 1;
    if (file)
        fclose(file);
    return found;
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

/* Those of referees that were killed before they could. */
static void remove_stale(const char *parent) {
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

static void remove_base(void) {
    remove_folder(base);
}

/* Makes the folder that ours are in, once. */
static bool have_base(void) {
    char mount[PATH_SIZE], own[PATH_SIZE], parent[2 * PATH_SIZE];
    if (looked)
        return has_base;
    looked = true;
    if (!find_mount(mount) || !find_own(own))
        return false;
    snprintf(parent, sizeof parent, "%s%s", mount, strcmp(own, "/") ? own : "");
    remove_stale(parent);
    snprintf(base, sizeof base, "%s/" PREFIX "%d", parent, (int)getpid());
    has_base = mkdir(base, 0755) == 0;
    if (has_base)
        atexit(remove_base);
    return has_base;
}

void control_group_renounce(void) {
    pthread_mutex_lock(&lock);
    has_base = false;
    looked = true;
    pthread_mutex_unlock(&lock);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static int open_in(int number, const char *file) {
    char path[sizeof base + 64];
    snprintf(path, sizeof path, "%s/%d/%s", base, number, file);
    return open(path, O_WRONLY | O_CLOEXEC);
}

static void remove_group(int number) {
    char path[sizeof base + 16];
    snprintf(path, sizeof path, "%s/%d", base, number);
    for (int i = 0; i < REMOVE_TRIES && rmdir(path) != 0 && errno == EBUSY; i++)
        clock_sleep_us(REMOVE_PAUSE_US);
}

static void close_both(const struct control_group *group) {
    if (group->join >= 0)
        close(group->join);
    if (group->kill >= 0)
        close(group->kill);
}

void control_group_make(struct control_group *group) {
    char path[sizeof base + 16];
    *group = (struct control_group){0};
    pthread_mutex_lock(&lock);
    if (have_base()) {
        snprintf(path, sizeof path, "%s/%d", base, made + 1);
        if (mkdir(path, 0755) == 0) {
            group->number = ++made;
            group->join = open_in(group->number, "cgroup.procs");
            group->kill = open_in(group->number, "cgroup.kill"); /* since Linux 5.14 */
        }
        if (group->number && (group->join < 0 || group->kill < 0)) {
            close_both(group);
            remove_group(group->number);
            group->number = 0;
        }
    }
    pthread_mutex_unlock(&lock);
}

void control_group_join(const struct control_group *group) {
    ssize_t ignored = group->number ? write(group->join, "0", 1) : 0;
    (void)ignored; /* the others find what is not in it */
}

void control_group_kill(int kill) {
    ssize_t ignored = kill >= 0 ? write(kill, "1", 1) : 0;
    (void)ignored;
}

void control_group_free(struct control_group *group) {
    if (!group->number)
        return;
    close_both(group);
    remove_group(group->number);
    group->number = 0;
}
