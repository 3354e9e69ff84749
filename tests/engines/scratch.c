/* scratch.c - folders for engines (referee/engines/scratch.h): those no longer in use are removed,
 * and nothing else. */
#include "config.h"

#include "referee/engines/scratch.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_there(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", getenv("TMPDIR"), name);
    return access(path, F_OK) == 0;
}

/* A folder with a file in it. */
static void make(const char *name, mode_t mode) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", getenv("TMPDIR"), name);
    mkdir(path, 0700);
    strcat(path, "/file");
    run_write(path, "something\n");
    path[strlen(path) - strlen("/file")] = '\0';
    chmod(path, mode);
}

static int hold(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", getenv("TMPDIR"), name);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    flock(folder, LOCK_SH);
    return folder;
}

/* A referee that makes a folder, says so, and stays until it is killed; its process. */
static pid_t start_other(void) {
    char path[1024], byte = 'x';
    int lock, pipes[2];
    if (pipe(pipes) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        if (!scratch_make(path, sizeof path, &lock) || write(pipes[1], &byte, 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(pipes[1]);
    if (read(pipes[0], &byte, 1) != 1)
        diag("the other has made none");
    close(pipes[0]);
    return pid;
}

static int count_folders(void) {
    char command[1100], line[32] = "";
    snprintf(command, sizeof command, "ls '%s' | wc -l", getenv("TMPDIR"));
    FILE *said = popen(command, "r");
    if (!fgets(line, sizeof line, said))
        diag("cannot count");
    pclose(said);
    return atoi(line);
}

int main(void) {
    char path[1024];
    int lock;
    run_begin();
    mkdir(run_path("scratch"), 0700);
    setenv("TMPDIR", run_path("scratch"), 1);
    pid_t first = start_other();
    is_int(count_folders(), 1, "another process has made one");
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    is_int(count_folders(), 1, "it is killed: its folder is left");
    pid_t second = start_other(), third = start_other();
    is_int(count_folders(), 2,
           "the next removes it, and of two at the same time neither removes the other's");
    kill(second, SIGKILL);
    kill(third, SIGKILL);
    while (wait(NULL) > 0)
        continue;
    make("triancey-scratch-stale0", 0700);
    make("triancey-scratch-closed", 0700);
    chmod(run_path("scratch/triancey-scratch-closed"), 0300);
    make("triancey-scratch-held00", 0700);
    make("triancey-scratch-others", 0755);
    make("triancey-scratch-longer-name", 0700);
    make("triancey-backup", 0700);
    int held = hold("triancey-scratch-held00");
    ok(scratch_make(path, sizeof path, &lock), "one is made");
    ok(!is_there("triancey-scratch-stale0"), "one that nobody holds is gone");
    ok(!is_there("triancey-scratch-closed"), "even if its engine has closed it");
    ok(is_there("triancey-scratch-held00/file"), "one that somebody holds is not");
    ok(is_there("triancey-scratch-others/file"), "nor one that others may enter");
    ok(is_there("triancey-scratch-longer-name/file") && is_there("triancey-backup/file"),
       "nor what has another name");
    close(held);
    chmod(path, 0);
    scratch_remove(path, lock);
    close(lock);
    ok(access(path, F_OK) != 0, "it is removed");
    setenv("TMPDIR", "/nowhere", 1);
    ok(!scratch_make(path, sizeof path, &lock) && !*path, "no folder, no scratch");
    run_end();
    return done();
}
