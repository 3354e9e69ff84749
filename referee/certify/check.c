/* check.c - what every check of an engine uses: its outcome, and a dialogue with one process of the
 * engine, of which all lines are kept to be shown if the check fails. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/needed.h"
#include "half/engine_spec.h"
#include "referee/engines/descendants.h"
#include "referee/engines/engine_lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SHOWN = 200 };

/* ---- outcomes -------------------------------------------------------------------------------- */

bool check_fail(struct check_run *run, const char *format, ...) {
    va_list list;
    if (run->why[0])
        return false; /* what went wrong first counts */
    va_start(list, format);
    vsnprintf(run->why, sizeof run->why, format, list);
    va_end(list);
    return false;
}

bool check_skip(struct check_run *run, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(run->why, sizeof run->why, format, list);
    va_end(list);
    run->skipped = true;
    return true;
}

/* ---- the dialogue ---------------------------------------------------------------------------- */

void check_prepare(struct check_run *run, const atomic_int *stop) {
    run->lines = needed(calloc(1, sizeof *run->lines));
    run->lines->stop = stop;
    run->lines->name = run->spec->name;
}

void check_finish(struct check_run *run) {
    check_close(run);
    text_free(&run->lines->out);
    free(run->lines);
}

/* Keeps a line to be shown, not the whole of a long one. */
static void check_note(struct check_run *run, char direction, const char *line) {
    char shown[LINE_SHOWN];
    text_clean(shown, sizeof shown, line);
    text_addf(&run->said, "%c %s%s\n", direction, shown,
              strlen(line) >= sizeof shown ? " ..." : "");
}

bool check_start(struct check_run *run) {
    check_close(run);
    text_clear(&run->said);
    return lines_start(run->lines, run->spec) || check_fail(run, "%s", check_end(run));
}

void check_close(struct check_run *run) {
    lines_close(run->lines, 0);
}

bool check_open(struct check_run *run) {
    bool ended = false;
    char *line;
    if (!check_start(run))
        return false;
    check_say(run, "tgi");
    while ((line = check_line(run, (int)(run->spec->limits.start / 1000), &ended)))
        if (strcmp(line, "tgiok") == 0)
            return check_ready(run);
    return check_fail(run, ended ? _("it ended before tgiok") : _("tgiok is missing"));
}

bool check_names(const struct text *words, const char *word) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %s ", word);
    return strstr(text_get(words), wanted) != NULL;
}

bool check_has(const struct check_run *run, const char *feature) {
    return check_names(&run->announced.features, feature);
}

void check_send(struct check_run *run, const char *bytes, size_t length, const char *shown) {
    check_note(run, '>', shown);
    text_add_bytes(&run->lines->out, bytes, length);
    needed_text(&run->said);
    lines_send(run->lines);
}

void check_say(struct check_run *run, const char *format, ...) {
    struct text line = {0}, sent = {0};
    va_list list;
    va_start(list, format);
    text_vaddf(&line, format, list);
    va_end(list);
    text_addf(&sent, "%s\n", needed_text(&line));
    check_send(run, needed_text(&sent), sent.length, text_get(&line));
    text_free(&line);
    text_free(&sent);
}

char *check_any_line(struct check_run *run, int ms, bool *ended) {
    char *line;
    enum verdict verdict;
    lines_begin(run->lines, clock_us() + ms * INT64_C(1000));
    verdict = lines_next(run->lines, &line);
    *ended = verdict != VERDICT_OK && verdict != VERDICT_STALL;
    if (*ended)
        check_note(run, '-', check_end(run));
    if (verdict != VERDICT_OK)
        return NULL;
    check_note(run, '<', line);
    return line;
}

char *check_line(struct check_run *run, int ms, bool *ended) {
    int64_t deadline = clock_us() + ms * INT64_C(1000);
    for (;;) {
        int64_t left = (deadline - clock_us()) / 1000;
        char *line = check_any_line(run, left > 0 ? (int)left : 0, ended);
        if (!line || (*line && strncmp(line, "info", 4) != 0))
            return line;
    }
}

int64_t check_came(const struct check_run *run) {
    return run->lines->woken;
}

const char *check_end(const struct check_run *run) {
    return run->lines->fault.shown;
}

bool check_ended_well(const struct check_run *run) {
    return strstr(run->lines->fault.text, "exited with status 0") != NULL;
}

void check_hang_up(struct check_run *run) {
    process_hang_up(&run->lines->process);
    check_note(run, '-', _("its input is closed"));
}

int64_t check_memory_kib(const struct check_run *run) {
    struct descendants descendants;
    descendants_open(&descendants);
    descendants_find(&descendants, run->lines->process.supervisor);
    int64_t bytes = descendants_weigh(&descendants, true, 0).memory;
    descendants_close(&descendants);
    return bytes / 1024;
}

char *check_expect(struct check_run *run, const char *wanted, int ms) {
    bool ended;
    size_t length = strlen(wanted);
    char *line = check_line(run, ms, &ended);
    if (line && strncmp(line, wanted, length) == 0 && (!line[length] || line[length] == ' '))
        return line;
    if (line)
        check_fail(run, _("expected '%s', got '%.200s'"), wanted, line);
    else if (ended)
        check_fail(run, _("expected '%s', but the engine %s"), wanted, check_end(run));
    else
        check_fail(run, _("expected '%s', but nothing came within %d ms"), wanted, ms);
    return NULL;
}

bool check_ready(struct check_run *run) {
    check_say(run, "isready");
    return check_expect(run, "readyok", PATIENCE_MS) != NULL;
}

bool check_refused(struct check_run *run, const char *code) {
    char *line = check_expect(run, "error", PATIENCE_MS);
    if (!line)
        return false;
    char said[32] = "";
    sscanf(line, "error %31s", said);
    if (protocol_code_find(said) == PROTOCOL_OK)
        return check_fail(run, _("'%s' is not an error code"), said);
    bool same = !code || strcmp(said, code) == 0 ||
                (strcmp(code, "unknown") == 0 && strcmp(said, "unsupported") == 0);
    if (!same)
        return check_fail(run, _("expected error %s, got error %s"), code, said);
    if (!strchr(line, ':'))
        return check_fail(run, _("'%.200s' is not error CODE COMMAND: TEXT"), line);
    return check_ready(run);
}

bool check_dialogue(struct check_run *run, const char *lines) {
    bool good = true;
    for (size_t length; good && *lines; lines += length + (lines[length] == '\n')) {
        char words[80];
        length = strcspn(lines, "\n");
        snprintf(words, sizeof words, "%.*s", (int)length - 2, lines + 2);
        if (*lines == '>')
            check_say(run, "%s", words);
        else if (strncmp(words, "error", 5) == 0)
            good = check_refused(run, words[5] ? words + 6 : NULL);
        else
            good = check_expect(run, words, PATIENCE_MS) != NULL;
    }
    return good;
}
