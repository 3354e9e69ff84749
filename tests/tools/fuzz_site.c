/* fuzz_site.c - libFuzzer: the site on a socket of this machine, and whatever may be sent to it.
 *
 * An input is a sequence of requests. Most are built from the tables of the routes: each with its
 * path, members of its body that are right or wrong, keys of people who are there or not, ids that
 * were answered before; so that games are begun, played and resigned. Other requests are bytes of
 * the input as they come. An input that begins with a letter is sent as it is, with the names in
 * braces replaced: {HOST}, {KEY}, {GAME}. The seeds are such inputs.
 *
 * Whatever came, an answer must be HTTP/1.1 with a status that SITE.md knows, never 500, its length
 * as it was announced, security headers on everything that a route or its refusal wrote, JSON where
 * it says so, and no word about paths and statements. The server runs in a thread of this program
 * with a club in memory, which is made again now and then.
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "club/site/frame/site_options.h"
#include "club/site/frame/site_part.h"
#include "club/site/site.h"
#include "tests/tools/fuzz_path.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    PEOPLE = 3,
    KEY_DIGITS = 64,
    INPUTS_A_CLUB = 4000,
    REQUESTS_MAX = 40, /* of an input */
    ANSWER_MS = 20000,
    WHOLE_MS = 3, /* to wait for an answer to bytes that may be no whole request */
    ANSWER_BYTES = 1 << 20
};

/* ---- instead of Argon2id, which is slow on purpose --------------------------------------------*/

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const text,
                      unsigned long long length, unsigned long long steps, size_t memory) {
    (void)steps;
    (void)memory;
    snprintf(out, crypto_pwhash_STRBYTES, "$fuzz$%.*s", (int)length, text);
    return 0;
}

int crypto_pwhash_str_verify(const char hash[crypto_pwhash_STRBYTES], const char *const text,
                             unsigned long long length) {
    char mine[crypto_pwhash_STRBYTES];
    snprintf(mine, sizeof mine, "$fuzz$%.*s", (int)length, text);
    return strcmp(mine, hash) == 0 ? 0 : -1;
}

/* ---- the server ------------------------------------------------------------------------------ */

static struct {
    pthread_t thread;
    atomic_int stop;
    struct site_options options;
    char folder[FUZZ_PATH_SIZE], page[96], host[32];
    int port, link; /* link: a connection; -1: none */
    char key[PEOPLE][KEY_DIGITS + 1], recovery[PEOPLE][64];
    char game[33];            /* the last game that an answer named; "": none */
    int before, half;         /* how that game stood */
    const struct text *asked; /* the request */
    long long requests;       /* all of them */
    long long again;          /* those that were sent twice */
    const char *silence;      /* why the last request had no answer */
    int64_t begun;            /* when the last request was sent */
    int said; /* standard error, which libFuzzer may close: the server writes there, too */
} fuzz = {.link = -1};

static void fail(const char *what, const char *detail) {
    dprintf(fuzz.said, "fuzz_site: %s: %.2000s\n", what, detail);
    abort();
}

static void *serve(void *nothing) {
    struct error error = {.text = ""};
    if (!site_serve(&fuzz.options, &fuzz.stop, &error) && !atomic_load(&fuzz.stop))
        fail("the site does not begin", error.text);
    return nothing;
}

static void write_page(void) {
    FILE *file = fopen(fuzz.page, "w");
    if (!file)
        fail("no page", fuzz.page);
    fputs("<!DOCTYPE html>\n<html><head><meta http-equiv=\"Content-Security-Policy\" content=\""
          "default-src 'none'; connect-src 'self'\"></head><body></body></html>\n",
          file);
    fclose(file);
}

/* Whether the connection is made after all, if SIGALRM, libFuzzer's clock, interrupted connect().
 */
static bool has_connected(void) {
    struct pollfd polls = {.fd = fuzz.link, .events = POLLOUT};
    int reason = 0, ready;
    socklen_t length = sizeof reason;
    while ((ready = poll(&polls, 1, ANSWER_MS)) < 0 && errno == EINTR)
        ;
    return ready == 1 && getsockopt(fuzz.link, SOL_SOCKET, SO_ERROR, &reason, &length) == 0 &&
           reason == 0;
}

