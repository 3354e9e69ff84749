/* engine_session.c - an engine that the page of `gui` speaks to. Everything is done from one
 * thread, by session_run(), whenever a descriptor is ready or something is due. */
#include "config.h"

#include "club/gui/gui.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "referee/engines/engine_client.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000)

enum { LOOK_US = 1000000 };

/* What it is doing. */
enum state {
    STARTING, /* it is asked who it is and given its options; lines wait */
    OPEN,
    ENDING, /* it was told to quit */
    OVER
};

struct engine_session {
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

struct event_log *session_log(struct engine_session *session) {
    return session->log;
}

int64_t session_said(const struct engine_session *session) {
    return session->said;
}

int64_t session_over_since(const struct engine_session *session) {
    return session->state == OVER ? session->deadline : INT64_MAX;
}

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

/* The engine gets `quit` and some time to end; readers are told at once. */
void session_end(struct engine_session *session, const char *reason, const char *text) {
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

enum session_taken session_say(struct engine_session *session, int64_t at, const char *lines,
                               size_t length) {
    const char *end = lines + length;
    if (session->state >= ENDING)
        return SESSION_BROKEN;
    for (const char *start = lines, *next; start < end; start = next) {
        next = skip(start, end, 1);
        if (!may_say(start, (size_t)(next - start) - (next[-1] == '\n')))
            return SESSION_REFUSED;
    }
    if (at > session->said)
        return SESSION_GAP;
    if (at >= 0)
        lines = skip(lines, end, session->said - at);
    if (unsent(session) + (size_t)(end - lines) > SESSION_UNSENT_BYTES)
        return SESSION_FULL;
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
    return SESSION_TAKEN;
}

static bool is_paused(const struct engine_session *session) {
    return event_log_untaken(session->log) > SESSION_UNTAKEN_BYTES;
}

/* Whether the engine has written more than it may: a fault, which is set. */
static bool floods(struct engine_session *session) {
    struct engine_lines *lines = &session->client->lines;
    int64_t now = clock_us();
    session->budget += (now - session->refilled) * SESSION_FLOW_BYTES / SECOND;
    if (session->budget > SESSION_BURST_BYTES)
        session->budget = SESSION_BURST_BYTES;
    session->refilled = now;
    session->budget -= (int64_t)lines->bytes;
    if (session->budget >= 0)
        return false;
    fault_set(&lines->fault, VERDICT_PROTOCOL, N_("more than %d bytes a second, and %d at once"),
              SESSION_FLOW_BYTES, SESSION_BURST_BYTES);
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
    if (now - session->attached >= SESSION_DETACHED_SECONDS * SECOND)
        session_end(session, "idle", _("nobody reads what the engine writes"));
    else if (now - session->active >= session->idle)
        session_end(session, "idle", _("nothing was sent for too long"));
}

void session_run(struct engine_session *session) {
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

/* ---- the loop's side ------------------------------------------------------------------------- */

struct engine_session *session_new(const struct engine_spec *spec, const atomic_int *stop,
                                   struct transcript *transcript, int number, int idle_seconds) {
    struct engine_session *session = needed(calloc(1, sizeof *session));
    session->client = needed(client_new(spec, stop, transcript, number));
    session->log = event_log_new(SESSION_LOG_BYTES);
    session->attached = session->active = session->refilled = clock_us();
    session->idle = idle_seconds * SECOND;
    session->budget = SESSION_BURST_BYTES;
    session->deadline = clock_us() + spec->limits.start;
    if (client_begin(session->client) != VERDICT_OK)
        engine_session_fail(session);
    else
        lines_send(&session->client->lines);
    return session;
}

void session_free(struct engine_session *session) {
    if (!session)
        return;
    event_log_end(session->log);
    client_free(session->client);
    event_log_release(session->log);
    text_free(&session->held);
    free(session);
}

int session_polls(struct engine_session *session, struct pollfd *polls) {
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
    return SESSION_POLLS_MAX;
}

int64_t session_deadline(const struct engine_session *session) {
    if (session->state == OVER)
        return INT64_MAX;
    if (session->more && !is_paused(session))
        return 0;
    bool waits = session->state == STARTING || session->state == ENDING;
    return waits && session->deadline < session->look ? session->deadline : session->look;
}
