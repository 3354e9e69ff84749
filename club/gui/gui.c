/* gui.c - one loop without threads serves the page and up to SESSIONS_MAX engines, each behind a
 * session, which does its part whenever a descriptor is ready or something is due. All paths begin
 * with a secret, so that no other page or user of the machine reaches an engine. A browser opens a
 * file that leads to the address, since others could read a command line. The log of an engine that
 * has ended is kept for a while, for a page that comes back. */
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
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/http/http_server.h"
#include "club/http/page_file.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "protocol/line.h"
#include "referee/engines/engine_client.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000)

enum {
    SESSIONS_MAX = 32,
    SESSION_POLLS = 4,
    CONNECTIONS_MAX = 256,
    CONNECTION_BYTES = 32768,  /* cookies of other servers on this machine come along */
    LOG_BYTES = 512 << 10,     /* of events that are kept */
    UNTAKEN_BYTES = 128 << 10, /* of unread events, before the engine has to wait */
    UNSENT_BYTES = 256 << 10,  /* of lines that the engine has not read, before we refuse */
    BURST_BYTES = 4 << 20,     /* an engine may write so much at once */
    FLOW_BYTES = 256 << 10,    /* and so much a second */
    LOOK_US = 1000000,
    DETACHED_SECONDS = 30, /* nobody reads */
    KEPT_SECONDS = 60,     /* the log of an engine that has ended, for a page that comes back */
    ADDRESS_SIZE = 128,
    GAME_BYTES_MAX = 20000000, /* what the page reads (FILE_LIMIT in page/files.js) */
    POLLS_MAX = HTTP_POLLS_MAX + SESSIONS_MAX * SESSION_POLLS
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
    struct engine_session *session[SESSIONS_MAX]; /* NULL: the place is free */
    int started;                                  /* sessions until now */
};

/* ---- engines --------------------------------------------------------------------------------- */

/* An engine is started, asked who it is and given its options as for a match (engine_client.h).
 * Then lines pass as they are, if they are among those that a page needs: options are the owner's,
 * who gave them on the command line. Anything that the engine may not do ends the session, and the
 * last event of the log says why. An engine that writes faster than anybody reads is not read. */

/* What it is doing. */
enum state {
    STARTING, /* it is asked who it is and given its options; lines wait */
    OPEN,
    ENDING, /* it was told to quit */
    OVER
};

/* An engine that runs, or ran: its lines become events of a log, and nothing waits. */
struct engine_session {
    char id[SECRET_SIZE]; /* in its paths */
    int first_poll, polls;
    struct engine_client *client;
    struct event_log *log;
    enum state state;
    struct text held; /* lines for an engine that is still starting */
    int64_t said;     /* lines */
    int64_t deadline; /* of the start or of the end; when it was over */
    int64_t look;     /* when to look whether it is still of use */
    int64_t attached; /* when somebody was last seen to read */
    int64_t active;   /* when a line last went there or back */
    int64_t idle;     /* microseconds */
    int64_t budget;   /* bytes that it may still write, as of `refilled` */
    int64_t refilled; /* when `budget` was last raised */
    bool more;        /* its lines wait until they are read */
    bool deaf;        /* at its end: it is not read any more */
    bool ended;       /* while it is not read: its process has ended */
};

/* ---- the end --------------------------------------------------------------------------------- */

/* The last event. */
static void tell_end(struct engine_session *session, const char *reason, const char *text) {
    struct json json = json_new_object();
    json_string(&json, "reason", reason);
    json_string(&json, "text", text);
    event_log_add_json(session->log, "end", &json);
    event_log_end(session->log);
}

static void finish_session(struct engine_session *session) {
    session->state = OVER;
    session->deadline = clock_us();
    text_free(&session->held);
}

/* The engine did what it may not, or is gone already. */
static void engine_session_fail(struct engine_session *session) {
    const struct fault *fault = &session->client->lines.fault;
    client_note(session->client, fault);
    tell_end(session, verdict_name(fault->verdict), fault->shown);
    client_stop(session->client, false);
    finish_session(session);
}

/* Tells the engine to quit, and gives it time to do so. Readers hear of the end at once. */
static void session_end(struct engine_session *session, const char *reason, const char *text) {
    if (session->state >= ENDING)
        return;
    tell_end(session, reason, text);
    lines_note(&session->client->lines, reason);
    client_say_quit(session->client);
    session->state = ENDING;
    session->deadline = clock_us() + session->client->spec->limits.quit;
}