static bool connect_link(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)fuzz.port)};
    struct linger linger = {.l_onoff = 1}; /* closed sockets would wait, until no port is left */
    int yes = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    fuzz.link = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fuzz.link, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    setsockopt(fuzz.link, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fuzz.link, (const struct sockaddr *)&address, sizeof address) == 0 ||
        (errno == EINTR && has_connected()))
        return true;
    close(fuzz.link);
    fuzz.link = -1;
    return false;
}

static void hang_up(void) {
    if (fuzz.link >= 0)
        close(fuzz.link);
    fuzz.link = -1;
}

/* A port that is free now. */
static int find_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bind(fd, (const struct sockaddr *)&address, sizeof address);
    getsockname(fd, (struct sockaddr *)&address, &length);
    close(fd);
    return ntohs(address.sin_port);
}

/* ---- answers --------------------------------------------------------------------------------- */

struct answer {
    int status;
    bool stream, closes, head_only;
    const char *body; /* within `text` */
    struct text text;
};

static const char *find_header(const char *head, const char *name) {
    size_t length = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':')
            return line + length + 1 + strspn(line + length + 1, " ");
    }
    return NULL;
}

static void check_status(int status, const char *text) {
    static const int known[] = {200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 410,
                                411, 413, 414, 415, 421, 429, 431, 501, 503, 505};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (status == known[i])
            return;
    fail("an unknown status", text);
}

/* Whether the request has a word. An answer may repeat a word of its request, with '.' for what
 * cannot be printed. */
static bool was_asked(const char *word) {
    const struct text *asked = fuzz.asked;
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= asked->length; i++) {
        size_t same = 0;
        while (same < length && (asked->bytes[i + same] == word[same] ||
                                 (word[same] == '.' &&
                                  (asked->bytes[i + same] < ' ' || asked->bytes[i + same] > '~'))))
            same++;
        if (same == length)
            return true;
    }
    return false;
}

static void check_body(const struct answer *answer, const char *type) {
    static const char *const secret[] = {"/dev/shm", "/tmp/",   "/usr/",  "club.db",
                                         "SQLITE",   "SELECT ", "INSERT "};
    if (answer->head_only || answer->stream)
        return;
    if (answer->status != 204 && !*answer->body && type && strncmp(type, "image/", 6) != 0)
        fail("an empty body", answer->text.bytes);
    if (strncmp(type ? type : "", "application/json", 16) == 0) {
        struct json_object *json = json_tokener_parse(answer->body), *word;
        if (!json_object_is_type(json, json_type_object))
            fail("no JSON object", answer->text.bytes);
        if (answer->status >= 400 &&
            (!json_object_object_get_ex(json, "error", &word) || !*json_object_get_string(word)))
            fail("no sentence about the error", answer->text.bytes);
        json_object_put(json);
    }
    for (size_t i = 0; answer->status >= 400 && i < sizeof secret / sizeof *secret; i++)
        if (strstr(answer->body, secret[i]) && !was_asked(secret[i]))
            fail("too much said", answer->text.bytes);
}

/* Checks an answer. What libmicrohttpd refuses by itself is answered by its own page, which is not
 * checked for words and headers. */
static void check_answer(const struct answer *answer) {
    const char *text = answer->text.bytes, *type = find_header(text, "Content-Type");
    check_status(answer->status, text);
    bool theirs = answer->closes && !type;
    /* Bytes of the input may have ended the request and begun another, which is answered, too. */
    bool another_follows = strncmp(answer->body, "HTTP/1.1 ", 9) == 0;
    if (theirs || another_follows)
        return;
    if (!find_header(text, "Content-Security-Policy") && answer->status != 204)
        fail("no policy", text);
    if (!find_header(text, "X-Content-Type-Options"))
        fail("no nosniff", text);
    if (find_header(text, "Access-Control-Allow-Origin"))
        fail("open to other origins", text);
    check_body(answer, type);
}

/* Remembers a game that was answered, so that the next request can go on with it. */
static void learn(const struct answer *answer) {
    const char *game = strstr(answer->body, "\"table\":\""),
               *half = strstr(answer->body, "\"half\":"),
               *moves = strstr(answer->body, "\"moves\":[");
    if (answer->status > 201 || !game || !half || !moves)
        return;
    snprintf(fuzz.game, sizeof fuzz.game, "%s", game + 9);
    fuzz.half = atoi(half + 7);
    fuzz.before = 0;
    for (const char *end = strchr(moves, ']'); end && moves < end; moves++)
        fuzz.before += *moves == '"' && (moves[1] == ',' || moves[1] == ']');
}

