/* engine_lines.c - lines to and from an engine, as far as they do not depend on the protocol.
 *
 * Nothing waits for the engine to read: what its pipe does not take now is sent while we wait for
 * an answer. All waiting is done in pump(), which also reads standard error, notices the end of the
 * engine, and ends at the deadline. Time in which this process was stopped is not counted.
 */
#include "config.h"

#include "referee/engines/engine_lines.h"

#include "base/affinity.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/wait.h"
#include "half/engine_spec.h"
#include "referee/engines/builtin.h"
#include "referee/engines/transcript.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STOP_CHECK_MS = 100, LOG_READS = 64 };

static void forget(struct engine_lines *lines) {
    text_clear(&lines->out);
    lines->sent = lines->noted = 0;
    lines->moves_open = false;
}

static void begin_to_speak(struct engine_lines *lines) {
    char event[64];
    snprintf(event, sizeof event, "started as process %d", (int)lines->process.pid);
    lines_note(lines, event);
    line_open(&lines->reader, lines->process.out);
    lines->logged = 0;
    forget(lines);
    lines->together = affinity_processors() == 1;
}

/* A program that could not be started; no words: its command line is wrong. */
struct attempt {
    const struct engine_spec *spec;
    char **words;
    struct process_failure failure;
};

static void write_attempt(const void *context, char *text) {
    const struct attempt *attempt = context;
    struct error error = {.text = ""};
    if (attempt->words) {
        process_failure_text(&attempt->failure, attempt->words[0], attempt->spec->dir, text,
                             FAULT_TEXT_SIZE);
        return;
    }
    builtin_command(attempt->spec->command, &error); /* for the message alone */
    snprintf(text, FAULT_TEXT_SIZE, "%.*s", FAULT_TEXT_SIZE - 1, error.text);
}

/* Every program is started once before a league. If one does not start later, the engine is not to
 * blame: its file is gone or may no longer be run, or processes, descriptors or memory are short.
 */
bool lines_start(struct engine_lines *lines, const struct engine_spec *spec) {
    struct error error;
    struct attempt attempt = {.spec = spec, .words = builtin_command(spec->command, &error)};
    struct resources resources = spec->resources;
    if (builtin_is(spec->command))
        resources.sandbox = SANDBOX_NO; /* our own engine: no need for restrictions */
    bool runs = attempt.words && process_start(&lines->process, attempt.words, spec->dir,
                                               &resources, &attempt.failure);
    if (runs)
        begin_to_speak(lines);
    else {
        fault_write(&lines->fault, VERDICT_MACHINE, write_attempt, &attempt);
        lines->fault.kind = attempt.words ? error_kind_of(attempt.failure.reason) : ERROR_INPUT;
    }
    free(attempt.words);
    return runs;
}

void lines_close(struct engine_lines *lines, int grace_ms) {
    process_stop(&lines->process, grace_ms, lines->stop);
    forget(lines);
}

/* ---- the transcript -------------------------------------------------------------------------- */

static void engine_lines_note(struct engine_lines *lines, char direction, const char *text,
                              size_t length) {
    if (lines->transcript)
        transcript_add_lines(lines->transcript, lines->worker, lines->name, direction, text,
                             length);
}

void lines_note(struct engine_lines *lines, const char *event) {
    engine_lines_note(lines, '-', event, strlen(event));
}

/* Reads standard error. False: there was nothing. */
static bool read_log(struct engine_lines *lines) {
    struct process *process = &lines->process;
    size_t count = process_read_log(process);
    if (lines->logged < LINES_LOG_BYTES && count > 0) {
        engine_lines_note(lines, '!', process->words + process->words_length - count, count);
        lines->logged += count;
        if (lines->logged >= LINES_LOG_BYTES)
            lines_note(lines, "standard error is not written down any more");
    }
    return count > 0;
}

/* ---- sending --------------------------------------------------------------------------------- */

void lines_say(struct engine_lines *lines, const char *line) {
    text_add(&lines->out, line);
    text_add_bytes(&lines->out, "\n", 1);
    lines->moves_open = false;
}

void lines_say_move(struct engine_lines *lines, const char *move) {
    struct text *out = &lines->out;
    if (out->length > lines->sent && lines->moves_open)
        out->bytes[out->length - 1] = ' ';
    else
        text_add_bytes(out, "play ", 5);
    text_add(out, move);
    text_add_bytes(out, "\n", 1);
    lines->moves_open = true;
}

/* How an engine has ended, or what was seen instead. */
struct ending {
    const struct process *process;
    const char *instead;
};

static void write_ending(const void *context, char *text) {
    const struct ending *ending = context;
    process_end_text(ending->process, _(ending->instead), text, FAULT_TEXT_SIZE);
}

static enum verdict gone(struct engine_lines *lines, const char *instead) {
    const struct ending ending = {&lines->process, instead};
    for (int i = 0; i < LOG_READS && read_log(lines); i++)
        continue;
    const struct process *process = &lines->process;
    bool greedy = process_await_end(&lines->process);
    bool unstarted =
        process->report.ended && sandbox_failed(&process->sandbox, process->report.status);
    enum verdict verdict = greedy ? VERDICT_LIMIT : unstarted ? VERDICT_MACHINE : VERDICT_CRASH;
    return fault_write(&lines->fault, verdict, write_ending, &ending);
}

