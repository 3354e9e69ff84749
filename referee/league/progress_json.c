/* progress_json.c - see progress_json.h. */
#include "config.h"

#include "referee/league/progress_json.h"

#include "base/json.h"
#include "referee/match/match.h"
#include "referee/pairing/game_id.h"
#include "referee/pairing/schedule.h"
#include "referee/pairing/trial.h"
#include "referee/results/standings.h"
#include "referee/setup/setup.h"
#include "referee/setup/setup_engine.h"

#include <math.h>

static const char *engine_name(const struct progress *progress, int engine) {
    return progress->setup->engine[engine].spec.name;
}

static void add_engines(const struct setup *setup, struct json *json) {
    json_open(json, "engines", '[');
    for (int i = 0; i < setup->engines; i++) {
        const struct setup_engine *engine = &setup->engine[i];
        json_open(json, NULL, '{');
        json_string(json, "name", engine->spec.name);
        json_string(json, "command", engine->spec.command);
        json_string(json, "id_name", engine->id_name);
        json_string(json, "id_author", engine->id_author);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void progress_json_start(const struct progress *progress) {
    const struct setup *setup = progress->setup;
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", "start");
    json_string(&json, "league", setup->name);
    json_string(&json, "game", setup->game->name);
    json_integer(&json, "halves", setup->game->halves);
    json_integer(&json, "seats", setup->seats);
    json_integer(&json, "rounds", setup->rounds);
    json_integer(&json, "seed", (int64_t)setup->seed);
    json_integer(&json, "concurrency", setup->concurrency);
    json_string(&json, "record", setup->record);
    json_string(&json, "reference",
                setup->reference < 0 ? NULL : engine_name(progress, setup->reference));
    json_integer(&json, "done", progress->done);
    json_integer(&json, "games", progress->games);
    add_engines(setup, &json);
    json_close(&json, '}');
    json_write(&json, progress->file);
}

/* What a half and its game have in common. */
static void add_entry(const struct progress *progress, const struct schedule_entry *entry,
                      const char *board, struct json *json) {
    json_integer(json, "game", game_id(entry->number));
    json_integer(json, "round", entry->round + 1);
    json_integer(json, "pair", entry->pair + 1);
    json_integer(json, "leg", entry->leg + 1);
    json_string(json, "board", board);
    json_open(json, "engines", '[');
    for (int i = 0; i < entry->seats; i++)
        json_string(json, NULL, engine_name(progress, entry->engine[i]));
    json_close(json, ']');
}

static void add_faults(const struct progress *progress, const struct schedule_entry *entry,
                       const struct match_result *result, struct json *json) {
    json_open(json, "faults", '[');
    for (int i = 0; i < result->faults; i++) {
        const struct match_fault *fault = &result->fault[i];
        json_open(json, NULL, '{');
        json_string(json, "engine", engine_name(progress, entry->engine[fault->seat]));
        json_string(json, "kind", verdict_name(fault->fault.verdict));
        json_string(json, "text", fault->fault.text);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void progress_json_half(const struct progress *progress, const struct schedule_entry *entry,
                        const char *board, const struct match_result *result) {
    const struct half_result *half = &result->half;
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", "half");
    add_entry(progress, entry, board, &json);
    json_integer(&json, "half", half->number);
    json_integers(&json, "margins", half->margin, entry->seats);
    json_integers(&json, "points", half->points, entry->seats);
    json_string(&json, "termination", half->termination);
    json_string(&json, "at_fault",
                half->at_fault == MATCH_NOBODY
                    ? NULL
                    : engine_name(progress, entry->engine[half->at_fault]));
    json_integer(&json, "plies", half->plies);
    json_string(&json, "moves", half->moves);
    add_faults(progress, entry, result, &json);
    json_close(&json, '}');
    json_write(&json, progress->file);
}

void progress_json_game(const struct progress *progress, const struct progress_game *game,
                        int64_t now) {
    struct json json = {0};
    double left = progress_left(progress, now);
    json_open(&json, NULL, '{');
    json_string(&json, "type", "game");
    add_entry(progress, game->entry, game->board, &json);
    json_integers(&json, "margins", game->total, game->entry->seats);
    json_integer(&json, "done", progress->done);
    json_integer(&json, "games", progress->games);
    json_real(&json, "rate", progress_rate(progress, now));
    json_real(&json, "left", left < 0 ? NAN : left);
    if (progress->trial) {
        json_open(&json, "match", '{');
        standings_json_match(progress->trial, &json);
        json_close(&json, '}');
    }
    json_close(&json, '}');
    json_write(&json, progress->file);
}