/* Waits for bytes, `patience` milliseconds at most. SIGALRM, libFuzzer's clock, does not end the
 * wait. */
static bool wait_for_bytes(int patience) {
    struct pollfd polls = {.fd = fuzz.link, .events = POLLIN};
    int64_t end = clock_us() + patience * INT64_C(1000);
    for (;;) {
        int ready = poll(&polls, 1, patience);
        if (ready >= 0 || errno != EINTR)
            return ready > 0;
        int64_t left = (end - clock_us()) / 1000;
        patience = left > 0 ? (int)left : 0;
    }
}

/* Reads one answer; false: the connection was closed, or no answer came in time. */
static bool read_answer(struct answer *answer, bool head_only, int patience) {
    static char block[65536];
    *answer = (struct answer){.head_only = head_only, .body = ""};
    for (;;) {
        char *end = answer->text.length ? strstr(answer->text.bytes, "\r\n\r\n") : NULL;
        if (end && strncmp(answer->text.bytes, "HTTP/1.1 100", 12) == 0) { /* asked for by Expect */
            struct text rest = {0};
            text_add(&rest, end + 4);
            text_free(&answer->text);
            answer->text = rest;
            continue;
        }
        if (end) {
            size_t head = (size_t)(end - answer->text.bytes) + 4;
            const char *length = find_header(answer->text.bytes, "Content-Length");
            const char *connection = find_header(answer->text.bytes, "Connection");
            size_t body = length && !head_only ? strtoul(length, NULL, 10) : 0;
            answer->status = atoi(answer->text.bytes + 9);
            answer->stream = find_header(answer->text.bytes, "Transfer-Encoding") != NULL;
            answer->closes = connection && strncasecmp(connection, "close", 5) == 0;
            answer->body = answer->text.bytes + head;
            if (answer->stream || answer->text.length >= head + body)
                return strncmp(answer->text.bytes, "HTTP/1.1 ", 9) == 0 ||
                       (fail("no answer of HTTP", answer->text.bytes), false);
        }
        if (!wait_for_bytes(patience))
            return fuzz.silence = "nothing came in time", false;
        ssize_t got = recv(fuzz.link, block, sizeof block, 0);
        if (got <= 0 || answer->text.length > ANSWER_BYTES)
            return fuzz.silence = got == 0  ? "the site hung up"
                                  : got < 0 ? strerror(errno)
                                            : "the answer does not end",
                   false;
        text_add_bytes(&answer->text, block, (size_t)got);
    }
}