/* Writes what the pipe takes. False: the reader has gone. */
static bool flush(struct engine_lines *lines) {
    struct text *out = &lines->out;
    needed_text(out); /* nothing is sent rather than a part */
    lines->moves_open = false;
    if (lines->noted < out->length)
        engine_lines_note(lines, '>', out->bytes + lines->noted, out->length - lines->noted);
    lines->noted = out->length;
    process_release(&lines->process);
    while (lines->sent < out->length) {
        ssize_t count =
            write(lines->process.in, out->bytes + lines->sent, out->length - lines->sent);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno == EAGAIN;
        lines->sent += (size_t)count;
    }
    lines->sent = lines->noted = 0;
    text_clear(out);
    return true;
}

void lines_send(struct engine_lines *lines) {
    flush(lines); /* a failure shows again where we wait */
}

/* ---- receiving ------------------------------------------------------------------------------- */

void lines_begin(struct engine_lines *lines, int64_t deadline) {
    lines->deadline = deadline;
    lines->begun = clock_us();
    lines->lost = 0;
    lines->bytes = 0;
    lines->late = false;
    lines->early = true;
}

static enum verdict receive(struct engine_lines *lines) {
    long count = line_fill(&lines->reader);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
        return gone(lines, N_("cannot be read"));
    if (count > 0)
        lines->bytes += (size_t)count;
    if (lines->bytes > LINES_DIALOGUE_BYTES)
        return fault_set(&lines->fault, VERDICT_PROTOCOL,
                         N_("more than %d bytes without the expected answer"),
                         LINES_DIALOGUE_BYTES);
    return VERDICT_OK;
}

/* Moves the deadline by the time in which we were stopped. */
static void note_lost(struct engine_lines *lines, int64_t until) {
    int64_t lost = wait_lost(until);
    lines->deadline += lost;
    lines->lost += lost;
    lines->woken = clock_us();
}

/* Reads before waiting, once for each dialogue; true: something came. This costs less than poll():
 * an engine on the same processor has often answered before write() returns, and nearly always if
 * we let it run first. Doing it only once keeps the deadline for an engine that never stops
 * talking. */
static bool receive_early(struct engine_lines *lines, enum verdict *verdict) {
    size_t before = lines->bytes;
    lines->early = false;
    if (lines->together)
        affinity_yield();
    *verdict = receive(lines);
    note_lost(lines, lines->begun);
    return *verdict != VERDICT_OK || lines->bytes > before;
}

/* One round: sends what is left, sleeps until something happens or the deadline is over, and
 * receives. After the deadline it still looks once into the pipe: an answer may have been in time
 * when we were not. */
static enum verdict pump(struct engine_lines *lines) {
    needed_text(&lines->out); /* what was lost cannot be seen by its length */
    if (lines->sent < lines->out.length && !flush(lines))
        return gone(lines, N_("closed its input"));
    enum verdict verdict;
    if (lines->early && receive_early(lines, &verdict))
        return verdict;
    int64_t now = clock_us(), wait = lines->deadline - now;
    if (wait <= 0 && lines->late)
        return VERDICT_STALL;
    lines->late = wait <= 0;
    int64_t until = now + (wait <= 0                     ? 0
                           : wait < STOP_CHECK_MS * 1000 ? wait
                                                         : STOP_CHECK_MS * 1000);
    bool unsent = lines->sent < lines->out.length;
    struct pollfd wanted[] = {{.fd = lines->process.out, .events = POLLIN},
                              {.fd = lines->process.log, .events = POLLIN},
                              {.fd = unsent ? lines->process.in : -1, .events = POLLOUT}};
    int ready = wait_poll(wanted, unsent ? 3 : 2, until, NULL);
    note_lost(lines, until);
    if (lines->stop && atomic_load_explicit(lines->stop, memory_order_relaxed))
        return fault_set(&lines->fault, VERDICT_STOPPED, N_("interrupted"));
    if (ready == 0 && process_has_ended(&lines->process))
        return gone(lines,
                    N_("ended")); /* another process may hold its pipes, but none will answer */
    if (ready <= 0)
        return VERDICT_OK;
    if (wanted[1].revents)
        read_log(lines);
    return wanted[0].revents ? receive(lines) : VERDICT_OK;
}

static enum verdict judge_line(struct engine_lines *lines, enum line_status status) {
    if (status == LINE_TOO_LONG)
        return fault_set(&lines->fault, VERDICT_PROTOCOL, N_("a line of more than %d bytes"),
                         LINE_BYTES_MAX);
    if (status == LINE_NUL)
        return fault_set(&lines->fault, VERDICT_PROTOCOL, N_("a line with a NUL byte"));
    return VERDICT_OK;
}

enum verdict lines_left(struct engine_lines *lines, bool look, char **line) {
    enum verdict verdict = look ? receive(lines) : VERDICT_OK;
    enum line_status status = verdict == VERDICT_OK ? line_next(&lines->reader, line) : LINE_NONE;
    if (status != LINE_READY)
        *line = NULL;
    else if (lines->transcript)
        engine_lines_note(lines, '<', *line, strlen(*line));
    return verdict == VERDICT_OK ? judge_line(lines, status) : verdict;
}

enum verdict lines_next(struct engine_lines *lines, char **line) {
    if (lines->sent < lines->out.length && !flush(lines))
        return gone(lines, N_("closed its input"));
    for (;;) {
        enum line_status status = line_next(&lines->reader, line);
        if (status == LINE_READY && lines->transcript)
            engine_lines_note(lines, '<', *line, strlen(*line));
        if (status == LINE_END)
            return gone(lines, N_("closed its output"));
        if (status != LINE_NONE)
            return judge_line(lines, status);
        enum verdict verdict = pump(lines);
        if (verdict != VERDICT_OK)
            return verdict;
    }
}
