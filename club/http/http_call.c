/* http_call.c - incoming requests: checked before they are read, then passed to their route. Called
 * by libmicrohttpd. */
#include "config.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/secret.h"
#include "base/system.h"
#include "base/text.h"
#include "club/http/http_peer.h"
#include "club/http/http_request.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    PATH_BYTES = 300,
    HOST_BYTES = 255,
    LOGGED_BYTES = 160,
    METHOD_BYTES = 16,
    ENTRY_BYTES = 64
};

/* A request, from its head to the end of its answer. */
struct http_call {
    struct http_reply reply;
    struct http_request request;
    char path[PATH_BYTES + 1]; /* cut into words */
    size_t announced;          /* bytes of the body */
    struct text body;
    char method[METHOD_BYTES], asked[LOGGED_BYTES]; /* for the log */
    int64_t begun;
    bool foreign; /* a page of another site may have sent it, by anybody's browser */
};

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* ---- whose page asks ------------------------------------------------------------------------- */

/* A foreign page that is open in the same browser can send requests to a server on this machine.
 * Two checks keep it out. The name that it uses for us must be one of ours, because a foreign name
 * may be made to point here (DNS rebinding). And the browser says whose page sends: by
 * Sec-Fetch-Site, or by Origin if it is an old one. Programs other than browsers send neither; they
 * must know the address. */

/* Headers as they came; NULL: there was none. */
struct http_headers {
    const char *host;
    const char *origin;
    const char *fetch_site, *fetch_mode; /* Sec-Fetch-Site, Sec-Fetch-Mode */
};

static const char *host_of(const char *origin) {
    const char *slashes = origin ? strstr(origin, "://") : NULL;
    return slashes ? slashes + 3 : "";
}

static bool is_local(const char *host) {
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rest = host + strlen(names[i]);
        if (strncasecmp(host, names[i], strlen(names[i])) == 0 &&
            (!*rest || (*rest == ':' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")])))
            return true;
    }
    return false;
}

/* Whether the server is called by its name, the host of its origin (NULL: it has none), or by a
 * name of this machine, "127.0.0.1:8000". A name of this machine may have any port: a tunnel (ssh
 * -L) listens on its own, and no foreign name can become a name of this machine. Letters may be
 * large or small. */
static bool guard_host(const struct http_headers *headers, const char *origin) {
    const char *host = headers->host;
    return host && (is_local(host) || (origin && strcasecmp(host, host_of(origin)) == 0));
}

/* Whether an origin is the host that was asked. The scheme counts only for the name that we have
 * one for: nothing can come between a browser and its own machine. */
static bool is_own_origin(const char *theirs, const char *host, const char *ours) {
    if (ours && host && strcasecmp(host_of(ours), host) == 0)
        return strcasecmp(theirs, ours) == 0;
    return host && *host && strcasecmp(host_of(theirs), host) == 0;
}

/* Whether the request comes from our own page, or from no page. `origin`: "https://club.example",
 * the only one that a page may have by that name; NULL: there is none. `navigates`: a person who
 * follows a link to us may come from anywhere. */
static bool guard_site(const struct http_headers *headers, const char *origin, bool navigates) {
    const char *site = headers->fetch_site, *mode = headers->fetch_mode;
    if (navigates && mode && strcmp(mode, "navigate") == 0)
        return true;
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return false;
    return !headers->origin || is_own_origin(headers->origin, headers->host, origin);
}

/* ---- whether the head says what was read in it ----------------------------------------------- */

/* Before version 1.0 libmicrohttpd ends a line at a lone LF and a text at a NUL, and takes a lone
 * CR and blanks before a colon as part of a text, so that a proxy in front of us could read another
 * request. It cuts the head into texts where it stands, which shows what was between them. */

struct head {
    uintptr_t start, end; /* where it is in memory */
    const char *last;     /* the end of the text before */
    bool plain;
};

/* RFC 9110, section 5.6.2. */
static bool is_token(const char *text, size_t length) {
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz";
    return length > 0 && strspn(text, letters) == length;
}

static bool is_value(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 127)
            return false;
    return true;
}

static bool is_within(const struct head *head, const char *text) {
    return (uintptr_t)text >= head->start && (uintptr_t)text < head->end;
}

/* Between two lines are CR and LF, which are zeros now, and at most blanks before. Texts that are
 * elsewhere, as those of folded lines, say nothing. */
static bool is_line_between(const struct head *head, const char *end, const char *next) {
    if (!is_within(head, end) || !is_within(head, next) || next <= end)
        return true;
    for (const char *c = end; c < next; c++)
        if ((unsigned char)*c > ' ')
            return false;
    return next - end >= 2;
}

static enum MHD_Result http_call_look(void *context, enum MHD_ValueKind kind, const char *name,
                                      size_t length, const char *value, size_t value_length) {
    struct head *head = context;
    (void)kind;
    head->plain &= is_token(name, length) && (!value || is_value(value, value_length)) &&
                   is_line_between(head, head->last, name);
    head->last = value ? value + value_length : name + length;
    return MHD_YES;
}

/* The texts are libmicrohttpd's own; `asked` is how many bytes the address had with its arguments.
 */
static bool http_head_is_plain(struct MHD_Connection *connection, const char *method,
                               const char *url, const char *version, size_t asked) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    struct head head = {.start = (uintptr_t)method,
                        .end = (uintptr_t)method + (info ? info->header_size : 0),
                        .last = version + strlen(version),
                        .plain = true};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, http_call_look, &head);
    bool hidden = is_within(&head, url) && is_within(&head, version) &&
                  (uintptr_t)version - (uintptr_t)url != asked + 1;
    bool tail = is_within(&head, head.last);
    for (const char *c = head.last; tail && (uintptr_t)c < head.end; c++)
        head.plain &= (unsigned char)*c <= ' ';
    return head.plain && !hidden;
}

