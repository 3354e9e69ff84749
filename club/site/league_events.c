/* league_events.c - see league_events.h. */
#include "config.h"

#include "club/site/league_events.h"

#include "base/json.h"
#include "club/http/event_log.h"
#include "half/moves.h"
#include "record/half_json.h"
#include "record/live.h"

#include <stddef.h>
#include <string.h>

void league_events_add_half(const struct live_half *half, struct json *json) {
    json_integer(json, "game", half->game);
    json_integer(json, "half", half->half);
    json_integer(json, "round", half->round);
    json_string(json, "board", half->board_name);
    json_open(json, "seats", '[');
    for (int i = 0; i < half->seats; i++)
        json_string(json, NULL, half->player[i]);
    json_close(json, ']');
    json_integers(json, "carry", half->carry, half->seats);
    half_json_moves(half->moves, half->clocks, json);
    json_string(json, "begun", half->begun);
    json_string(json, "moved", half->moved);
}

static void begin(struct json *json, const char *kind) {
    *json = (struct json){0};
    json_open(json, NULL, '{');
    json_string(json, "kind", kind);
}

static void end(struct event_log *log, struct json *json) {
    json_close(json, '}');
    if (!json->text.failed)
        event_log_add(log, NULL, text_get(&json->text));
    text_free(&json->text);
}

void league_events_say(struct event_log *log, const char *kind) {
    struct json json;
    begin(&json, kind);
    end(log, &json);
}

void league_events_live(struct event_log *log, bool live) {
    struct json json;
    begin(&json, "live");
    json_bool(&json, "live", live);
    end(log, &json);
}

static void say_half(struct event_log *log, const struct live_half *half, bool begins) {
    struct json json;
    begin(&json, begins ? "begin" : "over");
    if (begins) {
        league_events_add_half(half, &json);
    } else {
        json_integer(&json, "game", half->game);
        json_integer(&json, "half", half->half);
    }
    end(log, &json);
}

static void say_moves(struct event_log *log, const struct live_half *half, int known) {
    struct moves_reader reader = moves_read(half->moves, half->clocks);
    while (moves_next(&reader)) {
        struct json json;
        if (reader.ply <= known)
            continue;
        begin(&json, "move");
        json_integer(&json, "game", half->game);
        json_integer(&json, "half", half->half);
        json_integer(&json, "ply", reader.ply);
        json_string(&json, "move", reader.text);
        json_integer(&json, "took_us", reader.took);
        end(log, &json);
    }
}

static const struct live_half *find(const struct live_seen *seen, const struct live_half *half) {
    for (int i = 0; i < seen->halves; i++)
        if (seen->half[i].game == half->game && seen->half[i].half == half->half)
            return &seen->half[i];
    return NULL;
}

/* Whether the half goes on, with no other moves than it had; one that was interrupted is played
 * again from its beginning. */
static bool goes_on(const struct live_half *before, const struct live_half *now) {
    return before && strncmp(before->moves, now->moves, strlen(before->moves)) == 0;
}

void league_events_compare(struct event_log *log, const struct live_seen *before,
                           const struct live_seen *now) {
    for (int i = 0; i < before->halves; i++)
        if (!find(now, &before->half[i]))
            say_half(log, &before->half[i], false);
    for (int i = 0; i < now->halves; i++) {
        const struct live_half *half = &now->half[i], *known = find(before, half);
        if (goes_on(known, half))
            say_moves(log, half, moves_count(known->moves));
        else
            say_half(log, half, true);
    }
}
