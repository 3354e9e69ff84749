/* league_open.c - what comes before a league is played: tries its engines, opens its record, and
 * finds engines that join a league later. */
#include "config.h"

#include "referee/league/league.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "half/engine_spec.h"
#include "pairing/format.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_league.h"
#include "referee/engines/builtin.h"
#include "referee/engines/program.h"
#include "referee/engines/sandbox.h"
#include "referee/league/opening.h"
#include "referee/match/engine_seat.h"
#include "referee/setup/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool league_try_engines(struct setup *setup, struct transcript *transcript, const atomic_int *stop,
                        struct error *error) {
    struct text start = {0};
    opening_write_start(setup, &setup->board[0], &start);
    needed_text(&start);
    bool good = true;
    for (int i = 0; good && i < setup->engines; i++) {
        struct setup_engine *engine = &setup->engine[i];
        good = engine_seat_try(&engine->spec, stop, transcript, setup->game->name,
                               setup->board[0].board_line, start.length ? start.bytes : NULL,
                               engine->id_name, engine->id_author, error);
        if (good) {
            /* An engine that may run without a sandbox is not to do so unnoticed. */
            bool own = builtin_is(engine->spec.command);
            const char *missing = sandbox_missing();
            if (engine->spec.resources.sandbox == SANDBOX_AUTO && !own && missing)
                fprintf(stderr, _("%s runs without a sandbox: %s\n"), engine->spec.name, missing);
        }
    }
    text_free(&start);
    return good;
}

void league_name_schedule(const struct setup *setup, char *schedule) {
    struct text config = {0};
    setup_write(setup, &config);
    record_name_schedule(text_get(&config), schedule);
    text_free(&config);
}

void league_free_digests(const struct setup *setup, struct text *digest) {
    for (int i = 0; digest && i < setup->engines; i++)
        text_free(&digest[i]);
    free(digest);
}

struct text *league_digests(const struct setup *setup, struct error *error) {
    struct text *digest = needed(calloc((size_t)setup->engines, sizeof *digest));
    struct program_read last = {0};
    bool good = true;
    for (int i = 0; good && i < setup->engines; i++)
        good = program_digest(&setup->engine[i].spec, &last, &digest[i], error);
    free(last.path);
    if (good)
        return digest;
    league_free_digests(setup, digest);
    return NULL;
}

struct record *league_open_record(const struct setup *setup, struct error *error) {
    struct schedule schedule = setup_schedule(setup);
    struct text config = {0};
    struct record_engine *engine = needed(calloc((size_t)setup->engines + 1, sizeof *engine));
    struct text *digest = opening_check(setup, error) ? league_digests(setup, error) : NULL;
    struct record_board *board = needed(calloc((size_t)setup->boards + 1, sizeof *board));
    struct record *record = NULL;
    setup_write(setup, &config);
    for (int i = 0; digest && i < setup->engines; i++)
        engine[i] = (struct record_engine){&setup->engine[i].spec, setup->engine[i].id_name,
                                           setup->engine[i].id_author, text_get(&digest[i])};
    for (int i = 0; i < setup->boards; i++)
        board[i] = (struct record_board){setup->board[i].name, setup->board[i].board_line};
    const struct record_identity league = {.name = setup->name,
                                           .game = setup->game->name,
                                           .format = setup->format->name,
                                           .config = text_get(&config),
                                           .joined = setup->joined,
                                           .seats = setup->seats,
                                           .halves = setup->game->halves,
                                           .rounds = setup->rounds,
                                           .seed = setup->seed,
                                           .games = schedule_games(&schedule),
                                           .round_boards = schedule.boards,
                                           .shard = setup->shard,
                                           .shards = setup->shards,
                                           .reference = setup->reference,
                                           .sprt = setup->sprt,
                                           .engines = setup->engines,
                                           .boards = setup->boards,
                                           .replaced = setup->replaced,
                                           .engine = engine,
                                           .board = board};
    if (digest)
        record = record_open(setup->record, &league, error);
    league_free_digests(setup, digest);
    free(engine);
    free(board);
    text_free(&config);
    return record;
}

/* ---- engines that join later ----------------------------------------------------------------- */

/* The record's configuration must be what the setup would write without its last engines. What the
 * league was before they joined is then added to the setup, and its schedule continues from there.
 */

/* Adds the earlier states that the record's configuration names, if they are possible. */
static void take_pasts(struct setup *setup, const char *config) {
    int engines, rounds;
    for (const char *line = config; (line = strstr(line, "\nbefore ")); line++)
        if (sscanf(line, "\nbefore %d engines %d rounds", &engines, &rounds) == 2 &&
            setup_is_possible_past(setup, engines, rounds))
            setup_add_past(setup, engines, rounds);
}

/* Whether the setup without its last engines is the league of the record. */
static bool is_league(const struct setup *setup, int engines, const char *config) {
    struct setup before = *setup;
    struct text text = {0};
    before.engines = engines;
    setup_write(&before, &text);
    bool same = strcmp(text_get(&text), config) == 0;
    text_free(&text);
    return same;
}

/* Sets the reason why engines cannot join this league. Returns false. */
static bool join_refuse(const struct setup *setup, struct error *error) {
    if (setup->shards > 1)
        return setup_fault(setup, "shard", error,
                           _("engines cannot join a league that is played in shards"));
    return setup_fault(setup, "format", error,
                       _("engines cannot join a %s league later, because its rounds depend on the "
                         "results of all; choose another record to play it from the start"),
                       setup->format->name);
}

/* Adds what the league was until now, if the setup is the same league with more engines. */
static bool add_engines(struct setup *setup, struct record *record, const struct league_row *league,
                        bool possible, struct error *error) {
    int64_t players = 0;
    int engines = 0;
    for (const char *line = league->config; (line = strstr(line, "\nengine ")); line++)
        engines++;
    /* A player from elsewhere already has the next engine's number. */
    if (!query_ask(record, "SELECT COUNT(*) FROM engine", NULL, &players, error))
        return false;
    if (engines >= setup->engines || players != engines ||
        !is_league(setup, engines, league->config))
        return true;
    if (!possible)
        return join_refuse(setup, error);
    free(setup->joined);
    setup->joined = needed(strdup(league->config));
    setup_add_past(setup, engines, league->rounds);
    return true;
}

static bool join_record(struct setup *setup, struct record *record, const struct league_row *league,
                        struct error *error) {
    bool possible = setup->format->row && setup->shards == 1;
    if (possible)
        take_pasts(setup, league->config);
    if (!add_engines(setup, record, league, possible, error))
        return false;
    const struct schedule_past *last = setup->pasts ? &setup->past[setup->pasts - 1] : NULL;
    return !last || setup->rounds >= last->rounds ||
           setup_fault(setup, "rounds", error,
                       _("engines joined when there were %d rounds: rounds must be at least that"),
                       last->rounds);
}

bool league_join(struct setup *setup, struct error *error) {
    struct error unread;
    struct league_row league = {0};
    if (!setup->record || access(setup->record, F_OK) != 0)
        return true;
    struct record *record = record_read(setup->record, &unread);
    bool done = !record || !record_read_league(record, &league, &unread) ||
                join_record(setup, record, &league, error);
    league_row_free(&league);
    record_close(record);
    return done;
}
