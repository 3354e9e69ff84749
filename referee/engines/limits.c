/* limits.c - see limits.h. */
#include "config.h"

#include "referee/engines/limits.h"

#include "base/language.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    MILLISECOND = 1000,
    MARGIN_MS = 100,
    CAP_MS = 60000,
    WAIT_MS = 10000, /* start too */
    QUIT_MS = 1000
};

#define SECOND        INT64_C(1000000)
#define DAY_MS        INT64_C(86400000)
#define NODES_MAX     INT64_C(1000000000000000)
#define DEPTH_MAX     10000
#define CLOCK_MAX     (1000 * 86400.0)
#define INCREMENT_MAX 86400.0

void limits_default(struct limits *limits) {
    *limits = (struct limits){.margin = MARGIN_MS * MILLISECOND,
                              .cap = CAP_MS * MILLISECOND,
                              .start = WAIT_MS * MILLISECOND,
                              .wait = WAIT_MS * MILLISECOND,
                              .quit = QUIT_MS * MILLISECOND};
}

void limits_clear_search(struct limits *limits) {
    limits->movetime = limits->clock = limits->increment = limits->nodes = 0;
    limits->depth = 0;
}

/* A whole number within bounds. */
static bool read_number(const char *key, const char *value, int64_t min, int64_t max,
                        const char *unit, int64_t *number, char *error) {
    char *end;
    errno = 0;
    long long got = strtoll(value, &end, 10);
    if (end == value || *end || errno || got < min || got > max)
        return error_set(error, _("%s must be a whole number of %s from %lld to %lld, not '%s'"),
                         key, _(unit), (long long)min, (long long)max, value);
    *number = got;
    return true;
}

/* Seconds with decimals, up to `stop`. */
static bool read_seconds(const char *value, char stop, double max, int64_t *us, char **end) {
    size_t length = strspn(value, "0123456789.");
    if (length == 0 || value[length] != stop)
        return false; /* what strtod() would take besides: hexadecimal, exponents, names */
    double seconds = strtod(value, end);
    if (*end == value || **end != stop || !(seconds >= 0 && seconds <= max))
        return false;
    *us = (int64_t)(seconds * (double)SECOND + 0.5);
    return true;
}

static bool set_clock(struct limits *limits, const char *value, char *error) {
    char *end;
    const char *plus = strchr(value, '+');
    limits->increment = 0;
    if (!read_seconds(value, plus ? '+' : '\0', CLOCK_MAX, &limits->clock, &end) ||
        (plus && !read_seconds(plus + 1, '\0', INCREMENT_MAX, &limits->increment, &end)) ||
        limits->clock < MILLISECOND)
        return error_set(
            error,
            _("tc must be SECONDS or SECONDS+INCREMENT, such as 10+0.1 (at least 0.001 "
              "seconds), not '%s'"),
            value);
    return true;
}

static bool set_milliseconds(struct limits *limits, const char *key, const char *value,
                             char *error) {
    const struct {
        const char *key;
        int64_t *limit, min;
    } rows[] = {
        {"movetime", &limits->movetime, 1}, {"margin", &limits->margin, 0},
        {"cap", &limits->cap, 1},           {"start", &limits->start, 1},
        {"wait", &limits->wait, 1},         {"quit", &limits->quit, 0},
    };
    int64_t number;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].key, key) != 0)
            continue;
        if (!read_number(key, value, rows[i].min, DAY_MS, N_("milliseconds"), &number, error))
            return false;
        *rows[i].limit = number * MILLISECOND;
        return true;
    }
    return error_set(error, _("no limit '%s'"), key);
}

bool limits_set(struct limits *limits, const char *key, const char *value, char *error) {
    int64_t number;
    if (strcmp(key, "tc") == 0)
        return set_clock(limits, value, error);
    if (strcmp(key, "nodes") == 0)
        return read_number(key, value, 1, NODES_MAX, N_("nodes"), &limits->nodes, error);
    if (strcmp(key, "depth") == 0) {
        if (!read_number(key, value, 1, DEPTH_MAX, N_("plies"), &number, error))
            return false;
        limits->depth = (int)number;
        return true;
    }
    return set_milliseconds(limits, key, value, error);
}

void limits_write(const struct limits *limits, struct text *text) {
    if (limits->movetime)
        text_addf(text, "movetime=%lld ", (long long)(limits->movetime / MILLISECOND));
    if (limits->clock)
        text_addf(text, "tc=%.6f+%.6f ", (double)limits->clock / (double)SECOND,
                  (double)limits->increment / (double)SECOND);
    if (limits->nodes)
        text_addf(text, "nodes=%lld ", (long long)limits->nodes);
    if (limits->depth)
        text_addf(text, "depth=%d ", limits->depth);
    text_addf(text, "margin=%lld cap=%lld start=%lld wait=%lld",
              (long long)(limits->margin / MILLISECOND), (long long)(limits->cap / MILLISECOND),
              (long long)(limits->start / MILLISECOND), (long long)(limits->wait / MILLISECOND));
}
