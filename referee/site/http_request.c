/* http_request.c - see http_request.h. */
#include "config.h"

#include "referee/site/http_request.h"

#include "base/json.h"
#include "base/language.h"
#include "referee/site/http_peer.h"

#include <stdlib.h>
#include <string.h>

enum { STREAM_BLOCK = 16384 };

/* What answers may do in a browser unless they are a page of ours: nothing. */
#define POLICY_NOTHING "default-src 'none'; frame-ancestors 'none'"

static const char *header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void send_response(struct http_reply *reply, int status, struct MHD_Response *response) {
    reply->answered = true;
    if (reply->peer)
        reply->peer->answering = true;
    reply->failed = !response;
    if (!response)
        return;
    if (reply->refused)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "X-Frame-Options", "DENY");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    if (MHD_queue_response(reply->connection, (unsigned)status, response) != MHD_YES)
        reply->failed = true;
    MHD_destroy_response(response);
    if (reply->peer && !reply->peer->stream)
        http_peer_expect(reply->peer, HTTP_ANSWER_SECONDS);
}

static void add_type(struct MHD_Response *response, const char *type, const char *policy) {
    if (!response)
        return;
    if (type)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
}

void http_answer(struct http_request *request, int status, const char *type, const char *bytes,
                 size_t length) {
    char *copy = length ? malloc(length) : NULL;
    if (copy)
        memcpy(copy, bytes, length);
    struct MHD_Response *response =
        length && !copy ? NULL
                        : MHD_create_response_from_buffer(
                              length, copy, copy ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    add_type(response, type, POLICY_NOTHING);
    send_response(request->reply, status, response);
}

void http_answer_page(struct http_request *request, const char *policy, const char *bytes,
                      size_t length) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
    add_type(response, "text/html; charset=utf-8", policy);
    send_response(request->reply, MHD_HTTP_OK, response);
}

void http_answer_error(struct http_request *request, int status, const char *text) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "error", text);
    json_close(&json, '}');
    http_answer(request, status, "application/json", text_get(&json.text), json.text.length);
    text_free(&json.text);
}

void http_answer_method(struct http_request *request, const char *allowed) {
    static const char text[] = "{\"error\":\"405\"}";
    struct MHD_Response *response = MHD_create_response_from_buffer(
        sizeof text - 1, (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);
    add_type(response, "application/json", POLICY_NOTHING);
    if (response)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, allowed);
    send_response(request->reply, MHD_HTTP_METHOD_NOT_ALLOWED, response);
}

/* ---- streams --------------------------------------------------------------------------------- */

static void wake_reader(struct event_reader *reader) {
    http_stream_wake((struct http_stream *)reader);
}

static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t size) {
    struct http_stream *stream = context;
    static const char beat[] = ":\n\n";
    int64_t now = clock_us();
    (void)position;
    size_t got = stream->left ? 0 : event_reader_take(&stream->reader, bytes, size);
    if (got == 0 && (stream->left || event_reader_is_done(&stream->reader)))
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (got == 0 && now >= stream->beat && size >= sizeof beat - 1 && stream->reader.offset == 0) {
        got = sizeof beat - 1;
        memcpy(bytes, beat, got);
    }
    if (got > 0) {
        stream->beat = now + HTTP_BEAT_SECONDS * INT64_C(1000000);
        return (ssize_t)got;
    }
    stream->suspended = true;
    MHD_suspend_connection(stream->connection);
    return 0;
}

static void free_stream(void *context) {
    struct http_stream *stream = context;
    event_reader_close(&stream->reader);
    if (stream->peer)
        stream->peer->stream = NULL;
    free(stream);
}

int64_t http_number(const char *text) {
    if (!text || !*text || strlen(text) > 18 || text[strspn(text, "0123456789")])
        return -1;
    return strtoll(text, NULL, 10);
}

int64_t http_argument(const struct http_request *request, const char *name) {
    return http_number(
        MHD_lookup_connection_value(request->reply->connection, MHD_GET_ARGUMENT_KIND, name));
}

void http_answer_events(struct http_request *request, struct event_log *log) {
    struct http_reply *reply = request->reply;
    int64_t last = http_number(header(reply->connection, "Last-Event-ID"));
    if (last < 0)
        last = http_argument(request, "after");
    struct http_stream *stream = calloc(1, sizeof *stream);
    if (!stream || !reply->peer || reply->peer->stream) {
        free(stream);
        http_answer_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, _("out of memory"));
        return;
    }
    stream->connection = reply->connection;
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
        http_peer_expect(reply->peer, 0);
        MHD_add_response_header(response, "X-Accel-Buffering", "no");
    } else {
        free_stream(stream);
    }
    add_type(response, "text/event-stream", POLICY_NOTHING);
    send_response(reply, MHD_HTTP_OK, response);
}
