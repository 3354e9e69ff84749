/* batches.c - takes games from the queue of a league, batch by batch, and makes tasks of them.
 *
 * The queue is asked for games until the batch has enough encounters, or until it has to wait for
 * results. Only then is it known how many tasks there are, and which encounter goes to which. A
 * game that an earlier run has dealt out is not dealt again: its task is still open.
 */
#include "config.h"

#include "referee/scheduler/batches.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "pairing/format.h"
#include "referee/league/game_queue.h"
#include "referee/scheduler/tasks.h"
#include "referee/setup/setup.h"

#include <stdlib.h>
#include <string.h>

/* What is known of a game. */
enum { DEALT = 1, TAKEN = 2, DONE = 4 };

enum {
    TASKS_WANTED = 256, /* for a whole league: many more than it has machines */
    SIZE_MAX_USUAL = 32,
    SIZE_OF_TEST = 4
};

int batches_size(int64_t encounters) {
    int64_t size = encounters / TASKS_WANTED;
    return size < 1 ? 1 : size > SIZE_MAX_USUAL ? SIZE_MAX_USUAL : (int)size;
}

/* How many encounters make a task: few, as a machine that dies loses all of them. */
static int usual_size(const struct batches *batches) {
    const struct schedule *schedule = &batches->schedule;
    if (batches->setup->sprt)
        return SIZE_OF_TEST;
    int legs = schedule->halves > 1 ? 1 : schedule->seats;
    int64_t encounters = schedule_games(schedule) / legs;
    if (format_is_paired(schedule->format))
        encounters /= schedule->rounds;
    return batches_size(encounters);
}

bool batches_begin(struct batches *batches, const struct setup *setup, struct record *record,
                   int task_size, const struct tasks *tasks,
                   void (*found)(void *context, const struct record_game *game), void *context,
                   struct error *error) {
    *batches = (struct batches){.setup = setup, .schedule = setup_schedule(setup)};
    batches->task_size = task_size ? task_size : usual_size(batches);
    int64_t count = schedule_count(&batches->schedule);
    batches->state = needed(calloc((size_t)count, sizeof *batches->state));
    for (int i = 0; i < tasks->count; i++) {
        const struct task *task = &tasks->task[i];
        for (int64_t k = 0; task->state != TASK_DONE && k < task->list.count; k++) {
            if (task->list.game[k].number >= count)
                return error_set(error,
                                 _("%s: task %d has games that the league does not have: move the "
                                   "folder away"),
                                 tasks->folder, task->number);
            batches->state[task->list.game[k].number] |= DEALT;
        }
    }
    batches->queue = game_queue_new(setup, record, found, context, error);
    return batches->queue != NULL;
}

void batches_end(struct batches *batches) {
    game_queue_free(batches->queue);
    free(batches->state);
    free(batches->begun.game);
    *batches = (struct batches){0};
}

int64_t batches_games(const struct batches *batches) {
    return game_queue_games(batches->queue);
}

void batches_note(struct batches *batches, int64_t number) {
    batches->state[number] |= DEALT | DONE;
    if (batches->state[number] & TAKEN)
        game_queue_finish(batches->queue);
}

/* ---- a batch --------------------------------------------------------------------------------- */

/* The games of a batch. The queue gives the games of an encounter one after the other. */
struct batch {
    struct game_list fresh;
    int64_t encounters, last; /* how many; the number of the last one */
};

static void take_game(struct batches *batches, struct batch *batch,
                      const struct schedule_entry *entry, uint32_t halves) {
    uint8_t *state = &batches->state[entry->number];
    *state |= TAKEN;
    if (*state & DONE)
        game_queue_finish(batches->queue);
    if (*state & DEALT)
        return;
    *state |= DEALT;
    struct game_place game = {.number = entry->number};
    memcpy(game.engine, entry->engine, sizeof game.engine);
    tasks_add_game(halves ? &batches->begun : &batch->fresh, &game);
    if (halves)
        return;
    batch->encounters += batch->last != entry->pair;
    batch->last = entry->pair;
}

/* Which task an encounter of the batch goes to. */
static int64_t choose_task(const struct batches *batches, int64_t pair, int64_t index,
                           int64_t tasks) {
    return format_is_paired(batches->schedule.format)
               ? index % tasks
               : schedule_shard(&batches->schedule, pair, (int)tasks);
}

static bool make_tasks(const struct batches *batches, struct tasks *tasks,
                       const struct batch *batch, struct error *error) {
    int64_t count = (batch->encounters + batches->task_size - 1) / batches->task_size, index = -1,
            last = -1;
    struct game_list *list = needed(calloc((size_t)count + 1, sizeof *list));
    bool done = true;
    for (int64_t i = 0; i < batch->fresh.count; i++) {
        const struct game_place *game = &batch->fresh.game[i];
        int64_t pair = schedule_get(&batches->schedule, game->number).pair;
        index += pair != last;
        last = pair;
        tasks_add_game(&list[choose_task(batches, pair, index, count)], game);
    }
    for (int64_t i = 0; i < count; i++) {
        done = done && (list[i].count == 0 || tasks_add(tasks, &list[i], batches->with, error));
        free(list[i].game);
    }
    free(list);
    return done;
}

/* Takes the queue's next game, unless it is beyond the bound: then it is held back. */
static enum game_queue_answer take_next(struct batches *batches, struct schedule_entry *entry,
                                        uint32_t *halves, struct error *error) {
    enum game_queue_answer answer = QUEUE_GAME;
    if (!batches->holds)
        answer = game_queue_take(batches->queue, &batches->next, &batches->next_halves, error);
    batches->holds = answer == QUEUE_GAME;
    batches->bounded =
        batches->holds && batches->bound > 0 && batches->next.number >= batches->bound;
    if (!batches->holds || batches->bounded)
        return batches->bounded ? QUEUE_WAIT : answer;
    batches->holds = false;
    *entry = batches->next;
    *halves = batches->next_halves;
    return QUEUE_GAME;
}

bool batches_next(struct batches *batches, struct tasks *tasks, int most, struct error *error) {
    struct batch batch = {.last = -1};
    struct schedule_entry entry;
    uint32_t halves;
    enum game_queue_answer answer = QUEUE_GAME;
    int legs = batches->schedule.halves > 1 ? 1 : batches->schedule.seats;
    bool full = false;
    while (!full && (answer = take_next(batches, &entry, &halves, error)) == QUEUE_GAME) {
        take_game(batches, &batch, &entry, halves);
        full = batch.encounters >= (int64_t)most * batches->task_size && entry.leg == legs - 1;
    }
    batches->over = answer == QUEUE_END;
    bool done = answer != QUEUE_FAILED && make_tasks(batches, tasks, &batch, error);
    free(batch.fresh.game);
    return done;
}
