/* load_link.c - many HTTP connections in one thread, by epoll, for load generators. */
#include "config.h"

#include "tests/tools/load_link.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS = 512, BLOCK = 65536 };

bool load_net_open(struct load_net *net, int port, char host[32]) {
    snprintf(host, 32, "127.0.0.1:%d", port);
    *net = (struct load_net){.epoll = epoll_create1(EPOLL_CLOEXEC), .host = host, .port = port};
    return net->epoll >= 0;
}

static bool connect_link(struct load_link *link) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)link->net->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
    if (fd < 0)
        return false;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        epoll_ctl(link->net->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
        close(fd);
        return false;
    }
    link->fd = fd;
    return true;
}

void load_link_close(struct load_link *link) {
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
    link->waits = link->begun = false;
    link->sent = 0;
    text_free(&link->out);
    text_free(&link->in);
}

static void break_link(struct load_link *link) {
    bool waits = link->waits;
    load_link_close(link);
    if (waits) {
        link->net->broken++;
        link->answered(link, 0, "", 0);
    }
}

/* Writes what is left; a request is small, so it goes out at once but for a server that is stuck.
 */
static bool send_out(struct load_link *link) {
    while (link->sent < link->out.length) {
        ssize_t done = send(link->fd, link->out.bytes + link->sent, link->out.length - link->sent,
                            MSG_NOSIGNAL);
        if (done < 0 && errno != EINTR)
            return false;
        link->sent += done > 0 ? (size_t)done : 0;
    }
    return true;
}

bool load_link_ask(struct load_link *link, const char *method, const char *path, const char *key,
                   const char *body) {
    if (link->fd < 0 && !connect_link(link))
        return false;
    text_cut(&link->out, 0);
    link->sent = 0;
    text_addf(&link->out, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, link->net->host);
    if (key)
        text_addf(&link->out, "Authorization: Bearer %s\r\n", key);
    if (body)
        text_addf(&link->out, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                  strlen(body));
    text_addf(&link->out, "\r\n%s", body ? body : "");
    link->waits = true;
    link->begun = false;
    link->asked = clock_us();
    if (send_out(link))
        return true;
    load_link_close(link);
    return false;
}

/* The value of a header of the answer; NULL: it is not there. */
static const char *find_header(const char *head, const char *name) {
    size_t length = strlen(name);
    for (const char *line = head; line; line = strstr(line, "\r\n")) {
        line += line == head ? 0 : 2;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':')
            return line + length + 1;
    }
    return NULL;
}

/* Takes one answer off what has come; false: it is not all there. A stream is handed on as it
 * comes, with the marks of its chunks. */
static bool take_answer(struct load_link *link) {
    char *end = link->in.length ? strstr(link->in.bytes, "\r\n\r\n") : NULL;
    if (!end || !link->waits)
        return false;
    int status = atoi(link->in.bytes + sizeof "HTTP/1.1");
    size_t head = (size_t)(end - link->in.bytes) + 4;
    end[2] = '\0';
    const char *length = find_header(link->in.bytes, "Content-Length");
    bool stream = !length && find_header(link->in.bytes, "Transfer-Encoding");
    size_t body = length ? strtoul(length, NULL, 10) : 0;
    end[2] = '\r';
    if (!stream && link->in.length < head + body)
        return false;
    link->stream = stream;
    link->begun = true;
    link->waits = stream;
    char after = stream ? '\0' : link->in.bytes[head + body];
    if (!stream)
        link->in.bytes[head + body] = '\0';
    struct text in = link->in;
    link->in = (struct text){0};
    link->answered(link, status, in.bytes + head, stream ? in.length - head : body);
    if (!stream && in.length > head + body) {
        in.bytes[head + body] = after;
        text_add_bytes(&link->in, in.bytes + head + body, in.length - head - body);
    }
    text_free(&in);
    return true;
}

static void receive(struct load_link *link) {
    static char block[BLOCK];
    ssize_t got = recv(link->fd, block, sizeof block, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        break_link(link);
        return;
    }
    if (link->begun && link->stream) {
        link->answered(link, 200, block, (size_t)got);
        return;
    }
    text_add_bytes(&link->in, block, (size_t)got);
    while (link->in.length && take_answer(link))
        continue;
}

void load_net_turn(struct load_net *net, int64_t wait_us) {
    struct epoll_event events[EVENTS];
    int ms = wait_us > 0 ? (int)((wait_us + 999) / 1000) : 0;
    int count = epoll_wait(net->epoll, events, EVENTS, ms);
    for (int i = 0; i < count; i++) {
        struct load_link *link = events[i].data.ptr;
        if (link->fd >= 0)
            receive(link);
    }
}
