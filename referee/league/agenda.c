/* agenda.c - see agenda.h. */
#include "config.h"

#include "referee/league/agenda.h"

#include "base/language.h"

#include "referee/pairing/tournament.h"
#include "referee/results/rounds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct agenda {
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
static uint8_t all_halves(const struct agenda *agenda) {
    return (uint8_t)((1u << agenda->schedule.halves) - 1);
}

void agenda_free(struct agenda *agenda) {
    if (!agenda)
        return;
    tournament_free(agenda->tournament);
    free(agenda->done);
    free(agenda);
}

/* Notes a game that the record has, or some halves of it. */
static void find_game(void *context, const struct record_game *game) {
    struct agenda *agenda = context;
    agenda->done[game->number] = (uint8_t)game->halves & all_halves(agenda);
    if (agenda->done[game->number] == all_halves(agenda))
        agenda->found(agenda->context, game);
}

struct agenda *agenda_new(const struct setup *setup, struct record *record,
                          void (*found)(void *context, const struct record_game *game),
                          void *context, char *error) {
    struct agenda *agenda = calloc(1, sizeof *agenda);
    if (!agenda) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    agenda->setup = setup;
    agenda->schedule = setup_schedule(setup);
    agenda->record = record;
    agenda->found = found;
    agenda->context = context;
    agenda->numbers = schedule_count(&agenda->schedule);
    agenda->games = schedule_shard_games(&agenda->schedule, setup->shard, setup->shards);
    agenda->done = calloc((size_t)agenda->numbers, sizeof *agenda->done);
    bool paired = schedule_is_paired(&agenda->schedule);
    if (paired)
        agenda->tournament = tournament_new(&agenda->schedule);
    else
        agenda->end = agenda->numbers;
    bool made = agenda->done && (!paired || agenda->tournament);
    if (!made)
        error_set(error, _("out of memory"));
    if (made && record_each_game(record, 0, agenda->numbers, find_game, agenda, error))
        return agenda;
    agenda_free(agenda);
    return NULL;
}

int64_t agenda_games(const struct agenda *agenda) {
    return agenda->games;
}

/* ---- stages -----------------------------------------------------------------------------------
 */

/* A game of the stage, as the record has it: it must be between the engines that the results before
 * it give. */
static void add_result(void *context, const struct record_game *game) {
    struct agenda *agenda = context;
    struct schedule_entry entry = schedule_get(&agenda->schedule, game->number);
    tournament_seat(agenda->tournament, &entry);
    if (agenda->failed)
        return;
    if (memcmp(entry.engine, game->engine, sizeof entry.engine) != 0) {
        agenda->failed = true;
        error_set(agenda->error,
                  _("record %s: game %" PRId64
                    " is not between the engines that the results of the "
                    "rounds before it bring together: something has changed it"),
                  record_path(agenda->record), game->number + 1);
        return;
    }
    tournament_add(agenda->tournament, &entry, game->margin);
}

/* Counts what was played in the stage, and leaves the round's meetings in the record. */
static bool end_stage(struct agenda *agenda, char *error) {
    if (tournament_round(agenda->tournament) < 0)
        return true;
    if (!record_each_game(agenda->record, agenda->first, agenda->end, add_result, agenda, error))
        return false;
    if (agenda->failed) {
        memcpy(error, agenda->error, sizeof agenda->error);
        return false;
    }
    return rounds_record(agenda->record, agenda->tournament, error);
}

/* False: the league is over, or *failed with a message. */
static bool begin_stage(struct agenda *agenda, bool *failed, char *error) {
    *failed = !agenda->over && !end_stage(agenda, error);
    if (*failed || agenda->over)
        return false;
    if (!tournament_advance(agenda->tournament, failed)) {
        agenda->over = true;
        if (*failed)
            error_set(error, _("out of memory"));
        return false;
    }
    tournament_stage(agenda->tournament, &agenda->first, &agenda->end);
    agenda->next = agenda->first;
    for (int64_t i = agenda->first; i < agenda->end; i++) {
        struct schedule_entry entry = schedule_get(&agenda->schedule, i);
        if (!tournament_wants(agenda->tournament, &entry))
            agenda->done[i] = all_halves(agenda);
        else if (entry.decider)
            agenda->games++;
    }
    return true;
}

/* ---- games ------------------------------------------------------------------------------------
 */

enum agenda_answer agenda_take(struct agenda *agenda, struct schedule_entry *entry,
                               uint32_t *halves, char *error) {
    for (;;) {
        bool failed = false;
        while (agenda->next < agenda->end) {
            int64_t number = agenda->next++;
            if (agenda->done[number] == all_halves(agenda))
                continue;
            *entry = schedule_get(&agenda->schedule, number);
            if (schedule_shard(entry->pair, agenda->setup->shards) != agenda->setup->shard)
                continue;
            if (agenda->tournament)
                tournament_seat(agenda->tournament, entry);
            *halves = agenda->done[entry->number];
            agenda->playing++;
            return AGENDA_GAME;
        }
        if (!agenda->tournament)
            return AGENDA_END;
        if (agenda->playing)
            return AGENDA_WAIT;
        if (!begin_stage(agenda, &failed, error))
            return failed ? AGENDA_FAILED : AGENDA_END;
    }
}

void agenda_finish(struct agenda *agenda) {
    agenda->playing--;
}
