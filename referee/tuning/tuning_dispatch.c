/* tuning_dispatch.c - a tuning played by many machines, through a scheduler (referee/scheduler/).
 *
 * The games of a step are dealt out as tasks, each of which says the values that it is played with.
 * As many steps are out at the same time as the key `ahead` allows. The result is the same as on
 * one machine.
 */
#include "config.h"

#include "referee/tuning/tuning.h"

#include "base/needed.h"
#include "base/text.h"
#include "referee/scheduler/batches.h"
#include "referee/scheduler/scheduler.h"
#include "referee/scheduler/submit.h"

#include <string.h>

struct dispatched {
    struct tuning *tuning;
    struct schedule schedule;
    int step;         /* that is dealt out, from 1; 0: none yet */
    struct text with; /* its values */
};

static const char *write_step(struct dispatched *all, int step) {
    text_clear(&all->with);
    tuning_write_step(all->tuning, step, &all->with);
    return needed_text(&all->with);
}

/* The first game after a step. */
static int64_t end_of(const struct dispatched *all, int step) {
    return step < all->tuning->spsa.steps
               ? schedule_first(&all->schedule, step * all->tuning->step_rounds, 0)
               : schedule_count(&all->schedule);
}

/* Goes on with the step, if it is not dealt out to its end, or with the next, if that may be played
 * already. The two copies of the engine get the values here, too, since a game that was interrupted
 * after its first half is finished on this machine. */
static bool next_step(void *context, struct batches *batches, bool *more, struct error *error) {
    struct dispatched *all = context;
    if (all->step == 0 || batches->bounded) {
        int step = all->step ? all->step + 1 : all->tuning->history.steps + 1;
        *more = step <= all->tuning->history.steps + 1 + all->tuning->ahead;
        if (!*more)
            return true;
        all->step = step;
        if (!tuning_take_step(all->tuning, write_step(all, step), error))
            return false;
    }
    *more = true;
    batches->bound = all->step < all->tuning->spsa.steps ? end_of(all, all->step) : 0;
    batches->with = text_get(&all->with);
    return true;
}

/* Whether a task that waits may be played: its step may be, and has the values that stand in the
 * task. It has others if the record was taken away since the task was made. */
static bool suits(void *context, const struct task *task) {
    struct dispatched *all = context;
    int first = all->tuning->history.steps + 1, last = first + all->tuning->ahead;
    int64_t from = first > 1 ? end_of(all, first - 1) : 0;
    if (task->list.count == 0 || !task->with || task->list.game[0].number < from)
        return false;
    for (int step = first; step <= last && step <= all->tuning->spsa.steps; step++)
        if (task->list.game[0].number < end_of(all, step))
            return task->list.game[task->list.count - 1].number < end_of(all, step) &&
                   strcmp(task->with, write_step(all, step)) == 0;
    return false;
}

static bool came(void *context, struct error *error) {
    const struct dispatched *all = context;
    return tuning_go_on(all->tuning, error);
}

/* Encounters of a task, so that the steps that may be out together make a few hundred tasks. */
static int choose_size(const struct dispatched *all) {
    int steps = all->tuning->ahead + 1;
    int64_t all_games = schedule_games(&all->schedule) / all->tuning->spsa.steps * steps;
    return batches_size(all_games / (all->schedule.halves > 1 ? 1 : 2));
}

bool tuning_dispatch(struct tuning *tuning, const struct scheduler_options *options,
                     const atomic_int *stop, struct error *error) {
    struct dispatched all = {.tuning = tuning, .schedule = setup_schedule(&tuning->setup)};
    const struct scheduler_parts parts = {&all, next_step, suits, came};
    struct scheduler_options given = *options;
    if (!given.task_size)
        given.task_size = choose_size(&all);
    bool done = scheduler_play(&tuning->setup, tuning->record, &given, &parts, PROGRESS_QUIET,
                               stderr, stop, error);
    text_free(&all.with);
    return done;
}

static bool take_step(void *context, const char *with, struct error *error) {
    return tuning_take_step(context, with, error);
}

bool tuning_work(struct tuning *tuning, const char *task, const atomic_int *stop,
                 struct error *error) {
    return scheduler_work(&tuning->setup, task, take_step, tuning, stop, error);
}
