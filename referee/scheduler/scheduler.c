/* scheduler.c - the coordinator of a league on many machines.
 *
 * It takes turns of a tenth of a second. In each it collects the records that tasks have left,
 * makes new tasks when there is room, hands them to the scheduler, and from time to time asks what
 * the scheduler still has: a task that is twice not known and left no record is lost, and handed
 * out again. All that it must know is in the record and in the folder of tasks, so that another
 * coordinator can go on after it.
 */
#include "config.h"

#include "referee/scheduler/scheduler.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "half/verdict.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "pairing/trial.h"
#include "record/merge.h"
#include "record/query.h"
#include "record/record_games.h"
#include "record/record_league.h"
#include "record/record_rows.h"
#include "referee/league/fault_policy.h"
#include "referee/league/league.h"
#include "referee/league/progress.h"
#include "referee/match/match.h"
#include "referee/scheduler/batches.h"
#include "referee/scheduler/submit.h"
#include "referee/scheduler/tasks.h"
#include "referee/scheduler/tool.h"
#include "referee/setup/setup.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { TURN_US = 100000, IDLE_SHARE = 4 };

struct coordinator {
    const struct setup *setup;
    const struct scheduler_options *options;
    const struct scheduler_parts *parts;
    struct record *record;
    char (*schedule)[RECORD_SCHEDULE_SIZE]; /* its names: now, then before engines joined */
    const char **schedules;                 /* pointers to these names, ended by NULL */
    struct deal deal;
    struct progress progress;
    struct fault_policy policy;
    struct match_result result; /* of the half that is looked at */
    struct collect collect;
    struct batches batches;
    const atomic_int *stop;
};

/* ---- a game that has come in ----------------------------------------------------------------- */

struct arrival {
    struct coordinator *all;
    struct schedule_entry entry;
    struct progress_game shown;
    struct record_game game;
    char board[NAME_BYTES_MAX + 1];
    char termination[GAME_HALVES_MAX][NAME_BYTES_MAX + 1];
};

/* Reads the faults of a half, as if it had been played here. */
static bool read_faults(struct arrival *arrival, int number, struct error *error) {
    struct match_result *result = &arrival->all->result;
    struct query row;
    query_keep(&row, arrival->all->record,
               "SELECT engine, kind, text FROM fault WHERE half = ? ORDER BY id",
               VALUES(value_int(half_id(game_id(arrival->entry.number), number))));
    result->faults = 0;
    while (query_step(&row) && result->faults < MATCH_FAULTS_MAX) {
        struct match_fault *fault = &result->fault[result->faults++];
        fault->seat = 0;
        for (int i = 0; i < arrival->entry.seats; i++)
            if (arrival->entry.engine[i] == query_int(&row, 0) - 1)
                fault->seat = i;
        fault->fault.verdict = verdict_find(query_string(&row, 1));
        query_copy(&row, 2, fault->fault.text, sizeof fault->fault.text);
        query_copy(&row, 2, fault->fault.shown, sizeof fault->fault.shown);
    }
    return query_close(&row, error);
}

static bool see_half(void *context, const struct game_row *game, const struct half_result *half,
                     struct error *error) {
    struct arrival *arrival = context;
    struct coordinator *all = arrival->all;
    struct progress_game *shown = &arrival->shown;
    int at = half->number - 1;
    if (at < 0 || at >= all->setup->game->halves)
        return error_set(error, _("game %lld has no half %d"), (long long)game->id, half->number);
    if (!read_faults(arrival, half->number, error))
        return false;
    all->result.half = *half;
    progress_half(&all->progress, &arrival->entry, game->board_name, &all->result);
    memcpy(shown->margin[at], half->margin, sizeof shown->margin[at]);
    snprintf(arrival->termination[at], sizeof arrival->termination[at], "%s", half->termination);
    shown->termination[at] = arrival->termination[at];
    shown->at_fault[at] = half->at_fault;
    snprintf(shown->fault[at], sizeof shown->fault[at], "%s", half->text);
    snprintf(arrival->board, sizeof arrival->board, "%s", game->board_name);
    return fault_policy_note(&all->policy, &arrival->entry, &all->result, error);
}

/* Notes a game (from 0) whose halves are all in the record by now. False and a message: a fault
 * that ends the league. */
static bool note_game(struct coordinator *all, int64_t number, struct error *error) {
    struct arrival arrival = {.all = all, .entry = schedule_get(&all->progress.schedule, number)};
    const struct row_reader reader = {.context = &arrival, .half = see_half};
    struct progress_game *shown = &arrival.shown;
    if (!record_find_game(all->record, number, &arrival.game, error))
        return false;
    memcpy(arrival.entry.engine, arrival.game.engine, sizeof arrival.entry.engine);
    if (!record_read_game(all->record, game_id(number), &reader, error))
        return false;
    shown->entry = &arrival.entry;
    shown->board = arrival.board;
    shown->same = arrival.game.same;
    memcpy(shown->total, arrival.game.margin, sizeof shown->total);
    progress_game(&all->progress, shown);
    return true;
}

