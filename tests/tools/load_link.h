/* load_link.h - for load generators: many HTTP/1.1 connections to one server in one thread, by
 * epoll. A link asks one thing at a time and calls back with the answer, or with each piece of a
 * stream.
 */
#ifndef TRIANCEY_TESTS_LOAD_LINK_H
#define TRIANCEY_TESTS_LOAD_LINK_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load_link;

/* The server, and what waits for its answers. */
struct load_net {
    int epoll;
    const char *host; /* what Host says, "127.0.0.1:8000" */
    int port;
    int64_t broken; /* connections that were refused or cut */
};

struct load_link {
    struct load_net *net;
    int fd; /* below 0: not connected */
    struct text out;
    size_t sent;
    struct text in;
    bool waits;    /* for an answer */
    bool stream;   /* the answer has no end */
    bool begun;    /* its head has come */
    int64_t asked; /* when (clock_us()) */
    void *owner;

    /* The body, or a piece of a stream; status 0: the connection broke. */
    void (*answered)(struct load_link *link, int status, const char *body, size_t length);
};

/* False: no epoll. */
bool load_net_open(struct load_net *net, int port, char host[32]);

/* Sends a request, with a key unless `key` is NULL, and a body unless `body` is NULL. Connects
 * first if the link is not connected. False: there is no connection. */
bool load_link_ask(struct load_link *link, const char *method, const char *path, const char *key,
                   const char *body);
void load_link_close(struct load_link *link);

/* Waits `wait_us` microseconds at most, and calls answered() for all that has come. */
void load_net_turn(struct load_net *net, int64_t wait_us);

#endif