static bool send_bytes(const char *bytes, size_t length) {
    if (fuzz.link < 0 && !connect_link())
        fail("the site has gone", strerror(errno));
    while (length > 0) {
        ssize_t sent = send(fuzz.link, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Sends a whole request and checks its answer. The server may close a kept connection at that
 * moment, so the request is sent once more on a new connection, as every client does. */
static bool ask(const struct text *request, bool head_only, int patience, struct answer *answer) {
    bool kept = fuzz.link >= 0;
    fuzz.asked = request;
    *answer = (struct answer){.body = ""};
    fuzz.requests++;
    fuzz.begun = clock_us();
    bool came =
        send_bytes(request->bytes, request->length) && read_answer(answer, head_only, patience);
    if (!came && kept && patience == ANSWER_MS && answer->text.length == 0) {
        fuzz.again++;
        hang_up();
        came =
            send_bytes(request->bytes, request->length) && read_answer(answer, head_only, patience);
    }
    if (came) {
        check_answer(answer);
        learn(answer);
    }
    if (!came || answer->stream || answer->closes)
        hang_up();
    return came;
}

/* ---- people ---------------------------------------------------------------------------------- */

static void copy_member(const char *body, const char *name, char *to, size_t size) {
    const char *at = strstr(body, name);
    if (!at)
        fail("a sign-up without its secrets", body);
    at += strlen(name);
    snprintf(to, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void sign_up(int person) {
    struct text request = {0};
    struct answer answer;
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"Person %c\",\"key\":true}", 'a' + person);
    text_addf(&request,
              "POST /api/accounts HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
              "Content-Length: %zu\r\n\r\n%s",
              fuzz.host, strlen(body), body);
    if (!ask(&request, false, ANSWER_MS, &answer) || answer.status != 201)
        fail("nobody can sign up", text_get(&answer.text));
    copy_member(answer.body, "\"key\":\"", fuzz.key[person], sizeof fuzz.key[person]);
    copy_member(answer.body, "\"recovery\":\"", fuzz.recovery[person],
                sizeof fuzz.recovery[person]);
    text_free(&answer.text);
    text_free(&request);
}

static void begin_club(void) {
    static const char *const ending[] = {"", "-wal", "-shm", "-journal"};
    char path[160];
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        snprintf(path, sizeof path, "%s/club.db%s", fuzz.folder, ending[i]);
        unlink(path);
    }
    atomic_store(&fuzz.stop, 0);
    fuzz.options.port = fuzz.port = find_port();
    snprintf(fuzz.host, sizeof fuzz.host, "127.0.0.1:%d", fuzz.port);
    if (pthread_create(&fuzz.thread, NULL, serve, NULL) != 0)
        fail("no thread", strerror(errno));
    for (int i = 0; i < 2000 && !connect_link(); i++)
        clock_sleep_us(5000);
    for (int person = 0; person < PEOPLE; person++)
        sign_up(person);
}

/* Ends the server. Its loop sleeps until something comes, so a connection wakes it. */
static void end_club(void) {
    hang_up();
    atomic_store(&fuzz.stop, 1);
    connect_link();
    pthread_join(fuzz.thread, NULL);
    hang_up();
}

/* ---- requests -------------------------------------------------------------------------------- */

/* What is left of the input; after its end there are zeros. */
struct bytes {
    const unsigned char *at, *end;
};

static unsigned take(struct bytes *bytes) {
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static void add_bytes(struct text *text, struct bytes *bytes) {
    size_t length = take(bytes), left = (size_t)(bytes->end - bytes->at);
    length = length < left ? length : left;
    text_add_bytes(text, (const char *)bytes->at, length);
    bytes->at += length;
}

/* Adds bytes as a text of JSON, or as one that is nearly right. */
static void add_quoted(struct text *text, struct bytes *bytes) {
    struct text raw = {0};
    add_bytes(&raw, bytes);
    text_add(text, "\"");
    for (size_t i = 0; i < raw.length; i++)
        if (raw.bytes[i] == '"' || raw.bytes[i] == '\\')
            text_addf(text, "\\%c", raw.bytes[i]);
        else
            text_add_bytes(text, raw.bytes + i, 1);
    text_add(text, "\"");
    text_free(&raw);
}

/* A word in the place of a '?' of a path. */
static void add_word(struct text *text, struct bytes *bytes) {
    static const char *const word[] = {
        "1", "2", "0", "-1", "current", "2026-47", "999999999999999999", "..", "%2e%2e", "x"};
    unsigned which = take(bytes) % 16;
    if (which < 4)
        text_add(text, fuzz.game);
    else if (which < 4 + sizeof word / sizeof *word)
        text_add(text, word[which - 4]);
    else
        add_bytes(text, bytes);
}

static void add_path(struct text *text, const char *pattern, struct bytes *bytes) {
    text_add(text, "/");
    for (; *pattern; pattern++)
        if (*pattern == '?')
            add_word(text, bytes);
        else
            text_add_bytes(text, pattern, 1);
    switch (take(bytes) % 8) {
    case 0:
        text_addf(text, "?from=%u&count=%u", take(bytes), take(bytes));
        break;
    case 1:
        text_add(text, "?name=Person%20a&after=");
        add_bytes(text, bytes);
        break;
    }
}

/* A value for a member of a body: mostly one that may be right. */
static void add_value(struct text *text, const struct site_member *member, struct bytes *bytes) {
    unsigned which = take(bytes);
    const char *name = member->name;
    if (which >= 240) {
        static const char *const odd[] = {"null", "-1", "1.5",  "1e9",
                                          "[]",   "{}", "true", "99999999999"};
        text_add(text, odd[which % 8]);
    } else if (strcmp(name, "before") == 0 && which >= 16) {
        text_addf(text, "%d", fuzz.before);
    } else if (strcmp(name, "half") == 0 && which >= 16) {
        text_addf(text, "%d", fuzz.half);
    } else if (strcmp(name, "move") == 0 && which >= 16) {
        text_addf(text, "\"%u\"", which % 60);
    } else if (strcmp(name, "name") == 0 && which >= 64) {
        text_addf(text, "\"Person %c\"", 'a' + which % (PEOPLE + 2));
    } else if (strcmp(name, "recovery") == 0 && which >= 64) {
        text_addf(text, "\"%s\"", fuzz.recovery[which % PEOPLE]);
    } else if (member->type == 'i') {
        text_addf(text, "%u", which % 10);
    } else if (member->type == 'b') {
        text_add(text, which % 2 ? "true" : "false");
    } else if (member->type == 'o') {
        text_add(text, "{}");
    } else {
        add_quoted(text, bytes);
    }
}

static void add_body(struct text *text, const struct site_route *route, struct bytes *bytes) {
    unsigned flags = take(bytes);
    if (flags >= 248) {
        add_bytes(text, bytes);
        return;
    }
    text_add(text, "{");
    for (const struct site_member *member = route->body; member->name; member++) {
        if (member->optional && take(bytes) % 2)
            continue;
        text_addf(text, "%s\"%s\":", text->bytes[text->length - 1] == '{' ? "" : ",", member->name);
        add_value(text, member, bytes);
    }
    if (flags >= 240)
        text_add(text, ",\"x\":1");
    text_add(text, "}");
}

/* Headers that say who sends it, and from where. False: there are bytes among them that may be
 * anything. */
static bool add_headers(struct text *text, struct bytes *bytes) {
    static const char *const odd[] = {"Transfer-Encoding: chunked", "Origin: http://evil.example",
                                      "Sec-Fetch-Site: cross-site", "Content-Length: 1",
                                      "Last-Event-ID: 7",           "Range: bytes=0-1",
                                      "Expect: 100-continue",       "X-Forwarded-For: 203.0.113.9"};
    unsigned who = take(bytes), other = take(bytes);
    text_addf(text, "Host: %s\r\n", who == 255 ? "evil.example" : fuzz.host);
    if (who < 224)
        text_addf(text, who % 2 ? "Authorization: Bearer %s\r\n" : "Cookie: triancey=%s\r\n",
                  fuzz.key[who / 2 % PEOPLE]);
    else if (who < 240) {
        text_add(text, "Cookie: ");
        add_bytes(text, bytes);
        text_add(text, "\r\n");
    }
    if (other >= 240) {
        add_bytes(text, bytes);
        text_add(text, "\r\n");
    } else if (other >= 224) {
        text_addf(text, "%s\r\n", odd[other % 8]);
    }
    return other < 224 && (who < 224 || who >= 240);
}

static const struct site_route *find_route(unsigned number) {
    unsigned count = 0;
    for (const struct site_part *const *part = site_parts; *part; part++)
        for (const struct site_route *row = (*part)->routes; row && row->method; row++)
            count++;
    number %= count;
    for (const struct site_part *const *part = site_parts; *part; part++)
        for (const struct site_route *row = (*part)->routes; row && row->method; row++)
            if (number-- == 0)
                return row;
    return NULL;
}

/* Whether a path has only bytes that may stand there, so that the request ends where it seems to.
 */
static bool is_plain(const struct text *text, size_t from) {
    for (size_t i = from; i < text->length; i++)
        if (text->bytes[i] <= ' ' || text->bytes[i] > '~')
            return false;
    return true;
}

/* Fails where an answer is missing: prints what came instead, how long it took, and whether another
 * request is answered. */
static void fail_silent(const struct text *request, const struct answer *answer) {
    struct text other = {0};
    struct answer its;
    int64_t took = clock_us() - fuzz.begun;
    const char *silence = fuzz.silence;
    hang_up();
    text_addf(&other, "GET /api/site HTTP/1.1\r\nHost: %s\r\n\r\n", fuzz.host);
    bool lives = ask(&other, false, ANSWER_MS, &its);
    dprintf(fuzz.said,
            "fuzz_site: %s after %lld ms and %zu bytes: '%.100s'; others are%s answered\n", silence,
            (long long)took / 1000, answer->text.length, text_get(&answer->text),
            lives ? "" : " not");
    fail("no answer", request->bytes);
}

static void ask_route(struct bytes *bytes) {
    static const char *const methods[] = {"GET",    "POST", "HEAD", "OPTIONS",
                                          "DELETE", "PUT",  "x",    "TRACE"};
    const struct site_route *route = find_route(take(bytes));
    unsigned odd = take(bytes);
    const char *method = odd >= 248 ? methods[odd % 8] : route->method;
    struct text request = {0}, body = {0};
    struct answer answer;
    text_addf(&request, "%s ", method);
    add_path(&request, route->path, bytes);
    bool whole = is_plain(&request, strlen(method) + 1);
    text_add(&request, " HTTP/1.1\r\n");
    whole &= add_headers(&request, bytes);
    if (strcmp(method, "POST") == 0) {
        add_body(&body, route, bytes);
        text_addf(&request, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                  body.length);
    }
    text_add(&request, "\r\n");
    text_add_bytes(&request, text_get(&body), body.length);
    if (!ask(&request, strcmp(method, "HEAD") == 0, whole ? ANSWER_MS : WHOLE_MS, &answer) && whole)
        fail_silent(&request, &answer);
    if (!whole) /* the site may wait for the rest of a request */
        hang_up();
    text_free(&answer.text);
    text_free(&request);
    text_free(&body);
}

/* Sends bytes as they are. The server may wait for more of them, so the answer is not awaited. */
static void send_raw(const char *data, size_t size) {
    struct answer answer = {.body = ""};
    fuzz.requests++;
    if (send_bytes(data, size)) {
        shutdown(fuzz.link, SHUT_WR);
        if (read_answer(&answer, true, WHOLE_MS))
            check_status(answer.status, answer.text.bytes);
    }
    text_free(&answer.text);
    hang_up();
}

/* A seed: names in braces are replaced by values that are known only now. */
static void send_template(const unsigned char *data, size_t size) {
    struct text text = {0};
    for (size_t i = 0; i < size; i++) {
        size_t left = size - i;
        const char *at = (const char *)data + i;
        if (left >= 6 && memcmp(at, "{HOST}", 6) == 0)
            text_add(&text, fuzz.host), i += 5;
        else if (left >= 5 && memcmp(at, "{KEY}", 5) == 0)
            text_add(&text, fuzz.key[0]), i += 4;
        else if (left >= 6 && memcmp(at, "{GAME}", 6) == 0)
            text_add(&text, fuzz.game), i += 5;
        else if (*at == '\n' && (i == 0 || at[-1] != '\r'))
            text_add(&text, "\r\n");
        else
            text_add_bytes(&text, at, 1);
    }
    send_raw(text_get(&text), text.length);
    text_free(&text);
}

/* ---- what libFuzzer calls -------------------------------------------------------------------- */

static void tell(void) {
    dprintf(fuzz.said, "fuzz_site: %lld requests, %lld sent again\n", fuzz.requests, fuzz.again);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_path(fuzz.folder, "fuzz_site");
    snprintf(fuzz.page, sizeof fuzz.page, "%s/page.html", fuzz.folder);
    if (mkdir(fuzz.folder, 0700) != 0)
        fail("no folder", fuzz.folder);
    write_page();
    signal(SIGPIPE, SIG_IGN);
    fuzz.said = dup(STDERR_FILENO);
    atexit(tell);
    fuzz.options = (struct site_options){
        .data = fuzz.folder, .name = "fuzz", .page = fuzz.page, .limitless = true};
    begin_club();
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static int inputs;
    struct bytes bytes = {data, data + size};
    if (++inputs % INPUTS_A_CLUB == 0) {
        end_club();
        begin_club();
    }
    if (size > 0 && data[0] >= 'A' && data[0] <= 'Z') {
        send_template(data, size);
        return 0;
    }
    for (int i = 0; i < REQUESTS_MAX && bytes.at < bytes.end; i++)
        if (take(&bytes) < 248) {
            ask_route(&bytes);
        } else {
            struct text raw = {0};
            add_bytes(&raw, &bytes);
            send_raw(text_get(&raw), raw.length);
            text_free(&raw);
        }
    return 0;
}
