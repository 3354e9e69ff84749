/* league_record.c - see league_record.h. */
#include "config.h"

#include "referee/league/league_record.h"

#include "base/language.h"
#include "base/text.h"
#include "games/game.h"
#include "referee/pairing/format.h"
#include "referee/record/record_league.h"
#include "referee/setup/setup.h"

#include <stdlib.h>

struct record *league_record_open(const struct setup *setup, char *error) {
    struct schedule schedule = setup_schedule(setup);
    struct text config = {0};
    struct record_engine *engine = calloc((size_t)setup->engines + 1, sizeof *engine);
    struct record_board *board = calloc((size_t)setup->boards + 1, sizeof *board);
    struct record *record = NULL;
    setup_write(setup, &config);
    for (int i = 0; engine && i < setup->engines; i++)
        engine[i] = (struct record_engine){&setup->engine[i].spec, setup->engine[i].id_name,
                                           setup->engine[i].id_author};
    for (int i = 0; board && i < setup->boards; i++)
        board[i] = (struct record_board){setup->board[i].name, setup->board[i].board_line};
    const struct record_identity league = {.name = setup->name,
                                           .game = setup->game->name,
                                           .format = setup->format->name,
                                           .config = text_get(&config),
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
                                           .engine = engine,
                                           .board = board};
    if (engine && board && !config.failed)
        record = record_open(setup->record, &league, error);
    else
        error_set(error, _("out of memory"));
    free(engine);
    free(board);
    text_free(&config);
    return record;
}
