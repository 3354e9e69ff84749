/* bot_http.c - requests to a site and its events, by libcurl. The stream is a transfer of its own,
 * which curl's multi interface drives while the bot waits; a request is another, on the same
 * connection pool. */
#include "config.h"

#include "club/bot/bot_http.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/http/object.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* No site gives a longer answer. */
enum { ANSWER_MAX = 4 << 20, LINE_MAX_BYTES = 1 << 20 };
enum { CONNECT_SECONDS = 20, REQUEST_SECONDS = 60, LOOK_MS = 100 };

struct bot_http {
    char *site;
    const char *authority;
    const atomic_int *stop;
    CURLM *multi;
    CURL *request, *stream; /* stream NULL: none is followed */
    struct curl_slist *headers, *stream_headers;
    char authorization[200];
    char problem[CURL_ERROR_SIZE];
    struct text answer;
    bool too_long;
    int status, retry;
    struct text line; /* of the stream, not ended yet */
    int64_t event;    /* the number of the last event */
};

/* ---- transfers ------------------------------------------------------------------------------- */

static size_t bot_http_take(char *bytes, size_t size, size_t count, void *context) {
    struct bot_http *http = context;
    size_t length = size * count;
    if (http->answer.length + length > ANSWER_MAX) {
        http->too_long = true;
        return 0;
    }
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == '\0')
            bytes[i] = ' ';
    text_add_bytes(&http->answer, bytes, length);
    return http->answer.failed ? 0 : length;
}

static size_t bot_http_take_header(char *bytes, size_t size, size_t count, void *context) {
    static const char name[] = "Retry-After:";
    struct bot_http *http = context;
    size_t length = size * count;
    char value[16];
    if (length > sizeof name && strncasecmp(bytes, name, sizeof name - 1) == 0) {
        snprintf(value, sizeof value, "%.*s", (int)(length - sizeof name + 1),
                 bytes + sizeof name - 1);
        http->retry = atoi(value);
    }
    return length;
}

/* An event ends with an empty line; of it only the number matters. */
static void bot_http_end_line(struct bot_http *http) {
    const char *line = text_get(&http->line);
    if (strncmp(line, "id:", 3) == 0)
        http->event = strtoll(line + 3, NULL, 10);
    text_clear(&http->line);
}

static size_t bot_http_take_events(char *bytes, size_t size, size_t count, void *context) {
    struct bot_http *http = context;
    size_t length = size * count;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == '\n')
            bot_http_end_line(http);
        else if (http->line.length < LINE_MAX_BYTES && bytes[i] != '\0')
            text_add_bytes(&http->line, &bytes[i], 1);
    return http->line.failed ? 0 : length;
}

static int bot_http_progress(void *context, curl_off_t total, curl_off_t now, curl_off_t sending,
                             curl_off_t sent) {
    (void)total, (void)now, (void)sending, (void)sent;
    return atomic_load(((struct bot_http *)context)->stop) != 0;
}