/* What it still writes is read, so that it does not wait for us. */
static void run_end(struct engine_session *session) {
    struct engine_lines *lines = &session->client->lines;
    char *line;
    enum verdict verdict = VERDICT_OK;
    lines_begin(lines, clock_us());
    while (!session->deaf && verdict == VERDICT_OK)
        verdict = lines_next(lines, &line);
    session->deaf |= verdict != VERDICT_OK && verdict != VERDICT_STALL;
    if (!process_has_ended(&lines->process) && clock_us() < session->deadline)
        return;
    client_stop(session->client, true);
    finish_session(session);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void send_held(struct engine_session *session) {
    text_add_bytes(&session->client->lines.out, text_get(&session->held), session->held.length);
    text_clear(&session->held);
    lines_send(&session->client->lines);
}

static size_t unsent(const struct engine_session *session) {
    const struct engine_lines *lines = &session->client->lines;
    return session->held.length + lines->out.length - lines->sent;
}

/* Skips lines that were sent before. */
static const char *skip(const char *text, const char *end, int64_t lines) {
    while (lines-- > 0 && text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        text = newline ? newline + 1 : end;
    }
    return text;
}

/* What a page may say. All else is for the owner of the engine, since a page reads links and files
 * of strangers. */
static const char *const sayable[] = {"tgi",   "isready", "setgrid",   "newgame", "play",    "undo",
                                      "go",    "stop",    "ponderhit", "score",   "legal",   "show",
                                      "board", "state",   "preview",   "perft",   "position"};

static bool is(const char *line, size_t length, const char *wanted) {
    return length == strlen(wanted) && memcmp(line, wanted, length) == 0;
}

static bool may_say(const char *line, size_t length) {
    static const char multi_pv[] = "setoption name MultiPV value ";
    const char *blank = memchr(line, ' ', length);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            return false;
    for (size_t i = 0; i < sizeof sayable / sizeof *sayable; i++)
        if (is(line, blank ? (size_t)(blank - line) : length, sayable[i]))
            return true;
    return is(line, length, "setoption name Ponder value true") ||
           is(line, length, "setoption name Ponder value false") ||
           (length == sizeof multi_pv && memcmp(line, multi_pv, length - 1) == 0 &&
            isdigit((unsigned char)line[length - 1]));
}

/* Why lines are not taken. */
static const struct refusal {
    int status;
    const char *text;
} unsayable = {400, N_("a page may not say this to an engine")},
  gap = {409, N_("lines before these are missing")},
  full = {503, N_("the engine does not read its input")},
  broken = {410, N_("the engine has ended")};

/* Sends lines, each ended by a newline but perhaps the last. `at`: how many were sent before these,
 * so that those which come twice are sent once (-1: these are new). NULL: they were taken. */
static const struct refusal *session_say(struct engine_session *session, int64_t at,
                                         const char *lines, size_t length) {
    const char *end = lines + length;
    if (session->state >= ENDING)
        return &broken;
    for (const char *start = lines, *next; start < end; start = next) {
        next = skip(start, end, 1);
        if (!may_say(start, (size_t)(next - start) - (next[-1] == '\n')))
            return &unsayable;
    }
    if (at > session->said)
        return &gap;
    if (at >= 0)
        lines = skip(lines, end, session->said - at);
    if (unsent(session) + (size_t)(end - lines) > UNSENT_BYTES)
        return &full;
    for (const char *start = lines; lines < end; start = lines) {
        lines = skip(lines, end, 1);
        bool ended = lines[-1] == '\n';
        text_add_bytes(&session->held, start, (size_t)(lines - start));
        text_add(&session->held, ended ? "" : "\n");
        session->said++;
    }
    session->active = clock_us();
    if (session->state == OPEN)
        send_held(session);
    return NULL;
}

static bool is_paused(const struct engine_session *session) {
    return event_log_untaken(session->log) > UNTAKEN_BYTES;
}

/* Whether the engine has written more than it may: a fault, which is set. */
static bool floods(struct engine_session *session) {
    struct engine_lines *lines = &session->client->lines;
    int64_t now = clock_us();
    session->budget += (now - session->refilled) * FLOW_BYTES / SECOND;
    if (session->budget > BURST_BYTES)
        session->budget = BURST_BYTES;
    session->refilled = now;
    session->budget -= (int64_t)lines->bytes;
    if (session->budget >= 0)
        return false;
    fault_set(&lines->fault, VERDICT_PROTOCOL, N_("more than %d bytes a second, and %d at once"),
              FLOW_BYTES, BURST_BYTES);
    return true;
}

/* What the engine says becomes events, as long as somebody reads them. */
static enum verdict pass_lines(struct engine_session *session) {
    struct engine_lines *lines = &session->client->lines;
    char *line;
    enum verdict verdict = VERDICT_OK;
    lines_begin(lines, clock_us());
    session->more = false;
    while (!(session->more = is_paused(session))) {
        verdict = lines_next(lines, &line);
        if (verdict != VERDICT_OK)
            return verdict;
        session->active = clock_us();
        event_log_add(session->log, NULL, line);
    }
    return VERDICT_STALL;
}

static void run_start(struct engine_session *session) {
    struct engine_client *client = session->client;
    enum client_step before = client->step;
    enum verdict verdict = client_proceed(client);
    if (client->step == CLIENT_SET && before != CLIENT_SET)
        session->deadline = clock_us() + client->spec->limits.wait;
    if (verdict == VERDICT_OK) {
        session->state = OPEN;
        send_held(session);
    } else if (verdict != VERDICT_STALL || clock_us() >= session->deadline || floods(session)) {
        engine_session_fail(session);
    }
}

static void run_open(struct engine_session *session) {
    enum verdict verdict = pass_lines(session);
    lines_send(&session->client->lines);
    /* While the engine is not read, its end is noticed, but reported only after its lines. */
    session->ended |= session->more && process_has_ended(&session->client->lines.process);
    if (verdict != VERDICT_STALL || floods(session))
        engine_session_fail(session);
}

/* Ends an engine that is no longer needed. */
static void check_use(struct engine_session *session) {
    int64_t now = clock_us();
    if (event_log_readers(session->log) > 0)
        session->attached = now;
    if (now - session->attached >= DETACHED_SECONDS * SECOND)
        session_end(session, "idle", _("nobody reads what the engine writes"));
    else if (now - session->active >= session->idle)
        session_end(session, "idle", _("nothing was sent for too long"));
}

static void session_run(struct engine_session *session) {
    session->look = clock_us() + LOOK_US;
    if (session->state == STARTING)
        run_start(session);
    if (session->state == OPEN)
        run_open(session);
    if (session->state < ENDING)
        check_use(session);
    if (session->state == ENDING)
        run_end(session);
}

/* ---- begin and end of a session -------------------------------------------------------------- */

/* Starts an engine. One that cannot be started has ended already. */
static struct engine_session *session_new(struct gui *gui, const struct engine_spec *spec,
                                          const char *id) {
    struct engine_session *session = needed(calloc(1, sizeof *session));
    memcpy(session->id, id, sizeof session->id);
    session->client = needed(client_new(spec, gui->stop, gui->options->transcript, ++gui->started));
    session->log = event_log_new(LOG_BYTES);
    session->attached = session->active = session->refilled = clock_us();
    session->idle = gui->options->idle_seconds * SECOND;
    session->budget = BURST_BYTES;
    session->deadline = clock_us() + spec->limits.start;
    if (client_begin(session->client) != VERDICT_OK)
        engine_session_fail(session);
    else
        lines_send(&session->client->lines);
    return session;
}

/* Ends the engine, at once if it has not ended yet. NULL is allowed. */
static void session_free(struct engine_session *session) {
    if (!session)
        return;
    event_log_end(session->log);
    client_free(session->client);
    event_log_release(session->log);
    text_free(&session->held);
    free(session);
}

static int session_polls(struct engine_session *session, struct pollfd *polls) {
    const struct engine_lines *lines = &session->client->lines;
    const struct process *process = &lines->process;
    bool reads = !session->deaf && (session->state != OPEN || !is_paused(session));
    if (session->state == OVER)
        return 0;
    bool writes = process->in >= 0 && lines->sent < lines->out.length;
    polls[0] = (struct pollfd){.fd = session->ended ? -1 : process->control, .events = POLLIN};
    polls[1] = (struct pollfd){.fd = reads ? process->out : -1, .events = POLLIN};
    polls[2] = (struct pollfd){.fd = reads ? process->log : -1, .events = POLLIN};
    polls[3] = (struct pollfd){.fd = writes ? process->in : -1, .events = POLLOUT};
    return SESSION_POLLS;
}

/* Since when the engine is gone (clock_us()); INT64_MAX: it is not. */
static int64_t session_over_since(const struct engine_session *session) {
    return session->state == OVER ? session->deadline : INT64_MAX;
}

static int64_t session_deadline(const struct engine_session *session) {
    if (session->state == OVER)
        return INT64_MAX;
    if (session->more && !is_paused(session))
        return 0;
    bool waits = session->state == STARTING || session->state == ENDING;
    return waits && session->deadline < session->look ? session->deadline : session->look;
}

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

/* A place that is empty, or whose engine ended first; NULL: all engines run. */
static struct engine_session **gui_find_place(struct gui *gui) {
    struct engine_session **oldest = NULL;
    int64_t first = INT64_MAX;
    for (struct engine_session **place = gui->session; place < gui->session + SESSIONS_MAX;
         place++) {
        if (!*place)
            return place;
        if (session_over_since(*place) < first) {
            first = session_over_since(*place);
            oldest = place;
        }
    }
    return oldest;
}

/* The engine that a request names; NULL: there is none, and the request has been answered. */
static struct engine_session *find_session(struct gui *gui, struct http_request *request) {
    for (int i = 0; i < SESSIONS_MAX; i++)
        if (gui->session[i] && secret_is(gui->session[i]->id, request->word[0]))
            return gui->session[i];
    http_answer_error(request, 404, _("there is no such session"));
    return NULL;
}

static void open_session(void *context, struct http_request *request) {
    struct gui *gui = context;
    struct error error;
    char id[SECRET_SIZE];
    int64_t number = http_number(request->word[0]);
    if (number < 0 || number >= gui->options->engines) {
        http_answer_error(request, 404, _("there is no such engine"));
        return;
    }
    struct engine_session **place = gui_find_place(gui);
    if (!place) {
        http_answer_error(request, 503, _("too many engines are running: close a page"));
        return;
    }
    if (!secret_make(id, &error)) {
        http_answer_error(request, 503, error.text);
        return;
    }
    session_free(*place);
    *place = session_new(gui, gui->options->engine[number], id);
    struct json json = json_new_object();
    json_string(&json, "session", id);
    answer_json(request, 201, &json);
}

static void take_lines(void *context, struct http_request *request) {
    struct engine_session *session = find_session(context, request);
    if (!session || !http_argument_check(request, "at"))
        return;
    const struct refusal *refusal =
        session_say(session, http_argument(request, "at"), request->body, request->body_length);
    if (refusal) {
        http_answer_error(request, refusal->status, _(refusal->text));
        return;
    }
    struct json json = json_new_object();
    json_integer(&json, "lines", session->said);
    answer_json(request, 200, &json);
}

static void answer_events(void *context, struct http_request *request) {
    struct engine_session *session = find_session(context, request);
    if (session)
        http_answer_events(request, session->log);
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
    for (int i = 0; i < SESSIONS_MAX; i++) {
        struct engine_session *session = gui->session[i];
        if (!session)
            continue;
        session->first_poll = count;
        session->polls = session_polls(session, polls + count);
        count += session->polls;
        int64_t theirs = session_deadline(session);
        *deadline = theirs < *deadline ? theirs : *deadline;
    }
    return count;
}

static bool is_ready(const struct engine_session *session, const struct pollfd *polls) {
    for (int i = 0; i < session->polls; i++)
        if (polls[session->first_poll + i].revents)
            return true;
    return false;
}

static void run_sessions(struct gui *gui, const struct pollfd *polls) {
    int64_t now = clock_us();
    for (int i = 0; i < SESSIONS_MAX; i++) {
        struct engine_session *session = gui->session[i];
        if (session && now - session_over_since(session) > KEPT_SECONDS * SECOND) {
            session_free(session);
            gui->session[i] = NULL;
        } else if (session && (is_ready(session, polls) || now >= session_deadline(session))) {
            session_run(session);
        }
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
    for (int i = 0; i < SESSIONS_MAX; i++)
        if (gui->session[i])
            session_end(gui->session[i], "stopped", _("the program was ended"));
    http_server_run(gui->server, NULL);
    http_server_run(gui->server, NULL); /* streams that the first one woke */
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
    http_server_free(gui->server); /* which may start an engine once more */
    for (int i = 0; i < SESSIONS_MAX; i++)
        session_free(gui->session[i]);
    page_file_free(&gui->page);
    event_log_release(gui->here);
    text_free(&gui->game);
    free(gui);
    return begun;
}
