/* game_queue.c - hands out the games of a league.
 *
 * Games are handed out in stages. Where results decide who meets, a stage is a round, or its
 * deciders: when none of its games is being played any more, the record is read for its results,
 * and the next stage begins. Every other league is one stage.
 */
#include "config.h"

#include "referee/league/game_queue.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "pairing/format.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "pairing/tournament.h"
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_league.h"
#include "referee/setup/setup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct game_queue {
    const struct setup *setup;
    struct schedule schedule;
    struct record *record;
    struct tournament *tournament; /* NULL: no round waits for another */
    int64_t numbers;               /* games in the whole schedule */
    int64_t games;                 /* that are to be played here: of a shard, or of a list */
    int64_t first, next, end;      /* of the stage: the games that can be played now */
    int64_t playing;
    uint8_t *done; /* halves that the record had of each game, as bits: 1 is the first */
    void (*found)(void *context, const struct record_game *game);
    void *context;
    bool over; /* the last stage is finished */
    bool failed;
    struct error error;
};

/* The halves of a game that is finished, as bits. */
static uint8_t all_halves(const struct game_queue *queue) {
    return (uint8_t)((1u << queue->schedule.halves) - 1);
}

void game_queue_free(struct game_queue *queue) {
    if (!queue)
        return;
    tournament_free(queue->tournament);
    free(queue->done);
    free(queue);
}

/* Notes a game that the record has, or some halves of it. */
static void game_queue_note(void *context, const struct record_game *game) {
    struct game_queue *queue = context;
    queue->done[game->number] = (uint8_t)game->halves & all_halves(queue);
    if (queue->done[game->number] == all_halves(queue))
        queue->found(queue->context, game);
}

struct game_queue *game_queue_new(const struct setup *setup, struct record *record,
                                  void (*found)(void *context, const struct record_game *game),
                                  void *context, struct error *error) {
    struct game_queue *queue = needed(calloc(1, sizeof *queue));
    queue->setup = setup;
    queue->schedule = setup_schedule(setup);
    queue->record = record;
    queue->found = found;
    queue->context = context;
    queue->numbers = schedule_count(&queue->schedule);
    queue->games = setup->only
                       ? setup->only->count
                       : schedule_shard_games(&queue->schedule, setup->shard, setup->shards);
    queue->done = needed(calloc((size_t)queue->numbers, sizeof *queue->done));
    bool paired = !setup->only && format_is_paired(setup->format);
    if (paired)
        queue->tournament = tournament_new(&queue->schedule);
    else
        queue->end = setup->only ? queue->games : queue->numbers;
    int64_t first =
        paired || setup->only ? 0 : schedule_first(&queue->schedule, setup->rounds_before, 0);
    queue->next = first;
    if (record_each_game(record, first, queue->numbers, game_queue_note, queue, error))
        return queue;
    game_queue_free(queue);
    return NULL;
}

int64_t game_queue_games(const struct game_queue *queue) {
    return queue->games;
}

/* Adds the result of a game of the stage, which must be between the engines that earlier results
 * have paired. */
static void add_result(void *context, const struct record_game *game) {
    struct game_queue *queue = context;
    struct schedule_entry entry = schedule_get(&queue->schedule, game->number);
    tournament_seat(queue->tournament, &entry);
    if (queue->failed)
        return;
    if (memcmp(entry.engine, game->engine, sizeof entry.engine) != 0) {
        queue->failed = true;
        error_set(&queue->error,
                  _("record %s: game %" PRId64
                    " is not between the engines that were paired by the results of "
                    "earlier rounds: the record has been changed"),
                  record_path(queue->record), game_id(game->number));
        return;
    }
    tournament_add(queue->tournament, &entry, game->margin);
}

/* Counts what was played in the stage, and leaves the round's meetings in the record. */
static bool end_stage(struct game_queue *queue, struct error *error) {
    if (tournament_round(queue->tournament) < 0)
        return true;
    if (!record_each_game(queue->record, queue->first, queue->end, add_result, queue, error))
        return false;
    if (queue->failed) {
        *error = queue->error;
        return false;
    }
    return record_meetings(queue->record, queue->tournament, error);
}

/* False: the league is over, or *failed with a message. */
static bool begin_stage(struct game_queue *queue, bool *failed, struct error *error) {
    *failed = !queue->over && !end_stage(queue, error);
    if (*failed || queue->over)
        return false;
    if (!tournament_advance(queue->tournament)) {
        queue->over = true;
        return false;
    }
    tournament_stage(queue->tournament, &queue->first, &queue->end);
    queue->next = queue->first;
    for (int64_t i = queue->first; i < queue->end; i++) {
        struct schedule_entry entry = schedule_get(&queue->schedule, i);
        if (!tournament_wants(queue->tournament, &entry))
            queue->done[i] = all_halves(queue);
        else if (entry.decider)
            queue->games++;
    }
    return true;
}

/* The game at this place of the stage; false: it is done, or another shard plays it. */
static bool game_queue_find_place(const struct game_queue *queue, int64_t place,
                                  struct schedule_entry *entry) {
    const struct setup *setup = queue->setup;
    int64_t number = setup->only ? setup->only->game[place].number : place;
    if (queue->done[number] == all_halves(queue))
        return false;
    *entry = schedule_get(&queue->schedule, number);
    if (setup->only)
        memcpy(entry->engine, setup->only->game[place].engine, sizeof entry->engine);
    else if (queue->tournament)
        tournament_seat(queue->tournament, entry);
    return setup->shards == 1 ||
           schedule_shard(&queue->schedule, entry->pair, setup->shards) == setup->shard;
}

enum game_queue_answer game_queue_take(struct game_queue *queue, struct schedule_entry *entry,
                                       uint32_t *halves, struct error *error) {
    for (;;) {
        bool failed = false;
        while (queue->next < queue->end) {
            if (!game_queue_find_place(queue, queue->next++, entry))
                continue;
            *halves = queue->done[entry->number];
            queue->playing++;
            return QUEUE_GAME;
        }
        if (!queue->tournament)
            return QUEUE_END;
        if (queue->playing)
            return QUEUE_WAIT;
        if (!begin_stage(queue, &failed, error))
            return failed ? QUEUE_FAILED : QUEUE_END;
    }
}

void game_queue_finish(struct game_queue *queue) {
    queue->playing--;
}
