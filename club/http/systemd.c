/* systemd.c - sockets passed by a service manager (sd_listen_fds(3)), and notifications to it
 * (sd_notify(3)). Its library is not needed.
 */
#include "config.h"

#include "club/http/http_server.h"

#include "base/system.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_SOCKET = 3 };

/* A variable of the environment as a number; -1: it is not set, or is none. */
static int64_t number_of(const char *name) {
    const char *text = getenv(name);
    char *end;
    if (!text || *text < '0' || *text > '9')
        return -1;
    int64_t number = strtoll(text, &end, 10);
    return *end ? -1 : number;
}

int systemd_take_sockets(int *sockets, int max) {
    int64_t count = number_of("LISTEN_PID") == getpid() ? number_of("LISTEN_FDS") : 0;
    int taken = 0;
    for (; taken < count && taken < max; taken++) {
        int fd = FIRST_SOCKET + taken, flags = fcntl(fd, F_GETFL), listens = 0;
        socklen_t length = sizeof listens;
        if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) < 0 || !listens ||
            fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0)
            break;
        sockets[taken] = fd;
    }
    unsetenv("LISTEN_PID"); /* they are for another process */
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    return taken;
}

void systemd_notify(const char *state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path || (*path != '/' && *path != '@') || strlen(path) >= sizeof address.sun_path)
        return;
    strcpy(address.sun_path, path);
    if (*path == '@')
        address.sun_path[0] = '\0'; /* a name that is in no folder */
    int fd = system_socket(AF_UNIX, SOCK_DGRAM, true);
    if (fd < 0)
        return;
    /* Never waits: a queue that nobody reads must not stop the site. */
    sendto(fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT, (const struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
    close(fd);
}

int64_t systemd_watchdog(void) {
    int64_t us = number_of("WATCHDOG_USEC"), pid = number_of("WATCHDOG_PID");
    return us > 0 && (pid < 0 || pid == getpid()) ? us : 0;
}
