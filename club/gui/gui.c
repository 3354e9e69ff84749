/* gui.c - one loop without threads serves the page and up to SESSIONS_MAX engines, each behind an
 * engine_session. All paths begin with a secret, so that no other page or user of the machine
 * reaches an engine. A browser opens a file that leads to the address, since others could read a
 * command line. The log of an engine that has ended is kept for a while, for a page that comes
 * back. */
#include "config.h"

#include "club/gui/gui.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/input.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/secret.h"
#include "base/wait.h"
#include "club/http/browser.h"
#include "club/http/http_request.h"
#include "club/http/http_server.h"
#include "club/http/page_file.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "protocol/line.h"

#include <stdio.h>
#include <stdlib.h>

#define SECOND INT64_C(1000000)

enum {
    SESSIONS_MAX = 32,
    CONNECTIONS_MAX = 256,
    CONNECTION_BYTES = 32768, /* cookies of other servers on this machine come along */
    KEPT_SECONDS = 60,        /* the log of an engine that has ended, for a page that comes back */
    ADDRESS_SIZE = 128,
    GAME_BYTES_MAX = 20000000, /* what the page reads (FILE_LIMIT in page/files.js) */
    POLLS_MAX = HTTP_POLLS_MAX + SESSIONS_MAX * SESSION_POLLS_MAX
};

/* A place for an engine that runs; empty without a session. */
struct place {
    char id[SECRET_SIZE];
    struct engine_session *session;
    int first_poll, polls;
};

struct gui {
    const struct gui_options *options;
    const atomic_int *stop;
    struct http_server *server;
    struct page_file page;
    struct text game;
    struct event_log *here; /* pages follow it as long as they are open */
    int64_t followed;       /* when a page last followed it */
    char secret[SECRET_SIZE], address[ADDRESS_SIZE];
    struct place place[SESSIONS_MAX];
    int started; /* sessions until now */
};

/* ---- answers --------------------------------------------------------------------------------- */

/* The object is closed here. */
static void answer_json(struct http_request *request, int status, struct json *json) {
    json_close(json, '}');
    http_answer_text(request, status, "application/json", &json->text);
}

static void answer_page(void *context, struct http_request *request) {
    const struct gui *gui = context;
    const struct http_file file = {
        .status = 200,
        .type = "text/html; charset=utf-8",
        .policy = text_get(&gui->page.policy),
        .form[HTTP_PLAIN] = {gui->page.bytes.bytes, gui->page.bytes.length}};
    http_answer_file(request, &file);
}

static void add_engine(struct json *json, int number, const struct engine_spec *spec) {
    struct text go = {0};
    terms_write_go(spec, &go);
    json_open(json, NULL, '{');
    json_integer(json, "engine", number);
    json_string(json, "name", spec->name);
    json_string(json, "go", text_get(&go) + (go.length > 0)); /* without the first blank */
    json_bool(json, "ponder", spec->ponder != PONDER_NO);
    json->text.failed |= go.failed;
    json_close(json, '}');
    text_free(&go);
}

static void answer_engines(void *context, struct http_request *request) {
    const struct gui *gui = context;
    struct json json = json_new_object();
    json_open(&json, "engines", '[');
    for (int i = 0; i < gui->options->engines; i++)
        add_engine(&json, i, gui->options->engine[i]);
    json_close(&json, ']');
    if (gui->options->game)
        json_bool(&json, "game", true);
    answer_json(request, 200, &json);
}

static void answer_game(void *context, struct http_request *request) {
    const struct gui *gui = context;
    if (gui->options->game)
        http_answer(request, 200, "text/plain; charset=utf-8", text_get(&gui->game),
                    gui->game.length);
    else
        http_answer_error(request, 404, _("there is no game to be opened"));
}

static void answer_here(void *context, struct http_request *request) {
    const struct gui *gui = context;
    http_answer_events(request, gui->here);
}

/* ---- sessions -------------------------------------------------------------------------------- */

static void clear_place(struct place *place) {
    session_free(place->session);
    place->session = NULL;
    place->polls = 0;
}

