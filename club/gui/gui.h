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
 * The last event of a stream has the type `end`: {"reason":"crash","text":"..."}. The reason is the
 * name of a verdict, `idle`, `closed` or `stopped`. Other answers are {"error":"...","code":"..."}:
 * 400 a line that no page may say, 409 lines before these are missing, 410 the engine has ended,
 * 503 it does not read, or too many run.
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
    int leave_seconds;             /* it ends so long after the last page has gone; 0: never */
    const char *page;              /* a file; NULL: the one that ships with the program */
    const char *game;              /* a file for the page to open; NULL: none */
    bool open;                     /* in a browser */
    struct transcript *transcript; /* NULL: none */
};

/* Serves until `stop` is not 0, and prints the address. False and a message: it could not begin. */
bool gui_serve(const struct gui_options *options, const atomic_int *stop, struct error *error);

#endif
