/* http_server.h - HTTP/1.1 on sockets of this machine, in the thread of its caller: routes from a
 * table, answers in one piece, streams of events.
 *
 * GNU libmicrohttpd reads and writes; nothing else of the tree sees it. What comes in is bounded
 * before a route sees it: headers and bodies in bytes, a request and its answer in time,
 * connections in number. A request that is not for us (http_call.c) or that two readers could read
 * in two ways (Transfer-Encoding, two lengths) is refused and its connection closed.
 *
 * The caller polls the descriptors, calls http_server_run() when one is ready or the time is over,
 * and ignores SIGPIPE.
 */
#ifndef TRIANCEY_CLUB_HTTP_HTTP_SERVER_H
#define TRIANCEY_CLUB_HTTP_HTTP_SERVER_H

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/select.h>

struct error;
struct http_end;
struct http_request;
struct http_route;
struct http_server;

enum { HTTP_LISTENERS_MAX = 4, HTTP_POLLS_MAX = HTTP_LISTENERS_MAX + FD_SETSIZE };

struct http_options {
    const struct http_route *routes; /* ended by one without a method */
    void *context;
    const char *prefix; /* a secret word that all paths begin with; NULL: none */
    unsigned connections_max;
    /* Bytes of a connection: 4 KiB, and a head with what it costs to parse. libmicrohttpd clears
     * them after each request. */
    unsigned memory;
    const char *origin; /* of our pages, "https://club.example"; NULL: a name of this machine */
    /* Called after all handlers of a turn: their answers go out if it returns true, else 503. NULL:
     * answers go out at once. */
    bool (*settle)(void *context);
    /* Each request that came as far as its head, once all is over. May be NULL. */
    void (*ended)(void *context, const struct http_request *request, const struct http_end *end);
};

/* What the options point to must outlive it. An origin is also a name by which it may be called,
 * besides those of this machine.
 * NULL and a message. */
struct http_server *http_server_new(const struct http_options *options, struct error *error);

/* Ends all connections, and frees. NULL is allowed. */
void http_server_free(struct http_server *server);

/* Listens on this machine alone, on 127.0.0.1 and, where there is IPv6, on ::1: on this port or, if
 * it is 0, on a free one, which is returned. 0 and a message. */
int http_server_listen_here(struct http_server *server, int port, struct error *error);

/* Listens on a socket that is open already and is closed with the server. `port` is its port, 0 if
 * it has none. False: there are too many sockets. */
bool http_server_listen_on(struct http_server *server, int listener, int *port);

/* Takes turns until `stop` is set or one returns false. Signals that end a program come only while
 * a turn waits with the mask `awake`, or between two turns: none is lost before a wait. */
void http_server_turns(const atomic_int *stop, bool (*turn)(void *context, const sigset_t *awake),
                       void *context);

/* Begins the shutdown: no more connections are accepted, answers close their connections, and
 * streams end with the advice to come back in a second. Requests in progress go on. */
void http_server_finish(struct http_server *server);

/* How many requests are under way, without streams. */
int http_server_requests(const struct http_server *server);

/* How many connections there are, and how many of them are streams. */
void http_server_count(const struct http_server *server, int *connections, int *streams);

/* For a loop around poll(): what to poll (HTTP_POLLS_MAX at most; returns how many), until when
 * (clock_us()), and then the work that poll() has found (NULL: accepts nothing new). */
int http_server_polls(struct http_server *server, struct pollfd *polls);
int64_t http_server_deadline(struct http_server *server);
void http_server_run(struct http_server *server, const struct pollfd *polls);

/* ---- what a service manager hands over: systemd.c -------------------------------------------- */

/* Without a service manager nothing happens. */

/* Takes the sockets that were handed over, `max` at most, which now are closed on exec and do not
 * block; returns how many. What does not listen is left alone. To be called once, before anything
 * is started that would inherit them. */
int systemd_take_sockets(int *sockets, int max);

/* Tells the manager, "READY=1". */
void systemd_notify(const char *state);

/* The longest time between two WATCHDOG=1 messages that it expects, in microseconds; 0: none. */
int64_t systemd_watchdog(void);

#endif
