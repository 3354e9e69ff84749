/* gui.h - the page on this machine, with the owner's engines.
 *
 * What is served, below http://127.0.0.1:PORT/SECRET/:
 *
 *  - GET (nothing): the page.
 *  - GET engines: {"engines":[{"engine":0,"name":"mine","go":"movetime 500","ponder":false}]}.
 *  - POST engines/N starts it: 201 {"session":"ID"}.
 *  - POST sessions/ID/lines?at=K has lines for it, after the first K: {"lines":how many it has
 *    taken}.
 *  - GET sessions/ID/events is what it says, a stream of events; Last-Event-ID or ?after=N resumes.
 *  - POST sessions/ID/close ends it: 204.
 *
 * The last event of a stream has the type `end` (engine_session.h). Other answers are
 * {"error":"...","code":"..."}: 400 a line that no page may say (engine_session.h), 409 lines
 * before these are missing, 410 the engine has ended, 503 it does not read, or too many run.
 */
#ifndef TRIANCEY_CLUB_GUI_GUI_H
#define TRIANCEY_CLUB_GUI_GUI_H

#include <stdatomic.h>
#include <stdbool.h>

struct engine_spec;
struct error;
struct transcript;

struct gui_options {
    const struct engine_spec *const *engine; /* whose names are shown */
    int engines;
    int port;                      /* 0: a free one */
    int idle_seconds;              /* after which an engine to which nothing is said is ended */
    const char *page;              /* a file; NULL: the one that ships with the program */
    bool open;                     /* in a browser */
    struct transcript *transcript; /* NULL: none */
};

/* Serves until `stop` is not 0, and prints the address. False and a message: it could not begin. */
bool gui_serve(const struct gui_options *options, const atomic_int *stop, struct error *error);

#endif
