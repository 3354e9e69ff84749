/* game_queue.c - see game_queue.h. */
#include "config.h"

#include "referee/league/game_queue.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/pairing/format.h"
#include "referee/pairing/game_id.h"
#include "referee/pairing/schedule.h"
#include "referee/pairing/tournament.h"
#include "referee/record/record.h"
#include "referee/record/record_schedule.h"
#include "referee/results/rounds.h"
#include "referee/setup/setup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct game_queue {
    const struct setup *setup;
    struct schedule schedule;
    struct record *record;
    struct tournament *tournament; /* NULL: no round waits for another */
    int64_t numbers, games;
    int64_t first, next, end; /* of the stage: what can be played now */
    int64_t playing;
    uint8_t *done; /* halves that the record had of each game, as bits: 1 is the first */
    void (*found)(void *context, const struct record_game *game);
    void *context;
    bool over; /* the last stage is finished */
    bool failed;
    char error[REFEREE_ERROR_SIZE];
};

/* The halves of a game that is finished, as bits. */
static uint8_t all_halves(const struct game_queue *game_queue) {
    return (uint8_t)((1u << game_queue->schedule.halves) - 1);
}

void game_queue_free(struct game_queue *game_queue) {
    if (!game_queue)
        return;
    tournament_free(game_queue->tournament);
    free(game_queue->done);
    free(game_queue);
}

/* Notes a game that the record has, or some halves of it. */
static void find_game(void *context, const struct record_game *game) {
    struct game_queue *game_queue = context;
    game_queue->done[game->number] = (uint8_t)game->halves & all_halves(game_queue);
    if (game_queue->done[game->number] == all_halves(game_queue))
        game_queue->found(game_queue->context, game);
}

struct game_queue *game_queue_new(const struct setup *setup, struct record *record,
                                  void (*found)(void *context, const struct record_game *game),
                                  void *context, char *error) {
    struct game_queue *game_queue = calloc(1, sizeof *game_queue);
    if (!game_queue) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    game_queue->setup = setup;
    game_queue->schedule = setup_schedule(setup);
    game_queue->record = record;
    game_queue->found = found;
    game_queue->context = context;
    game_queue->numbers = schedule_count(&game_queue->schedule);
    game_queue->games = schedule_shard_games(&game_queue->schedule, setup->shard, setup->shards);
    game_queue->done = calloc((size_t)game_queue->numbers, sizeof *game_queue->done);
    bool paired = format_is_paired(setup->format);
    if (paired)
        game_queue->tournament = tournament_new(&game_queue->schedule);
    else
        game_queue->end = game_queue->numbers;
    bool made = game_queue->done && (!paired || game_queue->tournament);
    if (!made)
        error_set(error, _("out of memory"));
    if (made && record_each_game(record, 0, game_queue->numbers, find_game, game_queue, error))
        return game_queue;
    game_queue_free(game_queue);
    return NULL;
}

int64_t game_queue_games(const struct game_queue *game_queue) {
    return game_queue->games;
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* A game of the stage, as the record has it: it must be between the engines that the results before
 * it give. */
static void add_result(void *context, const struct record_game *game) {
    struct game_queue *game_queue = context;
    struct schedule_entry entry = schedule_get(&game_queue->schedule, game->number);
    tournament_seat(game_queue->tournament, &entry);
    if (game_queue->failed)
        return;
    if (memcmp(entry.engine, game->engine, sizeof entry.engine) != 0) {
        game_queue->failed = true;
        error_set(game_queue->error,
                  _("record %s: game %" PRId64
                    " is not between the engines that the results of the "
                    "rounds before it bring together: something has changed it"),
                  record_path(game_queue->record), game_id(game->number));
        return;
    }
    tournament_add(game_queue->tournament, &entry, game->margin);
}

/* Counts what was played in the stage, and leaves the round's meetings in the record. */
static bool end_stage(struct game_queue *game_queue, char *error) {
    if (tournament_round(game_queue->tournament) < 0)
        return true;
    if (!record_each_game(game_queue->record, game_queue->first, game_queue->end, add_result,
                          game_queue, error))
        return false;
    if (game_queue->failed) {
        memcpy(error, game_queue->error, sizeof game_queue->error);
        return false;
    }
    return rounds_record(game_queue->record, game_queue->tournament, error);
}

/* False: the league is over, or *failed with a message. */
static bool begin_stage(struct game_queue *game_queue, bool *failed, char *error) {
    *failed = !game_queue->over && !end_stage(game_queue, error);
    if (*failed || game_queue->over)
        return false;
    if (!tournament_advance(game_queue->tournament, failed)) {
        game_queue->over = true;
        if (*failed)
            error_set(error, _("out of memory"));
        return false;
    }
    tournament_stage(game_queue->tournament, &game_queue->first, &game_queue->end);
    game_queue->next = game_queue->first;
    for (int64_t i = game_queue->first; i < game_queue->end; i++) {
        struct schedule_entry entry = schedule_get(&game_queue->schedule, i);
        if (!tournament_wants(game_queue->tournament, &entry))
            game_queue->done[i] = all_halves(game_queue);
        else if (entry.decider)
            game_queue->games++;
    }
    return true;
}

/* ---- games ----------------------------------------------------------------------------------- */

enum game_queue_answer game_queue_take(struct game_queue *game_queue, struct schedule_entry *entry,
                                       uint32_t *halves, char *error) {
    for (;;) {
        bool failed = false;
        while (game_queue->next < game_queue->end) {
            int64_t number = game_queue->next++;
            if (game_queue->done[number] == all_halves(game_queue))
                continue;
            *entry = schedule_get(&game_queue->schedule, number);
            if (schedule_shard(entry->pair, game_queue->setup->shards) != game_queue->setup->shard)
                continue;
            if (game_queue->tournament)
                tournament_seat(game_queue->tournament, entry);
            *halves = game_queue->done[entry->number];
            game_queue->playing++;
            return QUEUE_GAME;
        }
        if (!game_queue->tournament)
            return QUEUE_END;
        if (game_queue->playing)
            return QUEUE_WAIT;
        if (!begin_stage(game_queue, &failed, error))
            return failed ? QUEUE_FAILED : QUEUE_END;
    }
}

void game_queue_finish(struct game_queue *game_queue) {
    game_queue->playing--;
}