/* ---- the coordinator ------------------------------------------------------------------------- */

bool scheduler_check(const struct setup *setup, const struct scheduler_options *options,
                     struct error *error) {
    if (setup->log)
        return error_set(
            error,
            _("--scheduler: games on other machines cannot be logged; leave out the key log"));
    if (setup->moves)
        return error_set(
            error,
            _("--scheduler: moves on other machines cannot be shown; leave out the key moves"));
    if (setup->shards > 1 || setup_given(setup, "shard"))
        return error_set(error, _("--scheduler: it deals out the whole league, not a shard of it"));
    return tool_check(options->kind->program, options->kind->package, error);
}

static bool is_ending(const struct coordinator *all) {
    return atomic_load(all->stop) != 0 || trial_is_over(&all->progress.trial);
}

/* ---- records of tasks ------------------------------------------------------------------------ */

/* Writes the faults for tasks that begin from now on, so that they know who is withdrawn. */
static bool tell_faults(struct coordinator *all, struct error *error) {
    return !all->setup->max_faults ||
           tasks_write_faults(&all->deal.tasks, all->policy.faults, error);
}

static bool tell_parts(const struct coordinator *all, struct error *error) {
    return !all->parts || all->parts->came(all->parts->context, error);
}

/* Notes the games of a task, which are in the record. */
static bool note_task(struct coordinator *all, struct task *task, struct error *error) {
    task->state = TASK_DONE;
    for (int64_t i = 0; i < task->list.count; i++) {
        batches_note(&all->batches, task->list.game[i].number);
        if (!note_game(all, task->list.game[i].number, error))
            return false;
    }
    return tell_faults(all, error) && tell_parts(all, error);
}

static bool refuse_record(struct coordinator *all, struct task *task, const char *why,
                          struct error *error) {
    char *path = tasks_path(&all->deal.tasks, task->number, ".db");
    remove(path);
    free(path);
    return deal_lose(&all->deal, task, why, error);
}

static bool collect_one(struct coordinator *all, struct task *task, struct error *error) {
    struct error why;
    switch (collect_task(&all->collect, &all->deal.tasks, task, &why)) {
    case COLLECT_TAKEN:
        return note_task(all, task, error);
    case COLLECT_REFUSED:
        return refuse_record(all, task, why.text, error);
    default:
        return error_set(error, "%s", why.text);
    }
}

static bool collect_records(struct coordinator *all, struct error *error) {
    struct tasks *tasks = &all->deal.tasks;
    bool *found = needed(calloc((size_t)tasks->count + 1, sizeof *found));
    bool done = tasks_find_records(tasks, found, error);
    for (int i = 0; done && i < tasks->count && !is_ending(all); i++)
        if (found[i] && tasks->task[i].state != TASK_DONE)
            done = collect_one(all, &tasks->task[i], error);
    free(found);
    return done;
}

/* ---- tasks that go out ----------------------------------------------------------------------- */

/* Plays the games of which the record has a half already: their other halves are played here. */
static bool play_begun(struct coordinator *all, struct error *error) {
    struct game_list list = all->batches.begun;
    struct setup part = *all->setup;
    all->batches.begun = (struct game_list){0};
    part.only = &list;
    bool done = list.count == 0 ||
                league_play(&part, all->record, PROGRESS_QUIET, stderr, NULL, all->stop, error);
    for (int64_t i = 0; done && i < list.count && !atomic_load(all->stop); i++) {
        batches_note(&all->batches, list.game[i].number);
        done = note_game(all, list.game[i].number, error);
    }
    free(list.game);
    return done && (list.count == 0 || tell_parts(all, error));
}

/* Makes tasks of one part of the league after the other, as long as there is room. */
static bool make_parts(struct coordinator *all, int most, struct error *error) {
    const struct scheduler_parts *parts = all->parts;
    bool more = true;
    while (more && !all->batches.over && !is_ending(all)) {
        int room = most - tasks_open(&all->deal.tasks);
        if (room <= 0 || (parts && !parts->next(parts->context, &all->batches, &more, error)))
            return room <= 0;
        if (more &&
            !(batches_next(&all->batches, &all->deal.tasks, room, error) && play_begun(all, error)))
            return false;
        more = more && parts != NULL;
    }
    return true;
}

/* Makes new tasks when it is time: for a sequential test, only when all earlier ones are over. */
static bool make_tasks(struct coordinator *all, int open, struct error *error) {
    const struct scheduler *kind = all->options->kind;
    bool tested = all->setup->sprt != NULL;
    int most = tested && all->options->wave < all->deal.most ? all->options->wave : all->deal.most;
    if (all->batches.over || (open > 0 && (tested || !kind->refills || open > most / 2)))
        return true;
    bool done = make_parts(all, most, error);
    all->progress.games = batches_games(&all->batches);
    return done;
}

