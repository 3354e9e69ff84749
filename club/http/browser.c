/* browser.c - opens a browser by xdg-open, on a file that leads to the address. The address has a
 * secret, which would be seen by other users on a command line; the file is readable to its owner
 * alone. The opener is started by two forks, so that it is nobody's child when it ends. */
#include "config.h"

#include "club/http/browser.h"

#include "base/error.h"
#include "base/language.h"
#include "base/leave.h"
#include "base/needed.h"
#include "referee/engines/orphans.h"
#include "referee/engines/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OPENER "xdg-open"

static bool browser_write_file(char *path, const char *address) {
    char *page = needed_string(
        "<!DOCTYPE html><meta charset=\"utf-8\"><title>Triancey</title>"
        "<meta http-equiv=\"refresh\" content=\"0; url=%s\"><a href=\"%s\">Triancey</a>\n",
        address, address);
    int file = mkstemps(path, 5);
    if (file >= 0)
        fcntl(file, F_SETFD, FD_CLOEXEC);
    bool written = file >= 0 && write(file, page, strlen(page)) == (ssize_t)strlen(page);
    if (file >= 0 && close(file) != 0)
        written = false;
    free(page);
    return written;
}

/* In a process of its own, for which we do not wait. */
static _Noreturn void become_opener(const char *path) {
    sigset_t none;
    int nothing = open("/dev/null", O_RDWR);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    setsid();
    for (int i = 0; nothing >= 0 && i <= STDERR_FILENO; i++)
        dup2(nothing, i);
    if (fork() == 0)
        execlp(OPENER, OPENER, path, (char *)NULL);
    leave(0);
}

bool browser_announce(const char *address, struct error *error) {
    return (printf("%s\n", address) > 0 && fflush(stdout) == 0) ||
           error_set_kind(error, error_kind_of(errno), _("cannot write: %s"), strerror(errno));
}

static char *open_address(const char *address, struct error *error) {
    const char *folder = getenv("XDG_RUNTIME_DIR");
    char *opener = program_find(OPENER, NULL);
    bool found = opener != NULL;
    free(opener);
    if (!found)
        return error_null(error, _("%s is not installed: open the address yourself"), OPENER);
    char *path = needed_string("%s/triancey-XXXXXX.html", folder && *folder ? folder : "/tmp");
    if (!browser_write_file(path, address)) {
        error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
        free(path);
        return NULL;
    }
    orphans_spare();
    pid_t child = fork();
    if (child == 0)
        become_opener(path);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    return path;
}

char *browser_open(const char *address, const char *command) {
    struct error error;
    char *path = open_address(address, &error);
    if (!path)
        fprintf(stderr, "%s %s: %s\n", "triancey-club", command, error.text);
    return path;
}

void browser_forget(char *path) {
    if (path)
        unlink(path);
    free(path);
}
