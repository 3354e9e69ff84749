/* http_request.c - what was sent, and answers. A header, a cookie or an argument that is there
 * twice counts as missing: two readers could take different ones. An answer that lacks one of its
 * headers, for want of memory, is not sent, since what guards a page is among them.
 *
 * Where a turn has to be committed first, answers are held in a list until http_site_release()
 * lets them go, or 503 instead.
 */
#include "config.h"

#include "club/http/http_request.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/http/address.h"
#include "club/http/http_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { STREAM_BLOCK = 16384, HTTP_VERSION_BYTES = 64 };

/* The policy for all answers except our pages: they may do nothing in a browser. */
#define POLICY_NOTHING "default-src 'none'; frame-ancestors 'none'"

/* ---- what was sent --------------------------------------------------------------------------- */

static enum MHD_Result find_value(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value) {
    struct http_found *found = context;
    bool same = kind == MHD_HEADER_KIND ? strcasecmp(name, found->name) == 0
                                        : strcmp(name, found->name) == 0;
    found->count += same;
    if (same)
        found->value = value;
    return MHD_YES;
}

struct http_found http_find(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                            const char *name) {
    struct http_found found = {.name = name};
    MHD_get_connection_values(connection, kind, find_value, &found);
    return found;
}

static const char *find_one(const struct http_request *request, enum MHD_ValueKind kind,
                            const char *name) {
    struct http_found found = http_find(request->reply->connection, kind, name);
    return found.count == 1 ? found.value : NULL;
}

struct address http_peer_address(const struct http_request *request) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->reply->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return address_of(info ? info->client_addr : NULL);
}

const char *http_header(const struct http_request *request, const char *name) {
    return find_one(request, MHD_HEADER_KIND, name);
}

const char *http_last_header(const struct http_request *request, const char *name) {
    return http_find(request->reply->connection, MHD_HEADER_KIND, name).value;
}

const char *http_cookie(const struct http_request *request, const char *name) {
    return find_one(request, MHD_COOKIE_KIND, name);
}

int64_t http_number(const char *text) {
    if (!text || !*text || strlen(text) > 18 || text[strspn(text, "0123456789")])
        return -1;
    return strtoll(text, NULL, 10);
}

int64_t http_argument(const struct http_request *request, const char *name) {
    return http_number(find_one(request, MHD_GET_ARGUMENT_KIND, name));
}

