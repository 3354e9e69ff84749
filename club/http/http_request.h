/* http_request.h - a request as a route sees it, and how it is answered: in one piece, or by a
 * stream of events. Every answer has headers that keep a browser from using it in any other way.
 */
#ifndef TRIANCEY_CLUB_HTTP_HTTP_REQUEST_H
#define TRIANCEY_CLUB_HTTP_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct address;
struct event_log;
struct text;

enum { HTTP_WORDS_MAX = 4 };

/* How the bytes of a file are compressed for sending. The last one is preferred. */
enum http_coding { HTTP_PLAIN, HTTP_GZIP, HTTP_BROTLI, HTTP_CODINGS };

/* A file in memory. `version` is one word that changes with it; NULL: no browser keeps it. A file
 * that `stays` never changes under its address: browsers need not ask again. The bytes must outlive
 * the server, unless they `pass`: then they are copied. */
struct http_file {
    int status;                /* unless the browser has the file: then 304, in place of 200 */
    const char *type, *policy; /* its content security policy */
    const char *version;
    bool stays, pass;
    struct {
        const char *bytes; /* NULL: there is no such form; never of HTTP_PLAIN */
        size_t length;
    } form[HTTP_CODINGS];
};

struct http_request {
    const struct http_route *route;
    const char *word[HTTP_WORDS_MAX]; /* what stood in the places of '?' in its path */
    const char *body;                 /* with a zero after it */
    size_t body_length;
    struct http_reply *reply; /* the server's own */
    void *kept;               /* the handler's own, until the request has ended */
};

/* A row of a table. A path is what follows the server's prefix, such as "sessions/?/lines": a
 * question mark matches one word. A route of GET answers HEAD too, unless it is a stream. */
struct http_route {
    const char *method, *path;
    size_t body_max; /* bytes */
    bool page;       /* people come here by a link */
    bool stream;
    void (*handle)(void *context, struct http_request *request); /* answers, or puts it off */
    const void *row;                                             /* the handler's own */
};

/* How a request ended: its answer was sent, or the connection broke. */
struct http_end {
    const char *method, *path; /* printable, and cut if it is long */
    int status;                /* 0: there was no answer */
    bool foreign;              /* a page of another site may have sent it */
    int64_t took;              /* microseconds */
};

/* Whether a path is that of a route. Cuts the path into words; `word` gets the words in the places
 * of '?'. */
bool http_match_path(const char *pattern, char *path, const char **word);

/* Who is at the other end of the connection. */
struct address http_peer_address(const struct http_request *request);

/* A header of the request, or a cookie; NULL: it is not there, or more than once. */
const char *http_header(const struct http_request *request, const char *name);
const char *http_cookie(const struct http_request *request, const char *name);

/* The last line of a header to which each proxy on the way adds a line. NULL: there is none. */
const char *http_last_header(const struct http_request *request, const char *name);

/* Adds a header to the answer that follows, four at most. The value is copied. */
void http_add_header(struct http_request *request, const char *name, const char *value);

/* Answers with a text, and empties it. If memory for the text ran out, the answer is 503. */
void http_answer_text(struct http_request *request, int status, const char *type,
                      struct text *text);

/* Answers with these bytes, which are copied. `type` NULL: the answer has no content. */
void http_answer(struct http_request *request, int status, const char *type, const char *bytes,
                 size_t length);

/* Lets the handler return without an answer. The answer must come later, before the server is
 * freed. The request stays valid until then. */
void http_put_off(struct http_request *request);

/* Answers with the form of a file that the browser likes best (Accept-Encoding), or by 304 if the
 * browser has the file already. */
void http_answer_file(struct http_request *request, const struct http_file *file);

/* Answers with bytes, which are copied. They may be kept for so many seconds, and longer if
 * http_has_version() says that `version`, a quoted word, is still the present one. */
bool http_has_version(const struct http_request *request, const char *version);
void http_answer_kept(struct http_request *request, const char *type, const char *version,
                      int seconds, const char *bytes, size_t length);

/* {"error":"...","code":"..."}: a sentence for people, a word for programs; the usual word of the
 * status, or one of the handler's own. Somebody who goes to the address in a browser gets a page.
 * The first returns false, for `return http_answer_error(...)`; the third says the usual word. */
bool http_answer_error(struct http_request *request, int status, const char *text);
void http_refuse(struct http_request *request, int status, const char *code, const char *text);
const char *http_code(int status);

/* Answers with the events of a log after the one that the browser had last (Last-Event-ID, or the
 * argument `after`), until the log ends or the browser leaves. Once a log has ended and all of it
 * is known, the answer is 204: do not come back. */
void http_answer_events(struct http_request *request, struct event_log *log);

/* An argument of the address, "?at=7", as a whole number; -1: it is missing or is no number. */
int64_t http_argument(const struct http_request *request, const char *name);

/* Whether an argument of the address is missing or is a whole number. False: it was answered with
 * 400. */
bool http_argument_check(struct http_request *request, const char *name);

/* Any argument of the address, decoded into `size` bytes, "" if it is missing. False: it is there
 * twice, does not fit, or is no UTF-8 without control characters. */
bool http_argument_text(const struct http_request *request, const char *name, char *text,
                        size_t size);

/* Undoes what an address does to a text: percent signs, and `blank` for a blank. False: it is too
 * long, or no UTF-8 without control characters. */
bool http_decode(const char *from, char blank, char *text, size_t size);

/* Reads a whole number of at least 0; -1: the text is anything else. */
int64_t http_number(const char *text);

#endif
