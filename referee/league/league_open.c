/* league_open.c - what comes before a league is played: tries its engines and opens its record. */
#include "config.h"

#include "referee/league/league.h"

#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "half/engine_spec.h"
#include "pairing/format.h"
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
            bool own = strncmp(engine->spec.command, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0;
            const char *missing = sandbox_missing();
            if (engine->spec.resources.sandbox == SANDBOX_AUTO && !own && missing)
                fprintf(stderr, _("%s runs without a sandbox: %s\n"), engine->spec.name, missing);
        }
    }
    text_free(&start);
    return good;
}

struct record *league_open_record(const struct setup *setup, struct error *error) {
    struct schedule schedule = setup_schedule(setup);
    struct text config = {0};
    struct record_engine *engine = needed(calloc((size_t)setup->engines + 1, sizeof *engine));
    struct text *digest = needed(calloc((size_t)setup->engines + 1, sizeof *digest));
    struct record_board *board = needed(calloc((size_t)setup->boards + 1, sizeof *board));
    struct record *record = NULL;
    struct program_read last = {0};
    bool good = opening_check(setup, error);
    setup_write(setup, &config);
    for (int i = 0; good && i < setup->engines; i++) {
        good = program_digest(&setup->engine[i].spec, &last, &digest[i], error);
        engine[i] = (struct record_engine){&setup->engine[i].spec, setup->engine[i].id_name,
                                           setup->engine[i].id_author, text_get(&digest[i])};
    }
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
    if (good)
        record = record_open(setup->record, &league, error);
    for (int i = 0; i < setup->engines; i++)
        text_free(&digest[i]);
    free(last.path);
    free(digest);
    free(engine);
    free(board);
    text_free(&config);
    return record;
}