/* ---- from the beginning to the end ----------------------------------------------------------- */

/* Sorts the tasks that an earlier coordinator has left in the folder. A task is done if all its
 * games are in the record, and dropped if some of them are, or if its part of the league would be
 * played differently now. */
static bool sort_tasks(struct coordinator *all, struct error *error) {
    struct tasks *tasks = &all->deal.tasks;
    for (int i = 0; i < tasks->count; i++) {
        struct task *task = &tasks->task[i];
        int64_t whole, begun;
        if (task->state == TASK_DONE)
            continue;
        if (!collect_count(&all->collect, task, &whole, &begun, error))
            return false;
        if (whole == task->list.count)
            task->state = TASK_DONE;
        else if (begun > 0 || (all->parts && !all->parts->suits(all->parts->context, task)))
            tasks_forget(tasks, task);
    }
    return true;
}

/* Finds the names of the schedule: now, and before engines joined. */
static void name_schedules(struct coordinator *all) {
    struct setup state = *all->setup;
    int count = state.pasts + 1;
    all->schedule = needed(calloc((size_t)count, sizeof *all->schedule));
    all->schedules = needed(calloc((size_t)count + 1, sizeof *all->schedules));
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            state.pasts = i - 1;
            state.engines = state.past[i - 1].engines;
        }
        league_name_schedule(&state, all->schedule[i]);
        all->schedules[i] = all->schedule[i];
    }
}

static bool open_folder(struct coordinator *all, struct error *error) {
    const struct setup *setup = all->setup;
    char *folder = deal_name_folder(setup->record);
    name_schedules(all);
    bool done =
        tasks_begin(&all->deal.tasks, folder, all->schedules, setup->engines, setup->seats, error);
    free(folder);
    done = done &&
           (!setup->pasts || tasks_write_past(&all->deal.tasks, setup->past, setup->pasts, error));
    return done &&
           deal_begin(&all->deal, all->options, setup->concurrency * setup_threads(setup), error);
}

static bool scheduler_begin(struct coordinator *all, enum progress_kind kind, FILE *file,
                            struct error *error) {
    const struct setup *setup = all->setup;
    progress_begin(&all->progress, kind, file, setup);
    if (!open_folder(all, error) || !collect_begin(&all->collect, setup, all->record, error) ||
        !sort_tasks(all, error) || !fault_policy_begin(&all->policy, setup, all->record, error) ||
        !batches_begin(&all->batches, setup, all->record, all->options->task_size, &all->deal.tasks,
                       progress_found, &all->progress, error))
        return false;
    all->progress.games = batches_games(&all->batches);
    progress_start(&all->progress);
    return tell_faults(all, error);
}

/* One turn; *more: there is something left to wait for. */
static bool take_turn(struct coordinator *all, bool *more, struct error *error) {
    if (!collect_records(all, error))
        return false;
    *more = !is_ending(all);
    if (*more && !make_tasks(all, tasks_open(&all->deal.tasks), error))
        return false;
    if (*more && !(deal_submit(&all->deal, error) && deal_watch(&all->deal, error)) &&
        atomic_load(all->stop) == 0)
        return false; /* a tool that was interrupted because we stop has not failed */
    *more = *more && atomic_load(all->stop) == 0 &&
            (tasks_open(&all->deal.tasks) > 0 || !all->batches.over);
    return true;
}

static void scheduler_end(struct coordinator *all) {
    batches_end(&all->batches);
    progress_end(&all->progress);
    fault_policy_end(&all->policy);
    if (all->collect.setup)
        collect_end(&all->collect);
    deal_end(&all->deal);
    free(all->schedule);
    free(all->schedules);
}

bool scheduler_play(const struct setup *setup, struct record *record,
                    const struct scheduler_options *options, const struct scheduler_parts *parts,
                    enum progress_kind kind, FILE *file, const atomic_int *stop,
                    struct error *error) {
    struct coordinator all = {
        .setup = setup, .options = options, .parts = parts, .record = record, .stop = stop};
    all.deal.stop = stop;
    bool more = true, done = scheduler_begin(&all, kind, file, error);
    while (done && more) {
        int64_t begun = clock_us();
        done = take_turn(&all, &more, error);
        int64_t took = clock_us() - begun; /* a folder of many tasks is not read all the time */
        if (done && more)
            clock_sleep_us(IDLE_SHARE * took > TURN_US ? IDLE_SHARE * took : TURN_US);
    }
    if (atomic_load(stop) != SIGHUP && all.deal.program)
        options->kind->cancel(&all.deal);
    done = done && merge_order(record, error);
    if (done && atomic_load(stop) == 0)
        deal_remove(&all.deal);
    scheduler_end(&all);
    return done;
}
