/* gui.h - the page on this machine, with the owner's engines.
 *
 * What is served, below http://127.0.0.1:PORT/SECRET/:
 *
 *  - GET (nothing): the page.
 *  - GET engines: {"engines":[{"engine":0,"name":"mine","go":"movetime 500","ponder":false}]}, and
 *    "game":true if there is a game to be opened.
 *  - GET game: that game, as the file has it; 404: there is none.
 *  - GET here: a stream without events, which says that a page is open as long as it is followed.
 *  - POST engines/N starts it: 201 {"session":"ID"}.
 *  - POST sessions/ID/lines?at=K has lines for it, after the first K: {"lines":how many it has
 *    taken}.
 *  - GET sessions/ID/events is what it says, a stream of events; Last-Event-ID or ?after=N resumes.
 *  - POST sessions/ID/close ends it: 204.
 *
 * The last event of a stream has the type `end` (below). Other answers are
 * {"error":"...","code":"..."}: 400 a line that no page may say (below), 409 lines
 * before these are missing, 410 the engine has ended, 503 it does not read, or too many run.
 */
#ifndef TRIANCEY_CLUB_GUI_GUI_H
#define TRIANCEY_CLUB_GUI_GUI_H

#include "club/http/event_log.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine_session;
struct engine_spec;
struct error;
struct transcript;

struct gui_options {
    const struct engine_spec *const *engine; /* whose names are shown */
    int engines;
    int port;                      /* 0: a free one */
    int idle_seconds;              /* after which an engine to which nothing is said is ended */
    int leave_seconds;             /* it ends so long after the last page has gone; 0: never */
    const char *page;              /* a file; NULL: the one that ships with the program */
    const char *game;              /* a file for the page to open; NULL: none */
    bool open;                     /* in a browser */
    struct transcript *transcript; /* NULL: none */
};

/* Serves until `stop` is not 0, and prints the address. False and a message: it could not begin. */
bool gui_serve(const struct gui_options *options, const atomic_int *stop, struct error *error);

/* ---- an engine that a page speaks to: engine_session.c --------------------------------------- */

/* Lines go to an engine, its lines become events of a log, nothing waits.
 *
 * The engine is started, asked who it is and given its options as for a match (engine_client.h).
 * Then lines pass as they are, if they are among those that a page needs: options are the owner's,
 * who gave them on the command line. Anything that the engine may not do ends the session, and the
 * last event of the log, of the type `end`, says why: {"reason":"crash","text":"..."}, the reason
 * being the name of a verdict, or `idle`, or that of session_end(). An engine that writes faster
 * than anybody reads is not read. */
enum {
    SESSION_POLLS_MAX = 4,
    SESSION_LOG_BYTES = 512 << 10,     /* of events that are kept */
    SESSION_UNTAKEN_BYTES = 128 << 10, /* of unread events, before the engine has to wait */
    SESSION_UNSENT_BYTES = 256 << 10,  /* of lines that the engine has not read, before we refuse */
    SESSION_BURST_BYTES = 4 << 20,     /* an engine may write so much at once */
    SESSION_FLOW_BYTES = 256 << 10,    /* and so much a second */
    SESSION_DETACHED_SECONDS = 30,     /* nobody reads */
};

/* What became of lines that were to be sent. */
enum session_taken {
    SESSION_TAKEN,
    SESSION_GAP,     /* lines before them are missing */
    SESSION_FULL,    /* the engine does not read: again, later */
    SESSION_BROKEN,  /* the engine has ended */
    SESSION_REFUSED, /* a page may not say one of the lines: none was sent */
};

/* Starts an engine. `stop`, not 0, ends all at once; `number` is that of the session in the
 * transcript (NULL: none); after `idle_seconds` without a line there or back it is ended. All must
 * outlive the session. An engine that cannot be started has ended already. */
struct engine_session *session_new(const struct engine_spec *spec, const atomic_int *stop,
                                   struct transcript *transcript, int number, int idle_seconds);

/* Ends the engine, at once if it has not ended yet, and frees. NULL is allowed. */
void session_free(struct engine_session *session);

struct event_log *session_log(struct engine_session *session);

/* Sends lines, each ended by a newline but perhaps the last. `at`: how many were sent before these,
 * so that those which come twice are sent once (-1: these are new). */
enum session_taken session_say(struct engine_session *session, int64_t at, const char *lines,
                               size_t length);

/* How many lines it has taken. */
int64_t session_said(const struct engine_session *session);

/* Ends the engine, and tells its readers why. */
void session_end(struct engine_session *session, const char *reason, const char *text);

/* Since when the engine is gone (clock_us()); INT64_MAX: it is not. */
int64_t session_over_since(const struct engine_session *session);

/* For a loop around poll(): what to poll (returns how many), until when (clock_us()), and the work.
 */
int session_polls(struct engine_session *session, struct pollfd *polls);
int64_t session_deadline(const struct engine_session *session);
void session_run(struct engine_session *session);

#endif
