/* league_record.c - see league_record.h. */
#include "config.h"

#include "referee/league/league_record.h"

#include "base/language.h"
#include "base/text.h"
#include "games/game.h"
#include "referee/engines/terms.h"
#include "referee/pairing/format.h"
#include "referee/record/record_league.h"
#include "referee/setup/setup.h"
#include "referee/setup/setup_board.h"
#include "referee/setup/setup_engine.h"

#include <stdlib.h>

/* What a record must know, with the texts that are made for it. */
struct known {
    struct record_identity league;
    struct record_engine *engine;
    struct record_board *board;
    struct text config, *text; /* text: two of each engine */
};

static void free_known(struct known *known) {
    for (int i = 0; known->text && i < 2 * known->league.engines; i++)
        text_free(&known->text[i]);
    free(known->text);
    free(known->engine);
    free(known->board);
    text_free(&known->config);
}

/* False: out of memory. */
static bool describe_engine(const struct setup_engine *engine, struct text *options,
                            struct text *terms, struct record_engine *described) {
    const struct engine_spec *spec = &engine->spec;
    for (int i = 0; i < spec->option_count; i++)
        text_addf(options, "%s=%s\n", spec->option[i].name, spec->option[i].value);
    terms_write(spec, terms);
    *described = (struct record_engine){.name = spec->name,
                                        .command = spec->command,
                                        .dir = spec->dir,
                                        .options = text_get(options),
                                        .terms = text_get(terms),
                                        .id_name = engine->id_name,
                                        .id_author = engine->id_author};
    return !options->failed && !terms->failed;
}

static bool describe(const struct setup *setup, struct known *known) {
    size_t engines = (size_t)setup->engines, boards = (size_t)setup->boards;
    struct schedule schedule = setup_schedule(setup);
    *known = (struct known){.text = calloc(2 * engines + 1, sizeof *known->text),
                            .engine = calloc(engines + 1, sizeof *known->engine),
                            .board = calloc(boards + 1, sizeof *known->board)};
    setup_write(setup, &known->config);
    known->league = (struct record_identity){.name = setup->name,
                                             .game = setup->game->name,
                                             .format = setup->format->name,
                                             .config = text_get(&known->config),
                                             .seats = setup->seats,
                                             .halves = setup->game->halves,
                                             .rounds = setup->rounds,
                                             .seed = setup->seed,
                                             .games = schedule_games(&schedule),
                                             .shard = setup->shard,
                                             .shards = setup->shards,
                                             .reference = setup->reference,
                                             .sprt = setup->sprt,
                                             .engines = setup->engines,
                                             .boards = setup->boards,
                                             .engine = known->engine,
                                             .board = known->board};
    bool good = known->text && known->engine && known->board && !known->config.failed;
    for (int i = 0; good && i < setup->engines; i++)
        good = describe_engine(&setup->engine[i], &known->text[2 * i], &known->text[2 * i + 1],
                               &known->engine[i]);
    for (int i = 0; good && i < setup->boards; i++)
        known->board[i] = (struct record_board){setup->board[i].name, setup->board[i].board_line};
    return good;
}

struct record *league_record_open(const struct setup *setup, char *error) {
    struct known known;
    struct record *record = NULL;
    if (describe(setup, &known))
        record = record_open(setup->record, &known.league, error);
    else
        error_set(error, _("out of memory"));
    free_known(&known);
    return record;
}
