/* http_peer.h - what the sources of the server share: connections, streams, answers. */
#ifndef TRIANCEY_CLUB_HTTP_HTTP_PEER_H
#define TRIANCEY_CLUB_HTTP_HTTP_PEER_H

#include "base/clock.h"
#include "club/http/event_log.h"

#include <microhttpd.h>

struct http_end;
struct http_request;
struct http_route;
struct text;

enum {
    HTTP_REQUEST_SECONDS = 20, /* to send a request */
    HTTP_ANSWER_SECONDS = 120, /* to take the answer, but for streams, or to begin the next */
    HTTP_BEAT_SECONDS = 10,    /* the longest silence of a stream: then it sends a sign of life */
    HTTP_BEAT_STEPS = 100,     /* different times for that, within its second half */
    HTTP_STREAMS_TURN = 64,    /* streams that are served in one turn: requests wait meanwhile */
    HTTP_EXTRA_MAX = 4,        /* headers that a route adds */
    HTTP_ANSWER_BYTES = 4096   /* for the head of an answer */
};

/* A stream of events to one browser. */
struct http_stream {
    struct event_reader reader; /* first: it is what is woken */
    struct MHD_Connection *connection;
    struct http_peer *peer; /* NULL: the connection is gone */
    struct http_site *site;
    bool suspended; /* all that it had to say was sent */
    bool chunked;   /* its body is in chunks (RFC 9112, section 7.1) */
    bool left;      /* the browser has hung up, or all is over */
    bool retry;     /* it is to be asked to come back */
    int64_t beat;   /* when to show that it lives */
    bool due;       /* there are events for it, and it is in the queue of the site */
    struct http_stream *due_before, *due_after;
};

/* A connection. */
struct http_peer {
    int socket;
    int64_t deadline; /* when it is closed; 0: never */
    size_t asked;     /* bytes of the address of the request, with its arguments */
    bool answering;   /* a request is there, and its answer under way */
    struct http_stream *stream;
    struct http_peer *before, *after;
};

/* A request and its answer. */
struct http_reply {
    struct http_site *site;
    struct MHD_Connection *connection;
    struct http_peer *peer;
    bool answered;
    bool refused;                  /* the connection is closed after the answer */
    bool failed;                   /* there is no answer */
    bool holds;                    /* the answer waits for the end of the turn */
    bool put_off;                  /* the handler has returned, and will answer later */
    bool suspended;                /* libmicrohttpd does not ask for the answer until it is there */
    bool streams;                  /* the answer is a stream of events */
    bool chunks;                   /* the stream is sent in chunks */
    bool shown;                    /* a browser shows the answer: errors are pages */
    int status;                    /* of an answer that waits */
    struct MHD_Response *response; /* without headers */
    const char *type, *policy;     /* of its content */
    const char *caches;            /* what may be done with a copy; NULL: none may be kept */
    char kept[40];                 /* room for `caches` */
    struct http_reply *next;       /* that waits */
    struct {
        char *name, *value;
    } extra[HTTP_EXTRA_MAX]; /* headers */
    int extras;
};

/* Who answers here. */
struct http_site {
    const struct http_route *routes; /* ended by one without a method */
    void *context;                   /* of their handlers */
    const char *prefix;              /* a secret word that all paths begin with; NULL: none */
    const char *origin;              /* of its pages, "https://..."; NULL: a name of this machine */
    size_t head_max;                 /* bytes of a head, with what it costs to parse */
    bool holds;                      /* answers wait for the end of the turn */
    struct http_reply *held;         /* those that do */
    bool ends;                       /* no connection outlives its answer */
    int requests, streams;           /* under way; requests without streams */
    unsigned beats;                  /* signs of life that were put on the calendar */
    struct http_stream *due_first, *due_last; /* streams that have events to send */
    void (*ended)(void *context, const struct http_request *request, const struct http_end *end);
};

/* Closes the connection unless something more comes within so many seconds; 0: never. */
static inline void http_peer_expect(struct http_peer *peer, int seconds) {
    peer->deadline = seconds ? clock_us() + seconds * INT64_C(1000000) : 0;
}

/* The next sign of life of a stream: half the time earlier for some than for others, so that
 * streams which heard something at the same time do not all want to speak at the same time. */
static inline void http_stream_expect_beat(struct http_stream *stream, struct http_site *site,
                                           int64_t now) {
    const int64_t whole = HTTP_BEAT_SECONDS * INT64_C(1000000);
    stream->beat = now + whole - whole / 2 * (site->beats++ % HTTP_BEAT_STEPS) / HTTP_BEAT_STEPS;
}

/* Has a stream look again for what it can send. */
static inline void http_stream_wake(struct http_stream *stream) {
    if (stream->suspended) {
        stream->suspended = false;
        MHD_resume_connection(stream->connection);
    }
}

/* Sends the streams that are due their events, so many of them that nobody waits for long. */
void http_site_stream(struct http_site *site, int64_t now);

/* Sends a sign of life to the browser. */
void http_stream_beat(struct http_stream *stream, int64_t now);

/* Sends an answer that waited. */
enum MHD_Result http_reply_send(struct http_reply *reply);

/* Forgets what was to be answered. */
void http_reply_clear(struct http_reply *reply);

/* The turn is over: the answers that waited go out. If the turn failed they are replaced, because
 * what they say did not happen. */
void http_site_release(struct http_site *site, bool good);

/* A header, a cookie or an argument: the last value of this name, NULL: there is none; and how many
 * there are. */
struct http_found {
    const char *name, *value;
    int count;
};
struct http_found http_find(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                            const char *name);

/* How much a client likes a coding or a language, in thousandths; 0: not at all. "fr-CA" is a kind
 * of "fr". `accept` is the value of the header; NULL: there is none. `otherwise`: if it says
 * nothing of the word, and nothing of all ("*"). */
int accept_weight(const char *accept, const char *word, int otherwise);

/* It runs nothing and loads nothing, but has a style. */
#define ERROR_PAGE_POLICY "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/* Adds what people read in place of a page that they cannot have. `languages`: Accept-Language;
 * NULL: it is in the server's language. */
void error_page_write(int status, const char *languages, struct text *page);

/* Called when the head of a request is there, for each piece of its body, and after it; the context
 * is the site. */
enum MHD_Result http_call_receive(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **slot);

/* Called when the first line of a request is there; the context is the site. Returns what `slot` is
 * in later calls. */
void *http_call_note(void *context, const char *address, struct MHD_Connection *connection);

/* Called when the answer was sent, or the connection is gone. */
void http_call_end(void *context, struct MHD_Connection *connection, void **slot,
                   enum MHD_RequestTerminationCode code);

#endif
