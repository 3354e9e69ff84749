/* http_server.c - sockets, connections, and the loop's side of libmicrohttpd, which accepts nothing
 * itself: connections come from here, with a small buffer in the kernel, so that what a stream has
 * sent has almost arrived. Each connection is looked at once a second, some at a time: who takes
 * too long for a request, who has left. A suspended connection is not seen by libmicrohttpd, so a
 * stream is woken to learn that its browser is gone. */
#include "config.h"

#include "club/http/http_server.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/system.h"
#include "club/http/http_peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 128,
    PORT_TRIES = 20,
    SEND_BYTES = 65536, /* of a connection's buffer in the kernel */
    TURNS_MAX = 16,
    LOOK_PEERS = 100, /* looked at in one go */
    TICK_US = 1000000,
    STALL_SECONDS = 60 /* nothing comes and nothing goes */
};

struct http_server {
    struct http_site site;
    struct MHD_Daemon *daemon;
    int listener[HTTP_LISTENERS_MAX], listeners;
    bool (*settle)(void *context);
    struct http_peer *peers;
    int peer_count;
    struct http_peer *next; /* to look after */
    int64_t tick;           /* when */
    bool more;              /* a turn was over before all was done */
};

/* ---- connections ----------------------------------------------------------------------------- */

static struct http_peer *add_peer(struct http_server *server, struct MHD_Connection *connection) {
    struct http_peer *peer = needed(calloc(1, sizeof *peer));
    peer->socket =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    peer->after = server->peers;
    if (server->peers)
        server->peers->before = peer;
    server->peers = peer;
    server->peer_count++;
    http_peer_expect(peer, HTTP_REQUEST_SECONDS);
    return peer;
}

static void remove_peer(struct http_server *server, struct http_peer *peer) {
    if (peer->stream)
        peer->stream->peer = NULL;
    if (peer->before)
        peer->before->after = peer->after;
    else
        server->peers = peer->after;
    if (peer->after)
        peer->after->before = peer->before;
    if (server->next == peer)
        server->next = peer->after;
    server->peer_count--;
    free(peer);
}

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code) {
    struct http_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        *socket_context = add_peer(server, connection);
    else
        remove_peer(server, *socket_context);
}

