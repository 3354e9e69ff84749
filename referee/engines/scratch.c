/* scratch.c - folders for the files of engines in sandboxes.
 *
 * A folder is in use as long as somebody holds a lock on it. Folders that a killed referee left
 * behind are not locked any more: the first call in each process removes them.
 */
#include "config.h"

#include "referee/engines/scratch.h"

#include "referee/engines/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX  "triancey-scratch-"
#define PATTERN "XXXXXX"

enum { TRIES = 10, FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *parent(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder == '/' ? folder : "/tmp";
}

static void remove_file(void *context, int folder, const char *name) {
    (void)context;
    unlinkat(folder, name, 0);
}

void scratch_remove(const char *path, int folder) {
    if (!*path)
        return;
    fchmod(folder, 0700);
    scan_open(folder, remove_file, NULL);
    rmdir(path);
}

/* Opens a folder, even one of ours whose engine has removed all permissions from it. -1: it cannot
 * be opened. */
static int open_ours(int within, const char *name) {
    char path[64];
    struct stat status;
    int folder = openat(within, name, FOLDER);
    if (folder >= 0 || errno != EACCES)
        return folder;
    int closed = openat(within, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (closed < 0)
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", closed);
    if (fstat(closed, &status) == 0 && status.st_uid == geteuid() && chmod(path, 0700) == 0)
        folder = openat(within, name, FOLDER);
    close(closed);
    return folder;
}

/* Whether a folder is ours, and no longer in use. */
static bool is_stale(int folder) {
    struct stat status;
    return fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
           (status.st_mode & 0077) == 0 && flock(folder, LOCK_EX | LOCK_NB) == 0;
}

static void remove_if_stale(void *context, int within, const char *name) {
    char path[4096];
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(name) != strlen(PREFIX PATTERN))
        return;
    int folder = open_ours(within, name);
    int length = snprintf(path, sizeof path, "%s/%s", (const char *)context, name);
    if (folder >= 0 && length < (int)sizeof path && is_stale(folder))
        scratch_remove(path, folder);
    if (folder >= 0)
        close(folder);
}

static void remove_stale_folders(void) {
    char folder[4000];
    if (snprintf(folder, sizeof folder, "%s", parent()) < (int)sizeof folder)
        scan_folder(folder, remove_if_stale, folder);
}

/* Locks a folder. False: another process has swept it away before it was locked. */
static bool lock_folder(const char *path, int *lock) {
    struct stat status;
    *lock = open(path, FOLDER);
    if (*lock < 0)
        return false;
    bool taken = flock(*lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && fstat(*lock, &status) == 0 && status.st_nlink > 0)
        return true;
    close(*lock);
    *lock = -1;
    return false;
}

bool scratch_make(char *path, size_t size, int *lock) {
    pthread_once(&once, remove_stale_folders);
    for (int i = 0; i < TRIES; i++) {
        if (snprintf(path, size, "%s/" PREFIX PATTERN, parent()) >= (int)size) {
            errno = ENAMETOOLONG;
            break;
        }
        if (!mkdtemp(path))
            break;
        if (lock_folder(path, lock))
            return true;
        scratch_remove(path, -1);
    }
    *path = '\0';
    return false;
}