/* A place that is empty, or whose engine ended first; NULL: all engines run. */
static struct place *gui_find_place(struct gui *gui) {
    struct place *oldest = NULL;
    int64_t first = INT64_MAX;
    for (struct place *place = gui->place; place < gui->place + SESSIONS_MAX; place++) {
        if (!place->session)
            return place;
        if (session_over_since(place->session) < first) {
            first = session_over_since(place->session);
            oldest = place;
        }
    }
    if (oldest)
        clear_place(oldest);
    return oldest;
}

/* The engine that a request names; NULL: there is none, and the request has been answered. */
static struct engine_session *find_session(struct gui *gui, struct http_request *request) {
    for (struct place *place = gui->place; place < gui->place + SESSIONS_MAX; place++)
        if (place->session && secret_is(place->id, request->word[0]))
            return place->session;
    http_answer_error(request, 404, _("there is no such session"));
    return NULL;
}

static void open_session(void *context, struct http_request *request) {
    struct gui *gui = context;
    struct error error;
    int64_t number = http_number(request->word[0]);
    if (number < 0 || number >= gui->options->engines) {
        http_answer_error(request, 404, _("there is no such engine"));
        return;
    }
    struct place *place = gui_find_place(gui);
    if (!place) {
        http_answer_error(request, 503, _("too many engines are running: close a page"));
        return;
    }
    if (!secret_make(place->id, &error)) {
        http_answer_error(request, 503, error.text);
        return;
    }
    place->session = session_new(gui->options->engine[number], gui->stop, gui->options->transcript,
                                 ++gui->started, gui->options->idle_seconds);
    struct json json = json_new_object();
    json_string(&json, "session", place->id);
    answer_json(request, 201, &json);
}

static void take_lines(void *context, struct http_request *request) {
    static const struct {
        int status;
        const char *text;
    } refusals[] = {
        [SESSION_REFUSED] = {400, N_("a page may not say this to an engine")},
        [SESSION_GAP] = {409, N_("lines before these are missing")},
        [SESSION_FULL] = {503, N_("the engine does not read its input")},
        [SESSION_BROKEN] = {410, N_("the engine has ended")},
    };
    struct engine_session *session = find_session(context, request);
    if (!session || !http_argument_check(request, "at"))
        return;
    enum session_taken taken =
        session_say(session, http_argument(request, "at"), request->body, request->body_length);
    if (taken != SESSION_TAKEN) {
        http_answer_error(request, refusals[taken].status, _(refusals[taken].text));
        return;
    }
    struct json json = json_new_object();
    json_integer(&json, "lines", session_said(session));
    answer_json(request, 200, &json);
}

static void answer_events(void *context, struct http_request *request) {
    struct engine_session *session = find_session(context, request);
    if (session)
        http_answer_events(request, session_log(session));
}

static void close_session(void *context, struct http_request *request) {
    struct engine_session *session = find_session(context, request);
    if (!session)
        return;
    session_end(session, "closed", _("the session was closed"));
    http_answer(request, 204, NULL, "", 0);
}

static const struct http_route routes[] = {
    {"GET", "", .page = true, .handle = answer_page},
    {"GET", "engines", .handle = answer_engines},
    {"GET", "game", .handle = answer_game},
    {"GET", "here", .stream = true, .handle = answer_here},
    {"POST", "engines/?", .handle = open_session},
    {"POST", "sessions/?/lines", .body_max = LINE_BYTES_MAX + 1, .handle = take_lines},
    {"GET", "sessions/?/events", .stream = true, .handle = answer_events},
    {"POST", "sessions/?/close", .handle = close_session},
    {0},
};

/* ---- the loop -------------------------------------------------------------------------------- */

/* When the program ends because no page has been open for so long. */
static int64_t leave_time(struct gui *gui) {
    if (!gui->options->leave_seconds)
        return INT64_MAX;
    if (event_log_readers(gui->here) > 0)
        gui->followed = clock_us();
    return gui->followed + gui->options->leave_seconds * SECOND;
}

/* What is to be polled; returns how many, and until when. */
static int collect(struct gui *gui, struct pollfd *polls, int64_t *deadline) {
    int count = http_server_polls(gui->server, polls);
    *deadline = http_server_deadline(gui->server);
    int64_t end = leave_time(gui);
    *deadline = end < *deadline ? end : *deadline;
    for (struct place *place = gui->place; place < gui->place + SESSIONS_MAX; place++) {
        place->first_poll = count;
        place->polls = 0;
        if (!place->session)
            continue;
        place->polls = session_polls(place->session, polls + count);
        count += place->polls;
        int64_t theirs = session_deadline(place->session);
        *deadline = theirs < *deadline ? theirs : *deadline;
    }
    return count;
}