bool http_argument_check(struct http_request *request, const char *name) {
    struct http_found found = http_find(request->reply->connection, MHD_GET_ARGUMENT_KIND, name);
    struct error error;
    if (found.count == 0 || (found.count == 1 && http_number(found.value) >= 0))
        return true;
    error_set(&error, _("?%s= needs one whole number of 0 or more"), name);
    return http_answer_error(request, MHD_HTTP_BAD_REQUEST, error.text);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool http_decode(const char *from, char blank, char *text, size_t size) {
    size_t length = 0;
    for (; *from; from++) {
        int c = *from == blank ? ' ' : (unsigned char)*from;
        if (c == '%') {
            int high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
            c = low < 0 ? 0 : high << 4 | low;
            from += 2;
        }
        if (c < ' ' || c == '\x7f' || length + 1 >= size)
            return false;
        text[length++] = (char)c;
    }
    text[length] = '\0';
    return text_is_utf8(text);
}

bool http_argument_text(const struct http_request *request, const char *name, char *text,
                        size_t size) {
    struct http_found found = http_find(request->reply->connection, MHD_GET_ARGUMENT_KIND, name);
    *text = '\0';
    return found.count == 0 ||
           (found.count == 1 && http_decode(found.value ? found.value : "", '+', text, size));
}

/* ---- answers --------------------------------------------------------------------------------- */

void http_add_header(struct http_request *request, const char *name, const char *value) {
    struct http_reply *reply = request->reply;
    if (reply->extras == HTTP_EXTRA_MAX)
        return;
    reply->extra[reply->extras].name = needed(strdup(name));
    reply->extra[reply->extras++].value = needed(strdup(value));
}

/* An answer without one of its headers is not sent: what guards a page is among them. */
static void http_request_add(struct http_reply *reply, struct MHD_Response *response,
                             const char *name, const char *value) {
    if (MHD_add_response_header(response, name, value) != MHD_YES)
        reply->failed = true;
}

static void http_reply_add_headers(struct http_reply *reply) {
    struct MHD_Response *response = reply->response;
    if (reply->type)
        http_request_add(reply, response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
    http_request_add(reply, response, "Content-Security-Policy", reply->policy);
    if (reply->refused || reply->site->ends)
        http_request_add(reply, response, MHD_HTTP_HEADER_CONNECTION, "close");
    http_request_add(reply, response, "X-Content-Type-Options", "nosniff");
    http_request_add(reply, response, "X-Frame-Options", "DENY");
    http_request_add(reply, response, "Referrer-Policy", "no-referrer");
    http_request_add(reply, response, "Cross-Origin-Opener-Policy", "same-origin");
    http_request_add(reply, response, "Cross-Origin-Resource-Policy", "same-origin");
    http_request_add(reply, response, MHD_HTTP_HEADER_CACHE_CONTROL,
                     reply->caches ? reply->caches : "no-store");
    if (reply->site->origin && strncmp(reply->site->origin, "https://", 8) == 0)
        http_request_add(reply, response, "Strict-Transport-Security", "max-age=31536000");
    for (int i = 0; i < reply->extras; i++)
        http_request_add(reply, response, reply->extra[i].name, reply->extra[i].value);
}

/* Headers are added only now, and freed as soon as they are sent: many answers wait for the end of
 * a turn, and libmicrohttpd keeps each header in three pieces of memory. */
enum MHD_Result http_reply_send(struct http_reply *reply) {
    http_reply_add_headers(reply);
    enum MHD_Result done =
        reply->failed
            ? MHD_NO
            : MHD_queue_response(reply->connection, (unsigned)reply->status, reply->response);
    MHD_destroy_response(reply->response);
    reply->response = NULL;
    if (!reply->peer->stream)
        http_peer_expect(reply->peer, HTTP_ANSWER_SECONDS);
    return done;
}

void http_reply_clear(struct http_reply *reply) {
    for (; reply->extras > 0; reply->extras--) {
        free(reply->extra[reply->extras - 1].name);
        free(reply->extra[reply->extras - 1].value);
    }
    if (reply->response)
        MHD_destroy_response(reply->response);
    reply->response = NULL;
    reply->caches = NULL;
}

/* Type and policy outlive the answer; no type: none is said. */
static void send_response(struct http_reply *reply, int status, struct MHD_Response *response,
                          const char *type, const char *policy) {
    bool again = reply->answered;
    reply->type = type;
    reply->policy = policy;
    reply->answered = true;
    reply->status = status;
    reply->response = response;
    reply->peer->answering = true;
    if (!response)
        reply->failed = true;
    if (reply->holds && !again) {
        /* http_site_release() lets it go. */
        reply->next = reply->site->held;
        reply->site->held = reply;
    }
    if (!reply->holds && !reply->failed && http_reply_send(reply) != MHD_YES)
        reply->failed = true;
}

/* Answers with bytes that it frees; NULL: there was no memory for them, unless there are none. */
static void answer_bytes(struct http_request *request, int status, const char *type,
                         const char *policy, char *bytes, size_t length) {
    struct MHD_Response *response =
        length && !bytes
            ? NULL
            : MHD_create_response_from_buffer(
                  length, bytes, bytes ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    if (!response)
        free(bytes); /* they belong to a response only */
    send_response(request->reply, status, response, type, policy);
}

void http_answer(struct http_request *request, int status, const char *type, const char *bytes,
                 size_t length) {
    char *copy = length ? malloc(length) : NULL;
    if (copy)
        memcpy(copy, bytes, length);
    answer_bytes(request, status, type, POLICY_NOTHING, copy, length);
}

void http_answer_text(struct http_request *request, int status, const char *type,
                      struct text *text) {
    const struct text answer = *text;
    *text = (struct text){0};
    if (!answer.failed) {
        answer_bytes(request, status, type, POLICY_NOTHING, answer.bytes, answer.length);
        return;
    }
    free(answer.bytes);
    http_answer_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, _("out of memory"));
}

/* Whether a list of versions that a client has names one, by weak comparison (RFC 9110, section
 * 13.1.2): a proxy that compresses makes W/"..." of "...". */
static bool list_has(const char *list, const char *version) {
    size_t length = strlen(version);
    for (;;) {
        list += strspn(list, " \t,");
        if (*list == '*')
            return true;
        list += strncmp(list, "W/", 2) == 0 ? 2 : 0;
        if (strncmp(list, version, length) == 0)
            return true;
        const char *end = *list == '"' ? strchr(list + 1, '"') : NULL;
        if (!end)
            return false;
        list = end + 1;
    }
}

bool http_has_version(const struct http_request *request, const char *version) {
    const char *had = http_header(request, MHD_HTTP_HEADER_IF_NONE_MATCH);
    return had && list_has(had, version);
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *const codings[HTTP_CODINGS] = {
    [HTTP_PLAIN] = "identity", [HTTP_GZIP] = "gzip", [HTTP_BROTLI] = "br"};

/* The plain form goes to whoever likes none: one that says nothing has to be sent what can be read
 * as it is. */
static enum http_coding choose_coding(const struct http_request *request,
                                      const struct http_file *file) {
    const char *accept = http_header(request, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    enum http_coding best = HTTP_PLAIN;
    int most = accept_weight(accept, codings[HTTP_PLAIN], 1);
    for (int coding = HTTP_GZIP; coding < HTTP_CODINGS; coding++) {
        int weight = file->form[coding].bytes ? accept_weight(accept, codings[coding], 0) : 0;
        if (weight > 0 && weight >= most) {
            best = (enum http_coding)coding;
            most = weight;
        }
    }
    return best;
}

void http_answer_file(struct http_request *request, const struct http_file *file) {
    enum http_coding coding = choose_coding(request, file);
    char version[HTTP_VERSION_BYTES];
    snprintf(version, sizeof version, "\"%.32s-%s\"", file->version ? file->version : "",
             codings[coding]);
    bool same = file->version && file->status == MHD_HTTP_OK && http_has_version(request, version);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        same ? 0 : file->form[coding].length, (void *)(uintptr_t)file->form[coding].bytes,
        file->pass ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT);
    if (file->version) {
        request->reply->caches = file->stays
                                     ? "public, max-age=31536000, immutable"
                                     : "no-cache"; /* it may be kept, if it is asked for again */
        http_add_header(request, MHD_HTTP_HEADER_ETAG, version);
    }
    if (file->form[HTTP_GZIP].bytes || file->form[HTTP_BROTLI].bytes)
        http_add_header(request, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (coding != HTTP_PLAIN && !same)
        http_add_header(request, MHD_HTTP_HEADER_CONTENT_ENCODING, codings[coding]);
    send_response(request->reply, same ? MHD_HTTP_NOT_MODIFIED : file->status, response, file->type,
                  file->policy);
}

void http_answer_kept(struct http_request *request, const char *type, const char *version,
                      int seconds, const char *bytes, size_t length) {
    bool same = http_has_version(request, version);
    snprintf(request->reply->kept, sizeof request->reply->kept, "public, max-age=%d", seconds);
    request->reply->caches = request->reply->kept;
    http_add_header(request, MHD_HTTP_HEADER_ETAG, version);
    http_answer(request, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, type, bytes,
                same ? 0 : length);
}

/* ---- refusals -------------------------------------------------------------------------------- */

const char *http_code(int status) {
    static const struct {
        int status;
        const char *code;
    } codes[] = {{MHD_HTTP_BAD_REQUEST, "invalid"},
                 {MHD_HTTP_UNAUTHORIZED, "sign-in"},
                 {MHD_HTTP_FORBIDDEN, "forbidden"},
                 {MHD_HTTP_NOT_FOUND, "unknown"},
                 {MHD_HTTP_METHOD_NOT_ALLOWED, "method"},
                 {MHD_HTTP_CONFLICT, "conflict"},
                 {MHD_HTTP_GONE, "gone"},
                 {MHD_HTTP_CONTENT_TOO_LARGE, "size"},
                 {MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "type"},
                 {MHD_HTTP_MISDIRECTED_REQUEST, "host"},
                 {MHD_HTTP_TOO_MANY_REQUESTS, "limit"}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].status == status)
            return codes[i].code;
    return "failed";
}

static void answer_error_page(struct http_request *request, int status) {
    struct text page = {0};
    error_page_write(status, http_header(request, MHD_HTTP_HEADER_ACCEPT_LANGUAGE), &page);
    if (page.failed)
        text_free(&page); /* the answer is empty then */
    answer_bytes(request, status, "text/html; charset=utf-8", ERROR_PAGE_POLICY, page.bytes,
                 page.length);
}

void http_refuse(struct http_request *request, int status, const char *code, const char *text) {
    if (request->reply->shown) {
        answer_error_page(request, status);
        return;
    }
    struct json json = json_new_object();
    json_string(&json, "error", text);
    json_string(&json, "code", code);
    json_close(&json, '}');
    answer_bytes(request, status, "application/json", POLICY_NOTHING, json.text.bytes,
                 json.text.length);
}

bool http_answer_error(struct http_request *request, int status, const char *text) {
    http_refuse(request, status, http_code(status), text);
    return false;
}

void http_put_off(struct http_request *request) {
    request->reply->put_off = request->reply->holds = true;
}

void http_site_release(struct http_site *site, bool good) {
    while (site->held) {
        struct http_reply *reply = site->held;
        site->held = reply->next;
        if (!good) {
            struct http_request request = {.reply = reply};
            http_reply_clear(reply);
            http_answer_error(&request, MHD_HTTP_SERVICE_UNAVAILABLE,
                              _("the server cannot do this now: try again later"));
        }
        if (reply->suspended)
            MHD_resume_connection(reply->connection);
    }
}

/* ---- streams --------------------------------------------------------------------------------- */

static void http_stream_join(struct http_stream *stream) {
    struct http_site *site = stream->site;
    if (stream->due)
        return;
    stream->due = true;
    stream->due_before = site->due_last;
    stream->due_after = NULL;
    *(site->due_last ? &site->due_last->due_after : &site->due_first) = stream;
    site->due_last = stream;
}

static void http_stream_leave(struct http_stream *stream) {
    struct http_site *site = stream->site;
    if (!stream->due)
        return;
    stream->due = false;
    *(stream->due_before ? &stream->due_before->due_after : &site->due_first) = stream->due_after;
    *(stream->due_after ? &stream->due_after->due_before : &site->due_last) = stream->due_before;
}

static void wake_reader(struct event_reader *reader) {
    http_stream_join((struct http_stream *)reader);
}

/* Whether a chunk of the body may go straight into the socket: its form is known, and
 * libmicrohttpd, which has sent all of a stream that is suspended, is not in the middle of an
 * event. */
static bool http_stream_is_direct(const struct http_stream *stream) {
    return stream->chunked && stream->suspended && stream->peer && !stream->left &&
           stream->reader.offset == 0;
}

/* Sends a chunk; false: there was no room for any of it. What is cut in two cannot be mended: the
 * browser comes back. */
static bool http_stream_send(const struct http_stream *stream, const char *chunk, size_t length) {
    ssize_t sent = send(stream->peer->socket, chunk, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0 && (size_t)sent < length)
        shutdown(stream->peer->socket, SHUT_RDWR);
    return sent > 0;
}

/* If there is no room, what is there has not been read yet, and is a sign itself. */
void http_stream_beat(struct http_stream *stream, int64_t now) {
    static const char chunk[] = "3\r\n:\n\n\r\n";
    if (!http_stream_is_direct(stream)) {
        http_stream_wake(stream);
        return;
    }
    http_stream_send(stream, chunk, sizeof chunk - 1);
    http_stream_expect_beat(stream, stream->site, now);
}

/* Sends a stream its events. Few go straight into the socket, because each time that something is
 * resumed libmicrohttpd looks at all that are suspended; it gets what is long, what finds no room,
 * and the end. */
static void http_stream_give(struct http_stream *stream, int64_t now) {
    enum { HEAD = 6, PIECE = 4096, TAIL = 2 };
    char head[HEAD + 1], chunk[HEAD + PIECE + TAIL];
    struct event_reader *reader = &stream->reader;
    const int64_t next = reader->next;
    const bool lost = reader->lost;
    if (!http_stream_is_direct(stream)) {
        http_stream_wake(stream);
        return;
    }
    size_t got = event_reader_take(reader, chunk + HEAD, PIECE);
    if (got == 0 && !event_reader_is_done(reader))
        return;
    snprintf(head, sizeof head, "%04x\r\n", (unsigned)got & 0xffff);
    memcpy(chunk, head, HEAD);
    memcpy(chunk + HEAD + got, "\r\n", TAIL);
    if (got == 0 || got == PIECE || !http_stream_send(stream, chunk, HEAD + got + TAIL)) {
        reader->next = next;
        reader->offset = 0;
        reader->lost = lost;
        http_stream_wake(stream);
        return;
    }
    reader->waits = true;
    http_stream_expect_beat(stream, stream->site, now);
    if (event_reader_is_done(reader))
        http_stream_wake(stream);
}

void http_site_stream(struct http_site *site, int64_t now) {
    for (int i = 0; i < HTTP_STREAMS_TURN && site->due_first; i++) {
        struct http_stream *stream = site->due_first;
        http_stream_leave(stream);
        http_stream_give(stream, now);
    }
}

static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t size) {
    struct http_stream *stream = context;
    static const char beat[] = ":\n\n";
    int64_t now = clock_us();
    (void)position;
    static const char retry[] = "retry: 1000\n\n";
    if (stream->left && stream->retry && stream->reader.offset == 0 && size >= sizeof retry - 1) {
        stream->retry = false;
        memcpy(bytes, retry, sizeof retry - 1);
        return sizeof retry - 1;
    }
    size_t got = stream->left ? 0 : event_reader_take(&stream->reader, bytes, size);
    if (got == 0 && (stream->left || event_reader_is_done(&stream->reader)))
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (got == 0 && now >= stream->beat && size >= sizeof beat - 1 && stream->reader.offset == 0) {
        got = sizeof beat - 1;
        memcpy(bytes, beat, got);
    }
    if (got > 0) {
        http_stream_expect_beat(stream, stream->site, now);
        return (ssize_t)got;
    }
    stream->suspended = true;
    MHD_suspend_connection(stream->connection);
    return 0;
}

static void free_stream(void *context) {
    struct http_stream *stream = context;
    event_reader_close(&stream->reader);
    http_stream_leave(stream);
    if (stream->peer)
        stream->peer->stream = NULL;
    free(stream);
}

void http_answer_events(struct http_request *request, struct event_log *log) {
    struct http_reply *reply = request->reply;
    if (!http_argument_check(request, "after"))
        return;
    int64_t last = http_number(http_header(request, "Last-Event-ID"));
    if (last < 0)
        last = http_argument(request, "after");
    struct http_stream *stream = needed(calloc(1, sizeof *stream));
    stream->connection = reply->connection;
    stream->site = reply->site;
    stream->chunked = reply->chunks && !reply->site->ends;
    stream->reader.wake = wake_reader;
    event_reader_open(&stream->reader, log, last < 0 ? 0 : last);
    if (event_reader_is_done(&stream->reader)) {
        free_stream(stream);
        http_answer(request, MHD_HTTP_NO_CONTENT, NULL, "", 0);
        return;
    }
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, stream, free_stream);
    if (response) {
        stream->peer = reply->peer;
        reply->peer->stream = stream;
        reply->streams = true;
        reply->site->streams++;
        reply->site->requests--;
        http_peer_expect(reply->peer, 0);
        http_request_add(reply, response, "X-Accel-Buffering", "no");
    } else {
        free_stream(stream);
    }
    send_response(reply, MHD_HTTP_OK, response, "text/event-stream", POLICY_NOTHING);
}