/* Whether the other side has hung up, and all that it sent was read. */
static bool has_left(const struct http_peer *peer) {
    char byte;
    ssize_t got = recv(peer->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

/* Cuts off clients that take too long or have left in the middle of a request. A stream without
 * events cannot notice by itself that its browser has left, or that a sign of life is due. */
static void look_after_peer(struct http_peer *peer, bool left, int64_t now) {
    struct http_stream *stream = peer->stream;
    if ((peer->deadline && now >= peer->deadline) || (!peer->answering && left))
        shutdown(peer->socket, SHUT_RDWR);
    if (!stream)
        return;
    stream->left |= stream->suspended && left;
    if (stream->left)
        http_stream_wake(stream);
    else if (now >= stream->beat)
        http_stream_beat(stream, now);
}

/* Each connection once a second, some at a time, so that no request has to wait. One poll() finds
 * those that have sent something or have left: usually none. */
static void look_after_peers(struct http_server *server, int64_t now) {
    struct http_peer *peer[LOOK_PEERS];
    struct pollfd polls[LOOK_PEERS];
    int parts = server->peer_count / LOOK_PEERS + 1, count = 0;
    for (int most = server->peer_count / parts; count <= most && server->peers; count++) {
        peer[count] = server->next ? server->next : server->peers;
        polls[count] = (struct pollfd){.fd = peer[count]->socket, .events = POLLIN};
        server->next = peer[count]->after;
    }
    bool polled = poll(polls, (nfds_t)count, 0) >= 0;
    for (int i = 0; i < count; i++)
        look_after_peer(peer[i], polled && polls[i].revents && has_left(peer[i]), now);
    server->tick = now + TICK_US / parts;
}

/* ---- sockets --------------------------------------------------------------------------------- */

/* -1 and errno. */
static int listen_on(const struct sockaddr *address, socklen_t length) {
    int yes = 1;
    int fd = system_socket(address->sa_family, SOCK_STREAM, false);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (address->sa_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    if (bind(fd, address, length) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

static int listen_v4(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return listen_on((const struct sockaddr *)&address, sizeof address);
}

static int listen_v6(int port) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    address.sin6_addr = in6addr_loopback;
    return listen_on((const struct sockaddr *)&address, sizeof address);
}

static int port_of(int fd) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    return getsockname(fd, (struct sockaddr *)&address, &length) == 0 ? ntohs(address.sin_port) : 0;
}

/* Listens on one port of both 127.0.0.1 and ::1. False: somebody else has it on ::1, so that
 * another port may do. */
static bool listen_both(struct http_server *server, int port) {
    int v4 = listen_v4(port);
    if (v4 < 0)
        return false;
    int v6 = listen_v6(port_of(v4));
    if (v6 < 0 && errno == EADDRINUSE) {
        close(v4);
        errno = EADDRINUSE;
        return false;
    }
    server->listener[server->listeners++] = v4;
    if (v6 >= 0)
        server->listener[server->listeners++] = v6;
    return true;
}

int http_server_listen_here(struct http_server *server, int port, struct error *error) {
    bool listens = false;
    for (int tries = port ? 1 : PORT_TRIES; tries > 0 && !listens; tries--)
        listens = listen_both(server, port);
    if (!listens) {
        error_set_kind(error, error_kind_of(errno),
                       _("cannot listen on port %d of this machine: %s"), port, strerror(errno));
        return 0;
    }
    return port_of(server->listener[0]);
}

bool http_server_listen_on(struct http_server *server, int listener, int *port) {
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof address;
    *port = 0;
    if (server->listeners == HTTP_LISTENERS_MAX)
        return false;
    if (getsockname(listener, (struct sockaddr *)&address, &length) == 0 &&
        (address.ss_family == AF_INET || address.ss_family == AF_INET6))
        *port = port_of(listener);
    server->listener[server->listeners++] = listener;
    return true;
}

/* Accepts new connections. libmicrohttpd closes those that are too many. */
static void accept_all(struct http_server *server, int listener) {
    for (int i = 0; i < BACKLOG; i++) {
        struct sockaddr_storage address;
        socklen_t length = sizeof address;
        int bytes = SEND_BYTES, yes = 1;
        int fd = system_accept(listener, (struct sockaddr *)&address, &length);
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (fd < 0)
            return;
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        MHD_add_connection(server->daemon, fd, (struct sockaddr *)&address, length);
    }
}

/* ---- the loop's side ------------------------------------------------------------------------- */

/* Addresses are compared as they were sent. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

/* By epoll(7) one descriptor tells of all connections. Elsewhere each is polled, and there are no
 * more of them than select() can tell of. */
#ifdef HAVE_SYS_EPOLL_H
enum { CONNECTIONS_MAX = INT_MAX, WAITING = MHD_USE_EPOLL };

static int http_server_list(struct http_server *server, struct pollfd *polls) {
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    polls[0] = (struct pollfd){.fd = info ? info->epoll_fd : -1, .events = POLLIN};
    return 1;
}
#else
enum { CONNECTIONS_MAX = FD_SETSIZE / 2, WAITING = MHD_NO_FLAG };

static int http_server_list(struct http_server *server, struct pollfd *polls) {
    fd_set in, out, odd;
    int most = -1, count = 0;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_ZERO(&odd);
    if (MHD_get_fdset(server->daemon, &in, &out, &odd, &most) != MHD_YES)
        return 0;
    for (int fd = 0; fd <= most && fd < FD_SETSIZE; fd++)
        if (FD_ISSET(fd, &in) || FD_ISSET(fd, &out))
            polls[count++] = (struct pollfd){.fd = fd,
                                             .events = (short)((FD_ISSET(fd, &in) ? POLLIN : 0) |
                                                               (FD_ISSET(fd, &out) ? POLLOUT : 0))};
    return count;
}
#endif

struct http_server *http_server_new(const struct http_options *options, struct error *error) {
    struct http_server *server = needed(calloc(1, sizeof *server));
    unsigned connections =
        options->connections_max < CONNECTIONS_MAX ? options->connections_max : CONNECTIONS_MAX;
    server->site.routes = options->routes;
    server->site.context = options->context;
    server->site.prefix = options->prefix;
    server->site.origin = options->origin;
    server->site.head_max = options->memory - HTTP_ANSWER_BYTES;
    server->site.holds = options->settle != NULL;
    server->settle = options->settle;
    server->site.ended = options->ended;
    server->daemon = MHD_start_daemon(
        WAITING | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
        http_call_receive, &server->site, MHD_OPTION_URI_LOG_CALLBACK, http_call_note,
        &server->site, MHD_OPTION_NOTIFY_COMPLETED, http_call_end, NULL,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_CONNECTION_LIMIT,
        connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)options->memory,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)STALL_SECONDS, MHD_OPTION_UNESCAPE_CALLBACK,
        keep_escapes, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_END);
    if (server->daemon)
        return server;
    error_set_kind(error, error_kind_of(errno), _("libmicrohttpd cannot start: %s"),
                   strerror(errno));
    free(server);
    return NULL;
}

int http_server_polls(struct http_server *server, struct pollfd *polls) {
    int count = 0;
    for (int i = 0; i < server->listeners; i++)
        polls[count++] = (struct pollfd){.fd = server->listener[i], .events = POLLIN};
    return count + http_server_list(server, polls + count);
}

int64_t http_server_deadline(struct http_server *server) {
    MHD_UNSIGNED_LONG_LONG ms;
    int64_t deadline = server->more || server->site.due_first ? 0
                       : server->peers                        ? server->tick
                                                              : INT64_MAX;
    if (MHD_get_timeout(server->daemon, &ms) == MHD_YES && ms < 86400000) {
        int64_t theirs = clock_us() + (int64_t)ms * 1000;
        deadline = theirs < deadline ? theirs : deadline;
    }
    return deadline;
}

void http_server_run(struct http_server *server, const struct pollfd *polls) {
    MHD_UNSIGNED_LONG_LONG ms;
    int64_t now = clock_us();
    for (int i = 0; polls && i < server->listeners; i++)
        if (polls[i].revents)
            accept_all(server, server->listener[i]);
    if (now >= server->tick)
        look_after_peers(server, now);
    server->more = true; /* what was woken is seen only by the next run */
    for (int i = 0; i < TURNS_MAX && server->more; i++) {
        MHD_run(server->daemon);
        server->more = server->site.held || i == 0;
        http_site_release(&server->site, !server->settle || server->settle(server->site.context));
        server->more |= MHD_get_timeout(server->daemon, &ms) == MHD_YES && ms == 0;
    }
    http_site_stream(&server->site, now);
}

/* Signals are let in between two turns, because the turns of a busy server never sleep. */
void http_server_turns(const atomic_int *stop, bool (*turn)(void *context, const sigset_t *awake),
                       void *context) {
    sigset_t ending, awake;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ending, &awake);
    while (!atomic_load(stop) && turn(context, &awake)) {
        pthread_sigmask(SIG_SETMASK, &awake, NULL);
        pthread_sigmask(SIG_BLOCK, &ending, NULL);
    }
    pthread_sigmask(SIG_SETMASK, &awake, NULL);
}

void http_server_finish(struct http_server *server) {
    for (int i = 0; i < server->listeners; i++)
        close(server->listener[i]);
    server->listeners = 0;
    server->site.ends = true;
    for (struct http_peer *peer = server->peers; peer; peer = peer->after)
        if (peer->stream) {
            peer->stream->left = peer->stream->retry = true;
            http_stream_wake(peer->stream);
        }
}

int http_server_requests(const struct http_server *server) {
    return server->site.requests;
}

void http_server_count(const struct http_server *server, int *connections, int *streams) {
    *connections = server->peer_count;
    *streams = server->site.streams;
}

/* A connection that is suspended cannot be closed: all are woken first, to be told that it is over.
 */
void http_server_free(struct http_server *server) {
    if (!server)
        return;
    http_server_finish(server);
    http_server_run(server, NULL);
    MHD_stop_daemon(server->daemon);
    free(server);
}