static CURL *bot_http_begin(struct bot_http *http, const char *path) {
    char *address = needed_string("%s/%s", http->site, path);
    CURL *transfer = needed(curl_easy_init());
    curl_easy_setopt(transfer, CURLOPT_URL, address);
    curl_easy_setopt(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(transfer, CURLOPT_USERAGENT, PACKAGE_NAME "/" PACKAGE_VERSION);
    curl_easy_setopt(transfer, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(transfer, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(transfer, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, http->problem);
    curl_easy_setopt(transfer, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(transfer, CURLOPT_XFERINFOFUNCTION, bot_http_progress);
    curl_easy_setopt(transfer, CURLOPT_XFERINFODATA, http);
    if (http->authority)
        curl_easy_setopt(transfer, CURLOPT_CAINFO, http->authority);
    free(address);
    return transfer;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* What cannot be mended by waiting. */
static bool bot_http_is_final(CURLcode code) {
    return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
           code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL;
}

static enum bot_answer bot_http_judge(struct bot_http *http, CURLcode code,
                                      struct json_object **answer, struct error *error) {
    if (atomic_load(http->stop))
        return BOT_STOPPED;
    if (http->too_long || code == CURLE_OK)
        http->problem[0] = '\0';
    if (code != CURLE_OK && !http->too_long) {
        error_set(error, _("cannot reach %s: %s"), http->site,
                  *http->problem ? http->problem : curl_easy_strerror(code));
        return bot_http_is_final(code) ? BOT_NEVER : BOT_AWAY;
    }
    struct json_object *found = object_read(text_get(&http->answer));
    if (http->status == 204 || (http->status >= 200 && http->status < 300 && found)) {
        *answer = found;
        return BOT_DONE;
    }
    char text[ERROR_SIZE / 2];
    text_printable(text, sizeof text, object_text(found, "error"));
    object_free(found);
    if (http->status == 429 || http->status >= 500) {
        error_set(error, _("%s is busy (%d) %s"), http->site, http->status, text);
        return BOT_AWAY;
    }
    if (*text) {
        error_set(error, "%s", text);
        return BOT_REFUSED;
    }
    error_set(error, _("%s is not a site of a club: its answer (%d) is not understood"), http->site,
              http->status);
    return BOT_NEVER;
}

enum bot_answer bot_http_ask(struct bot_http *http, const char *path, const char *body,
                             struct json_object **answer, struct error *error) {
    long status = 0;
    struct json_object *found = NULL;
    curl_easy_cleanup(http->request);
    http->request = bot_http_begin(http, path);
    text_clear(&http->answer);
    http->too_long = false;
    http->retry = http->status = 0;
    http->problem[0] = '\0';
    curl_easy_setopt(http->request, CURLOPT_TIMEOUT, (long)REQUEST_SECONDS);
    curl_easy_setopt(http->request, CURLOPT_WRITEFUNCTION, bot_http_take);
    curl_easy_setopt(http->request, CURLOPT_WRITEDATA, http);
    curl_easy_setopt(http->request, CURLOPT_HEADERFUNCTION, bot_http_take_header);
    curl_easy_setopt(http->request, CURLOPT_HEADERDATA, http);
    curl_easy_setopt(http->request, CURLOPT_HTTPHEADER, http->headers);
    if (body)
        curl_easy_setopt(http->request, CURLOPT_POSTFIELDS, body);
    CURLcode code = curl_easy_perform(http->request);
    curl_easy_getinfo(http->request, CURLINFO_RESPONSE_CODE, &status);
    http->status = (int)status;
    enum bot_answer done = bot_http_judge(http, code, &found, error);
    if (answer)
        *answer = found;
    else
        object_free(found);
    return done;
}

int bot_http_status(const struct bot_http *http) {
    return http->status;
}

int bot_http_retry(const struct bot_http *http) {
    return http->retry;
}

/* ---- events ---------------------------------------------------------------------------------- */

void bot_http_leave(struct bot_http *http) {
    if (!http->stream)
        return;
    curl_multi_remove_handle(http->multi, http->stream);
    curl_easy_cleanup(http->stream);
    http->stream = NULL;
    text_clear(&http->line);
}

void bot_http_follow(struct bot_http *http, const char *path) {
    bot_http_leave(http);
    http->event = 0;
    http->stream = bot_http_begin(http, path);
    curl_easy_setopt(http->stream, CURLOPT_WRITEFUNCTION, bot_http_take_events);
    curl_easy_setopt(http->stream, CURLOPT_WRITEDATA, http);
    curl_easy_setopt(http->stream, CURLOPT_HTTPHEADER, http->stream_headers);
    curl_multi_add_handle(http->multi, http->stream);
}

int64_t bot_http_event(const struct bot_http *http) {
    return http->event;
}

enum bot_answer bot_http_wait(struct bot_http *http, int64_t after, int64_t until, bool *news) {
    int running = 0;
    *news = false;
    for (;;) {
        if (atomic_load(http->stop))
            return BOT_STOPPED;
        if (!http->stream || curl_multi_perform(http->multi, &running) != CURLM_OK)
            return BOT_AWAY;
        *news = http->event > after;
        if (*news || clock_us() >= until)
            return BOT_DONE;
        if (running == 0)
            return BOT_AWAY;
        curl_multi_poll(http->multi, NULL, 0, LOOK_MS, NULL);
    }
}

/* ---- begin and end --------------------------------------------------------------------------- */

void bot_http_set_key(struct bot_http *http, const char *key) {
    snprintf(http->authorization, sizeof http->authorization, "Authorization: Bearer %s", key);
    curl_slist_free_all(http->headers);
    curl_slist_free_all(http->stream_headers);
    http->headers = curl_slist_append(NULL, "Content-Type: application/json");
    http->stream_headers = curl_slist_append(NULL, "Accept: text/event-stream");
    if (*key) {
        http->headers = curl_slist_append(http->headers, http->authorization);
        http->stream_headers = curl_slist_append(http->stream_headers, http->authorization);
    }
}

struct bot_http *bot_http_new(const char *site, const char *authority, const atomic_int *stop) {
    struct bot_http *http = needed(calloc(1, sizeof *http));
    http->site = needed(strdup(site));
    http->authority = authority;
    http->stop = stop;
    http->multi = needed(curl_multi_init());
    bot_http_set_key(http, "");
    return http;
}

void bot_http_free(struct bot_http *http) {
    if (!http)
        return;
    bot_http_leave(http);
    curl_easy_cleanup(http->request);
    curl_slist_free_all(http->headers);
    curl_slist_free_all(http->stream_headers);
    curl_multi_cleanup(http->multi);
    text_free(&http->answer);
    text_free(&http->line);
    free(http->site);
    free(http);
}