/* ---- what is asked --------------------------------------------------------------------------- */

static bool http_call_refuse(struct http_call *call, int status, const char *text) {
    call->reply.refused = true;
    return http_answer_error(&call->request, status, text);
}

static int headers_called(struct MHD_Connection *connection, const char *name) {
    return http_find(connection, MHD_HEADER_KIND, name).count;
}

/* Where a message ends must be said once, by a length. */
static bool check_length(struct http_call *call) {
    struct MHD_Connection *connection = call->reply.connection;
    const char *length = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (headers_called(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING) > 0)
        return http_call_refuse(call, MHD_HTTP_NOT_IMPLEMENTED,
                                _("Transfer-Encoding is not accepted in requests"));
    int64_t announced = length ? http_number(length) : 0;
    if (announced < 0 || headers_called(connection, MHD_HTTP_HEADER_CONTENT_LENGTH) > 1)
        return http_call_refuse(call, MHD_HTTP_BAD_REQUEST, _("Content-Length must be one number"));
    call->announced = (size_t)announced;
    return true;
}

/* The path after the prefix; NULL: it is not there. */
static const char *strip_prefix(const struct http_site *site, const char *url) {
    if (*url != '/')
        return NULL;
    if (!site->prefix)
        return url + 1;
    size_t length = strlen(site->prefix);
    if (strlen(url) < length + 2 || url[length + 1] != '/' ||
        !secret_equal(url + 1, site->prefix, length))
        return NULL;
    return url + length + 2;
}

bool http_match_path(const char *pattern, char *path, const char **word) {
    for (;;) {
        size_t wanted = strcspn(pattern, "/"), length = strcspn(path, "/");
        bool any = wanted == 1 && *pattern == '?', more = pattern[wanted] != '\0';
        if (any ? length == 0 : length != wanted || memcmp(pattern, path, length) != 0)
            return false;
        if (more != (path[length] != '\0'))
            return false;
        if (any) {
            *word++ = path;
            path[length] = '\0';
        }
        if (!more)
            return true;
        pattern += wanted + 1;
        path += length + 1;
    }
}

/* Whether a path may be one of a pattern, by what they begin with: most patterns go by this. */
static bool begins_alike(const char *pattern, const char *path) {
    while (*pattern && *pattern != '?' && *pattern == *path) {
        pattern++;
        path++;
    }
    return *pattern == '?' || *pattern == *path;
}

/* The route; NULL: there is none, and `allowed` has the methods of those with this path. */
static const struct http_route *find_route(const struct http_site *site, struct http_call *call,
                                           const char *path, const char *method,
                                           struct text *allowed) {
    const struct http_route *route = site->routes;
    if (strlen(path) > PATH_BYTES)
        return NULL;
    for (; route->method; route++) {
        if (!begins_alike(route->path, path))
            continue;
        strcpy(call->path, path);
        if (!http_match_path(route->path, call->path, call->request.word))
            continue;
        bool head = !route->stream && strcmp(route->method, "GET") == 0;
        if (strcmp(method, route->method) == 0 || (head && strcmp(method, "HEAD") == 0))
            return route;
        text_addf(allowed, "%s%s%s", allowed->length ? ", " : "", route->method,
                  head ? ", HEAD" : "");
    }
    return NULL;
}

