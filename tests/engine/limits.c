/* limits.c - from the fields of `go` to limits: pure arithmetic, so that no test has to wait. */
#include <stdio.h>

#include "engine/engine.h"
#include "tests/lib/tap.h"

enum { MS = 1000000 };

static struct protocol_parser *parser;

static struct limits limits_of(const char *line, int seat, int legal, long long overhead) {
    char copy[256];
    struct protocol_message message;
    struct protocol_error error = {.code = PROTOCOL_OK};
    struct limits limits;
    snprintf(copy, sizeof copy, "%s", line);
    ok(protocol_parse(parser, PROTOCOL_TO_ENGINE, copy, &message, &error) == PROTOCOL_OK, "%s: %s",
       line, error.code == PROTOCOL_OK ? "understood" : error.text);
    engine_limits(&message, seat, legal, overhead, &limits);
    return limits;
}

static long long soft_of(const struct limits *limits) {
    return limits->soft / MS;
}

static long long hard_of(const struct limits *limits) {
    return limits->hard / MS;
}

int main(void) {
    parser = protocol_parser_new();
    struct limits limits = limits_of("go movetime 30", 0, 40, 2);
    is_int(hard_of(&limits), 28, "movetime less the overhead");
    is_int(soft_of(&limits), 28, "is all there is");
    ok(limits.nodes == UINT64_MAX && limits.depth == INT32_MAX, "and the only limit");
    limits = limits_of("go movetime 30", 0, 40, 10);
    is_int(hard_of(&limits), 20, "a larger overhead");
    limits = limits_of("go movetime 1", 0, 40, 10);
    is_int(hard_of(&limits), 0, "never less than nothing");
    limits = limits_of("go nodes 77", 0, 40, 2);
    ok(limits.nodes == 77 && limits.hard == INT64_MAX, "nodes alone: no clock");
    limits = limits_of("go depth 5", 0, 40, 2);
    ok(limits.depth == 5 && limits.hard == INT64_MAX, "depth alone: no clock");
    limits = limits_of("go infinite", 0, 40, 2);
    ok(limits.hard == INT64_MAX && limits.soft == INT64_MAX, "infinite: no clock");
    limits = limits_of("go", 0, 40, 2);
    is_int(hard_of(&limits), 1000, "nothing said: a second");
    limits = limits_of("go movetime 500 nodes 9", 0, 40, 2);
    ok(limits.nodes == 9 && hard_of(&limits) == 498, "both");

    /* The clock: 40 cells to choose among leave some 16 moves to make. */
    limits = limits_of("go p1time 16002 p2time 100", 0, 40, 2);
    is_int(soft_of(&limits), 1000, "a share of one's own clock");
    is_int(hard_of(&limits), 3000, "and three of them at the most");
    limits = limits_of("go p1time 16002 p2time 102", 1, 40, 2);
    is_int(soft_of(&limits), 6, "the clock of the seat to move");
    limits = limits_of("go p1time 1602 p1inc 40", 0, 40, 2);
    is_int(soft_of(&limits), 130, "the increment is used, too");
    limits = limits_of("go p1time 302 p1inc 10000", 0, 4, 2);
    is_int(hard_of(&limits), 200, "but never more than two thirds of what is left");
    is_int(soft_of(&limits), 200, "whatever the increment");
    limits = limits_of("go p1time 1", 0, 40, 2);
    is_int(hard_of(&limits), 0, "a clock that has run out");

    /* Over a whole half the clock never runs dry: each move takes its hard limit. */
    long long left = 1000;
    for (int legal = 48; legal > 0; legal -= 2) {
        char line[64];
        struct protocol_message message;
        struct protocol_error error;
        snprintf(line, sizeof line, "go p1time %lld", left);
        protocol_parse(parser, PROTOCOL_TO_ENGINE, line, &message, &error);
        engine_limits(&message, 0, legal, 2, &limits);
        left -= hard_of(&limits);
        if (hard_of(&limits) < 0 || left <= 0)
            break;
    }
    ok(left > 0, "24 moves at the hard limit leave %lld of 1000 ms", left);
    protocol_parser_free(parser);
    return done();
}
