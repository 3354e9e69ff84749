/* sandbox_main.c - triancey-sandbox, which becomes an engine within bwrap.
 *
 *     triancey-sandbox STATUS FILTER RULES COMMAND...
 *
 * bwrap cannot mount anything once Landlock restricts it, so this program, which bwrap runs, enters
 * Landlock after all mounts. The referee has opened the descriptors (see confine.h) and made all
 * rules but those about file systems that bwrap has made. The program is small, because it runs at
 * each start of an engine.
 */
#include "config.h"

#include "referee/engines/confine.h"
#include "referee/engines/filter.h"
#include "referee/engines/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const scratch[] = {"/tmp", "/dev/shm", NULL};

static bool sandbox_confine(int file, int rules) {
    static struct sock_filter filter[FILTER_MAX];
    ssize_t size = pread(file, filter, sizeof filter, 0);
    const struct sock_fprog program = {
        .len = (unsigned short)((size_t)(size > 0 ? size : 0) / sizeof *filter), .filter = filter};
    return size >= 0 && (rules < 0 || confine_allow(rules, scratch, LANDLOCK_SCRATCH)) &&
           confine(rules, &program);
}

int main(int argc, char **argv) {
    if (argc <= CONFINE_COMMAND) {
        errno = EINVAL; /* only the referee and the club run it */
        perror(CONFINE_PROGRAM);
        return 2;
    }
    int status = atoi(argv[CONFINE_STATUS]);
    int filter = atoi(argv[CONFINE_FILTER]);
    int rules = atoi(argv[CONFINE_RULES]);
    fcntl(status, F_SETFD, FD_CLOEXEC);
    fcntl(filter, F_SETFD, FD_CLOEXEC);
    fcntl(rules, F_SETFD, FD_CLOEXEC);
    if (sandbox_confine(filter, rules))
        execvp(argv[CONFINE_COMMAND], argv + CONFINE_COMMAND);
    struct process_failure failure = {.step = PROCESS_PROGRAM, .reason = errno};
    ssize_t ignored = write(status, &failure, sizeof failure);
    (void)ignored;
    return 127;
}