static void refuse_method(struct http_call *call, const char *allowed) {
    http_add_header(&call->request, MHD_HTTP_HEADER_ALLOW, allowed);
    http_call_refuse(call, MHD_HTTP_METHOD_NOT_ALLOWED, _("this method is not allowed here"));
}

/* A whole address says the host itself, and its header counts no more (RFC 9112, section 3.2.2).
 * Returns the path, and the host in `room`; else what was given. */
static const char *take_host(const char *url, const char **host, char room[HOST_BYTES + 1]) {
    if (strncasecmp(url, "http://", 7) != 0 && strncasecmp(url, "https://", 8) != 0)
        return url;
    const char *start = strstr(url, "://") + 3;
    size_t length = strcspn(start, "/");
    snprintf(room, HOST_BYTES + 1, "%.*s", length > HOST_BYTES ? 0 : (int)length, start);
    *host = room;
    return start[length] ? start + length : "/";
}

/* Somebody who has mistyped an address reads a page, a program its JSON. */
static bool is_shown(const struct http_call *call, const struct http_site *site, const char *url) {
    static const char api[] = "/api/";
    const char *accept = header(call->reply.connection, MHD_HTTP_HEADER_ACCEPT);
    return !site->prefix && strncmp(url, api, sizeof api - 1) != 0 && accept &&
           strstr(accept, "text/html");
}

/* Refuses requests of strangers and for unknown routes, before their body is read. */
static void http_call_check(const struct http_site *site, struct http_call *call, const char *url,
                            const char *method) {
    struct MHD_Connection *connection = call->reply.connection;
    char host[HOST_BYTES + 1];
    struct http_headers headers = {.host = header(connection, MHD_HTTP_HEADER_HOST),
                                   .origin = header(connection, MHD_HTTP_HEADER_ORIGIN),
                                   .fetch_site = header(connection, "Sec-Fetch-Site"),
                                   .fetch_mode = header(connection, "Sec-Fetch-Mode")};
    struct text allowed = {0};
    if (!check_length(call))
        return;
    if (headers_called(connection, MHD_HTTP_HEADER_HOST) != 1 || strchr(url, ' ')) {
        http_call_refuse(call, MHD_HTTP_BAD_REQUEST,
                         _("a request has one Host and an address without blanks"));
        return;
    }
    url = take_host(url, &headers.host, host);
    call->reply.shown = is_shown(call, site, url);
    call->foreign =
        !guard_host(&headers, site->origin) || !guard_site(&headers, site->origin, false);
    if (!guard_host(&headers, site->origin)) {
        http_call_refuse(call, MHD_HTTP_MISDIRECTED_REQUEST,
                         _("this server does not have that name"));
        return;
    }
    const char *path = strip_prefix(site, url);
    const struct http_route *route = path ? find_route(site, call, path, method, &allowed) : NULL;
    call->request.route = route;
    /* A link of another site to an address that is not there is only wrong. */
    if (!guard_site(&headers, site->origin, route ? route->page : !site->prefix))
        http_call_refuse(call, MHD_HTTP_FORBIDDEN,
                         _("the request comes from a page of another site"));
    else if (!route && allowed.length)
        refuse_method(call, text_get(&allowed));
    else if (!route)
        http_call_refuse(call, MHD_HTTP_NOT_FOUND, _("there is nothing here"));
    else if (call->announced > route->body_max)
        http_call_refuse(call, MHD_HTTP_CONTENT_TOO_LARGE, _("the body is too large"));
    else
        http_peer_expect(call->reply.peer, HTTP_REQUEST_SECONDS);
    text_free(&allowed);
}

/* ---- what libmicrohttpd calls ---------------------------------------------------------------- */

/* Whether a head leaves no room for that of an answer: libmicrohttpd would hang up without a word.
 * It keeps the head, a copy of the cookies, and an entry for each value. */
static bool is_too_large(const struct http_site *site, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    const char *cookies = header(connection, MHD_HTTP_HEADER_COOKIE);
    int entries = MHD_get_connection_values(
        connection, MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND, NULL, NULL);
    return (info ? info->header_size : 0) + (cookies ? strlen(cookies) : 0) +
               (size_t)entries * ENTRY_BYTES >
           site->head_max;
}

