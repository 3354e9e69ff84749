/* waves.c - see waves.h. */
#include "config.h"

#include "referee/scheduler/waves.h"

#include "base/error.h"
#include "base/language.h"
#include "pairing/format.h"
#include "referee/league/game_queue.h"
#include "referee/scheduler/tasks.h"
#include "referee/setup/setup.h"

#include <stdlib.h>
#include <string.h>

/* What is known of a game. */
enum { DEALT = 1, TAKEN = 2, DONE = 4 };

enum {
    TASKS_WANTED = 256, /* of a league: many more than it has machines */
    SIZE_MAX_USUAL = 32,
    SIZE_OF_TEST = 4
};

/* A few encounters: no more are lost with a machine that dies. */
static int usual_size(const struct waves *waves) {
    const struct schedule *schedule = &waves->schedule;
    if (waves->setup->sprt)
        return SIZE_OF_TEST;
    int legs = schedule->halves > 1 ? 1 : schedule->seats;
    int64_t encounters = schedule_games(schedule) / legs;
    if (format_is_paired(schedule->format))
        encounters /= schedule->rounds;
    int64_t size = encounters / TASKS_WANTED;
    return size < 1 ? 1 : size > SIZE_MAX_USUAL ? SIZE_MAX_USUAL : (int)size;
}

bool waves_begin(struct waves *waves, const struct setup *setup, struct record *record,
                 int task_size, const struct tasks *tasks,
                 void (*found)(void *context, const struct record_game *game), void *context,
                 struct error *error) {
    *waves = (struct waves){.setup = setup, .schedule = setup_schedule(setup)};
    waves->task_size = task_size ? task_size : usual_size(waves);
    int64_t count = schedule_count(&waves->schedule);
    waves->state = calloc((size_t)count, sizeof *waves->state);
    if (!waves->state)
        return error_memory(error);
    for (int i = 0; i < tasks->count; i++) {
        const struct task *task = &tasks->task[i];
        for (int64_t k = 0; task->state != TASK_DONE && k < task->list.count; k++) {
            if (task->list.game[k].number >= count)
                return error_set(error,
                                 _("%s: task %d has games that the league does not have: move the "
                                   "folder away"),
                                 tasks->folder, task->number);
            waves->state[task->list.game[k].number] |= DEALT;
        }
    }
    waves->queue = game_queue_new(setup, record, found, context, error);
    return waves->queue != NULL;
}

void waves_end(struct waves *waves) {
    game_queue_free(waves->queue);
    free(waves->state);
    free(waves->begun.game);
    *waves = (struct waves){0};
}

int64_t waves_games(const struct waves *waves) {
    return game_queue_games(waves->queue);
}

void waves_note(struct waves *waves, int64_t number) {
    waves->state[number] |= DEALT | DONE;
    if (waves->state[number] & TAKEN)
        game_queue_finish(waves->queue);
}

/* ---- a wave ---------------------------------------------------------------------------------- */

static bool add_game(struct game_list *list, const struct schedule_entry *entry) {
    struct game_place *grown = realloc(list->game, (size_t)(list->count + 1) * sizeof *list->game);
    if (!grown)
        return false;
    list->game = grown;
    grown[list->count].number = entry->number;
    memcpy(grown[list->count++].engine, entry->engine, sizeof entry->engine);
    return true;
}

/* Whose games the queue gives: those of an encounter come together. */
struct wave {
    struct game_list fresh;
    int64_t encounters, last; /* the number of the last one */
};

static bool take_game(struct waves *waves, struct wave *wave, const struct schedule_entry *entry,
                      uint32_t halves) {
    uint8_t *state = &waves->state[entry->number];
    *state |= TAKEN;
    if (*state & DONE)
        game_queue_finish(waves->queue);
    if (*state & DEALT)
        return true;
    *state |= DEALT;
    if (halves)
        return add_game(&waves->begun, entry);
    wave->encounters += wave->last != entry->pair;
    wave->last = entry->pair;
    return add_game(&wave->fresh, entry);
}

/* Which task an encounter of the wave goes to. */
static int64_t choose_task(const struct waves *waves, int64_t pair, int64_t index, int64_t tasks) {
    return format_is_paired(waves->schedule.format)
               ? index % tasks
               : schedule_shard(&waves->schedule, pair, (int)tasks);
}

static bool deal(const struct waves *waves, struct tasks *tasks, const struct wave *wave,
                 struct error *error) {
    int64_t count = (wave->encounters + waves->task_size - 1) / waves->task_size, index = -1,
            last = -1;
    struct game_list *list = calloc((size_t)count + 1, sizeof *list);
    bool done = list || error_memory(error);
    for (int64_t i = 0; done && i < wave->fresh.count; i++) {
        struct schedule_entry entry = schedule_get(&waves->schedule, wave->fresh.game[i].number);
        memcpy(entry.engine, wave->fresh.game[i].engine, sizeof entry.engine);
        index += entry.pair != last;
        last = entry.pair;
        done = add_game(&list[choose_task(waves, entry.pair, index, count)], &entry) ||
               error_memory(error);
    }
    for (int64_t i = 0; list && i < count; i++) {
        done = done && (list[i].count == 0 || tasks_add(tasks, &list[i], waves->with, error));
        free(list[i].game);
    }
    free(list);
    return done;
}

/* The queue's next game, unless it must wait. */
static enum game_queue_answer take_next(struct waves *waves, struct schedule_entry *entry,
                                        uint32_t *halves, struct error *error) {
    enum game_queue_answer answer = QUEUE_GAME;
    if (!waves->holds)
        answer = game_queue_take(waves->queue, &waves->next, &waves->next_halves, error);
    waves->holds = answer == QUEUE_GAME;
    waves->bounded = waves->holds && waves->bound > 0 && waves->next.number >= waves->bound;
    if (!waves->holds || waves->bounded)
        return waves->bounded ? QUEUE_WAIT : answer;
    waves->holds = false;
    *entry = waves->next;
    *halves = waves->next_halves;
    return QUEUE_GAME;
}

bool waves_next(struct waves *waves, struct tasks *tasks, int most, struct error *error) {
    struct wave wave = {.last = -1};
    struct schedule_entry entry;
    uint32_t halves;
    enum game_queue_answer answer = QUEUE_GAME;
    int legs = waves->schedule.halves > 1 ? 1 : waves->schedule.seats;
    bool done = true, full = false;
    while (done && answer == QUEUE_GAME && !full) {
        answer = take_next(waves, &entry, &halves, error);
        if (answer == QUEUE_GAME && !take_game(waves, &wave, &entry, halves))
            done = error_memory(error);
        full = wave.encounters >= (int64_t)most * waves->task_size && entry.leg == legs - 1;
    }
    waves->over = answer == QUEUE_END;
    done = done && answer != QUEUE_FAILED && deal(waves, tasks, &wave, error);
    free(wave.fresh.game);
    return done;
}
