/* engine_client_lines.c - lines to an engine and lines from it, under one deadline a dialogue; see
 * engine_client_parts.h. */
#include "config.h"

#include "base/affinity.h"
#include "base/clock.h"
#include "base/language.h"
#include "referee/engines/engine_client_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { STOP_CHECK_MS = 100, LOG_READS = 64 };

void client_warn(struct engine_client *client, const char *what, const char *line) {
    char shown[CLIENT_SHOWN];
    text_printable(shown, sizeof shown, line);
    if (client->warnings++ == 0) /* not translated: for records alone */
        fault_set(&client->warning, VERDICT_WARNING, "%s: %s", what, shown);
}

/* ---- the transcript -------------------------------------------------------------------------- */

static void note(struct engine_client *client, char direction, const char *text, size_t length) {
    if (client->transcript)
        transcript_add_lines(client->transcript, client->worker, client->spec->name, direction,
                             text, length);
}

void client_note_event(struct engine_client *client, const char *event) {
    note(client, '-', event, strlen(event));
}

void client_note(struct engine_client *client, const struct fault *fault) {
    char text[FAULT_TEXT_SIZE + 32];
    snprintf(text, sizeof text, "%s: %s", verdict_name(fault->verdict), fault->text);
    client_note_event(client, text);
}

/* Whether there was anything. */
static bool read_log(struct engine_client *client) {
    struct process *process = &client->process;
    size_t count = process_read_log(process);
    note(client, '!', process->words + process->words_length - count, count);
    return count > 0;
}

/* ---- sending --------------------------------------------------------------------------------- */

void client_say(struct engine_client *client, const char *line) {
    text_add(&client->out, line);
    text_add_bytes(&client->out, "\n", 1);
    client->moves_open = false;
}

void client_say_move(struct engine_client *client, const char *move) {
    struct text *out = &client->out;
    if (out->length > client->sent && client->moves_open)
        out->bytes[out->length - 1] = ' ';
    else
        text_add_bytes(out, "play ", 5);
    text_add(out, move);
    text_add_bytes(out, "\n", 1);
    client->moves_open = true;
}

/* How an engine has ended, or what was seen instead. */
struct ending {
    const struct process *process;
    const char *instead;
};

static void write_ending(const void *context, char *text) {
    const struct ending *ending = context;
    process_describe_end(ending->process, _(ending->instead), text, FAULT_TEXT_SIZE);
}

static enum verdict gone(struct engine_client *client, const char *instead) {
    const struct ending ending = {&client->process, instead};
    for (int i = 0; i < LOG_READS && read_log(client); i++)
        continue;
    bool greedy = process_await_end(&client->process);
    return fault_write(&client->fault, greedy ? VERDICT_LIMIT : VERDICT_CRASH, write_ending,
                       &ending);
}

/* Writes what the pipe takes. False: nobody reads any more. */
static bool flush(struct engine_client *client) {
    struct text *out = &client->out;
    client->moves_open = false;
    if (client->noted < out->length)
        note(client, '>', out->bytes + client->noted, out->length - client->noted);
    client->noted = out->length;
    while (client->sent < out->length) {
        ssize_t count =
            write(client->process.in, out->bytes + client->sent, out->length - client->sent);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno == EAGAIN;
        client->sent += (size_t)count;
    }
    client->sent = client->noted = 0;
    text_clear(out);
    return true;
}

void client_send(struct engine_client *client) {
    flush(client); /* a failure shows again where we wait */
}

/* ---- receiving ------------------------------------------------------------------------------- */

void client_begin_dialogue(struct engine_client *client, int64_t deadline) {
    client->deadline = deadline;
    client->bytes = 0;
    client->late = false;
    client->early = true;
}

/* Reads what poll() has found. */
static enum verdict receive(struct engine_client *client) {
    long count = line_fill(&client->reader);
    if (count < 0 && errno != EAGAIN && errno != EINTR)
        return gone(client, N_("cannot be read"));
    if (count > 0)
        client->bytes += (size_t)count;
    if (client->bytes > CLIENT_DIALOGUE_BYTES)
        return fault_set(&client->fault, VERDICT_PROTOCOL,
                         N_("more than %d bytes without the answer asked for"),
                         CLIENT_DIALOGUE_BYTES);
    return VERDICT_OK;
}

/* Whether an answer is there already, which costs less to find out by reading than by poll(): an
 * engine on the same processor is often done before we come back from write(), and nearly always if
 * we let it run first. Only once for each dialogue, so that the deadline binds an engine that never
 * stops talking. */
static bool receive_early(struct engine_client *client, enum verdict *verdict) {
    size_t before = client->bytes;
    client->early = false;
    if (client->together)
        affinity_yield();
    *verdict = receive(client);
    client->woken = clock_us();
    return *verdict != VERDICT_OK || client->bytes > before;
}

/* One round: send what is left, sleep until something happens or the deadline is there, receive. At
 * the deadline what lies in the pipe already is still taken, once: we may have been kept from
 * looking. */
static enum verdict pump(struct engine_client *client) {
    if (client->out.failed)
        return fault_set(&client->fault, VERDICT_START, N_("out of memory"));
    if (client->sent < client->out.length && !flush(client))
        return gone(client, N_("closed its input"));
    enum verdict verdict;
    if (client->early && receive_early(client, &verdict))
        return verdict;
    int64_t wait = client->deadline - clock_us();
    if (wait <= 0 && client->late)
        return VERDICT_STALL;
    client->late = wait <= 0;
    int timeout = wait <= 0                       ? 0
                  : wait > STOP_CHECK_MS * 1000LL ? STOP_CHECK_MS
                                                  : (int)((wait + 999) / 1000);
    bool unsent = client->sent < client->out.length;
    struct pollfd wanted[] = {{.fd = client->process.out, .events = POLLIN},
                              {.fd = client->process.log, .events = POLLIN},
                              {.fd = unsent ? client->process.in : -1, .events = POLLOUT}};
    int ready = poll(wanted, unsent ? 3 : 2, timeout);
    client->woken = clock_us();
    if (client->stop && atomic_load_explicit(client->stop, memory_order_relaxed))
        return fault_set(&client->fault, VERDICT_STOPPED, N_("interrupted"));
    if (ready == 0 && process_has_ended(&client->process))
        return gone(client, N_("ended")); /* whoever holds its pipes, nobody will answer */
    if (ready <= 0)
        return VERDICT_OK;
    if (wanted[1].revents)
        read_log(client);
    return wanted[0].revents ? receive(client) : VERDICT_OK;
}

enum verdict client_next_line(struct engine_client *client, char **line) {
    if (client->sent < client->out.length && !flush(client))
        return gone(client, N_("closed its input"));
    for (;;) {
        switch (line_next(&client->reader, line)) {
        case LINE_READY:
            if (client->transcript)
                note(client, '<', *line, strlen(*line));
            return VERDICT_OK;
        case LINE_TOO_LONG:
            return fault_set(&client->fault, VERDICT_PROTOCOL, N_("a line of more than %d bytes"),
                             LINE_BYTES_MAX);
        case LINE_NUL:
            return fault_set(&client->fault, VERDICT_PROTOCOL, N_("a line with a NUL byte"));
        case LINE_END:
            return gone(client, N_("closed its output"));
        case LINE_NONE:
            break;
        }
        enum verdict verdict = pump(client);
        if (verdict != VERDICT_OK)
            return verdict;
    }
}