/* Sends 431 by itself: libmicrohttpd has no room for an answer, or gives another one after it. */
static enum MHD_Result refuse_head(const struct http_peer *peer) {
    static const char answer[] = "HTTP/1.1 431 Request Header Fields Too Large\r\n"
                                 "Connection: close\r\nContent-Length: 0\r\n\r\n";
    send(peer->socket, answer, sizeof answer - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(peer->socket, SHUT_WR);
    return MHD_NO;
}

static struct http_peer *peer_of(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* libmicrohttpd hangs up on more arguments than it has room for before anything else is called. */
void *http_call_note(void *context, const char *address, struct MHD_Connection *connection) {
    const struct http_site *site = context;
    struct http_peer *peer = peer_of(connection);
    size_t arguments = 1;
    peer->asked = strlen(address);
    for (const char *c = address; *c; c++)
        arguments += *c == '&';
    if (arguments * ENTRY_BYTES > site->head_max)
        refuse_head(peer);
    return NULL;
}

static struct http_call *http_call_begin(struct http_site *site,
                                         struct MHD_Connection *connection) {
    struct http_call *call = needed(calloc(1, sizeof *call));
    call->begun = clock_us();
    site->requests++;
    call->reply.site = site;
    call->reply.connection = connection;
    call->reply.peer = peer_of(connection);
    call->request.reply = &call->reply;
    return call;
}

/* Has the route answer, now or, if the answer waits for something, later. libmicrohttpd comes back
 * in its next run for an answer that waits for the end of the turn. Only what was put off is
 * suspended: each time that something is resumed, libmicrohttpd looks at all that are suspended,
 * the streams among them. */
static enum MHD_Result handle(struct http_site *site, struct http_call *call) {
    struct http_reply *reply = &call->reply;
    call->request.body = text_get(&call->body);
    call->request.body_length = call->body.length;
    reply->holds = site->holds;
    call->request.route->handle(site->context, &call->request);
    if (!reply->answered && !reply->put_off)
        return MHD_NO;
    reply->suspended = !reply->answered;
    if (reply->suspended)
        MHD_suspend_connection(reply->connection);
    return reply->failed && !reply->holds ? MHD_NO : MHD_YES;
}

enum MHD_Result http_call_receive(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **slot) {
    struct http_site *site = context;
    struct http_call *call = *slot;
    if (!call && is_too_large(site, connection))
        return refuse_head(peer_of(connection));
    if (!call) {
        *slot = call = http_call_begin(site, connection);
        text_printable(call->method, sizeof call->method, method);
        text_printable(call->asked, sizeof call->asked, url);
        call->reply.chunks = strcmp(version, MHD_HTTP_VERSION_1_1) == 0 &&
                             !header(connection, MHD_HTTP_HEADER_CONNECTION);
        if (!http_head_is_plain(connection, method, url, version, call->reply.peer->asked))
            http_call_refuse(call, MHD_HTTP_BAD_REQUEST,
                             _("the head of the request is not plain HTTP"));
        else
            http_call_check(site, call, url, method);
        return call->reply.failed ? MHD_NO : MHD_YES;
    }
    if (*upload_size > 0) {
        if (!call->reply.answered)
            text_add_bytes(&call->body, upload, *upload_size);
        *upload_size = 0;
        return call->body.failed || call->body.length > call->announced ? MHD_NO : MHD_YES;
    }
    if (!call->reply.answered)
        return handle(site, call);
    if (call->reply.failed)
        return MHD_NO;
    return call->reply.response ? http_reply_send(&call->reply) : MHD_YES;
}

void http_call_end(void *context, struct MHD_Connection *connection, void **slot,
                   enum MHD_RequestTerminationCode code) {
    struct http_call *call = *slot;
    (void)context, (void)connection, (void)code;
    if (!call)
        return;
    struct http_site *site = call->reply.site;
    site->requests -= !call->reply.streams;
    site->streams -= call->reply.streams;
    if (site->ended) {
        const struct http_end end = {.method = call->method,
                                     .path = call->asked,
                                     .status = call->reply.answered ? call->reply.status : 0,
                                     .foreign = call->foreign,
                                     .took = clock_us() - call->begun};
        site->ended(site->context, &call->request, &end);
    }
    call->reply.peer->answering = false;
    http_peer_expect(call->reply.peer, HTTP_ANSWER_SECONDS);
    http_reply_clear(&call->reply);
    text_free(&call->body);
    free(call);
    *slot = NULL;
}