static bool is_ready(const struct place *place, const struct pollfd *polls) {
    for (int i = 0; i < place->polls; i++)
        if (polls[place->first_poll + i].revents)
            return true;
    return false;
}

static void run_sessions(struct gui *gui, const struct pollfd *polls) {
    int64_t now = clock_us();
    for (struct place *place = gui->place; place < gui->place + SESSIONS_MAX; place++) {
        struct engine_session *session = place->session;
        if (session && now - session_over_since(session) > KEPT_SECONDS * SECOND)
            clear_place(place);
        else if (session && (is_ready(place, polls) || now >= session_deadline(session)))
            session_run(session);
    }
}

/* Sleeps until something happens; false: nobody has looked for so long that it leaves. */
static bool gui_turn(void *context, const sigset_t *awake) {
    struct gui *gui = context;
    struct pollfd polls[POLLS_MAX];
    int64_t deadline;
    if (clock_us() >= leave_time(gui))
        return false;
    int count = collect(gui, polls, &deadline);
    if (wait_poll(polls, (nfds_t)count, deadline, awake) < 0)
        for (int i = 0; i < count; i++)
            polls[i].revents = 0;
    if (atomic_load(gui->stop))
        return false;
    run_sessions(gui, polls);
    http_server_run(gui->server, polls);
    return true;
}

/* All engines get `quit` at the same time, and all pages are informed. */
static void end_all(struct gui *gui) {
    for (struct place *place = gui->place; place < gui->place + SESSIONS_MAX; place++)
        if (place->session)
            session_end(place->session, "stopped", _("the program was ended"));
    http_server_run(gui->server, NULL);
    http_server_run(gui->server, NULL); /* streams that the first one woke */
    for (struct place *place = gui->place; place < gui->place + SESSIONS_MAX; place++)
        clear_place(place);
}

/* ---- begin and end --------------------------------------------------------------------------- */

static bool gui_read_game(struct gui *gui, struct error *error) {
    const char *file = gui->options->game;
    struct error why;
    if (!file)
        return true;
    if (!input_read(file, GAME_BYTES_MAX, &gui->game, &why))
        return error_set_kind(error, why.kind, "%s: %s", file, why.text);
    if (gui->game.length > GAME_BYTES_MAX)
        return error_set(error, _("%s: too big to be a game"), file);
    return true;
}

static bool gui_begin(struct gui *gui, const struct http_options *http, struct error *error) {
    const struct gui_options *options = gui->options;
    if (!page_file_read(&gui->page, options->page, "gui 1", error) ||
        !secret_make(gui->secret, error) || !gui_read_game(gui, error))
        return false;
    gui->followed = clock_us();
    gui->here = event_log_new(0);
    gui->server = http_server_new(http, error);
    int port = gui->server ? http_server_listen_here(gui->server, options->port, error) : 0;
    snprintf(gui->address, sizeof gui->address, "http://127.0.0.1:%d/%s/", port, gui->secret);
    return port > 0;
}

bool gui_serve(const struct gui_options *options, const atomic_int *stop, struct error *error) {
    struct gui *gui = needed(calloc(1, sizeof *gui));
    gui->options = options;
    gui->stop = stop;
    const struct http_options http = {.routes = routes,
                                      .context = gui,
                                      .prefix = gui->secret,
                                      .connections_max = CONNECTIONS_MAX,
                                      .memory = CONNECTION_BYTES};
    bool begun = gui_begin(gui, &http, error) && browser_announce(gui->address, error);
    if (begun) {
        char *opened = options->open ? browser_open(gui->address, "gui") : NULL;
        http_server_turns(gui->stop, gui_turn, gui);
        end_all(gui);
        browser_forget(opened);
    }
    http_server_free(gui->server);
    page_file_free(&gui->page);
    event_log_release(gui->here);
    text_free(&gui->game);
    free(gui);
    return begun;
}
