/* scheduler.c - the coordinator of a league on many machines.
 *
 * It takes turns of a tenth of a second. In each it collects the records that tasks have left,
 * makes new tasks when there is room, hands them to the scheduler, and from time to time asks what
 * the scheduler still has: a task that is twice not known and left no record is lost, and handed
 * out again. All that it must know is in the record and in the folder of tasks, so that another
 * coordinator can go on after it.
 *
 * A task is played on any machine that reaches the folder of tasks. Its record is made in the
 * folder of temporary files and moved to the folder of tasks when it is complete. It is collected
 * if it has all halves of the task's games and nothing else, is of the same league, passes
 * verification (verify.h), and was played by the same programs as are on this machine.
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
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_league.h"
#include "record/record_rows.h"
#include "record/verify.h"
#include "referee/league/league.h"
#include "referee/league/progress.h"
#include "referee/match/match.h"
#include "referee/scheduler/batches.h"
#include "referee/scheduler/submit.h"
#include "referee/scheduler/tasks.h"
#include "referee/setup/setup.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TURN_US = 100000, IDLE_SHARE = 4 };

struct coordinator {
    const struct setup *setup;
    const struct scheduler_options *options;
    const struct scheduler_parts *parts;
    struct record *record;
    char (*schedule)[RECORD_SCHEDULE_SIZE]; /* its names: now, then before engines joined */
    const char **schedules;                 /* pointers to these names, ended by NULL */
    struct dispatch dispatch;
    struct progress progress;
    struct fault_policy policy;
    struct match_result result; /* of the half that is looked at */
    struct text *digest;        /* of each engine's program */
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

/* ---- the record of a task -------------------------------------------------------------------- */

static bool is_whole(const struct setup *setup, const struct record_game *game) {
    return game->halves == (1u << setup->game->halves) - 1;
}

/* How many of the task's games the league's record has with all halves, and with any half. */
static bool count_games(const struct coordinator *all, const struct task *task, int64_t *whole,
                        int64_t *begun, struct error *error) {
    *whole = *begun = 0;
    for (int64_t i = 0; i < task->list.count; i++) {
        struct record_game game;
        if (!record_find_game(all->record, task->list.game[i].number, &game, error))
            return false;
        *whole += is_whole(all->setup, &game);
        *begun += game.halves != 0;
    }
    return true;
}

/* Whether a record is of this league as it is, or as it was before engines joined. The number of
 * rounds may differ. */
static bool check_league(struct record *record, const char *path, const struct tasks *tasks,
                         struct error *error) {
    struct league_row league = {0};
    bool done = record_read_league(record, &league, error);
    if (done && !tasks_find_schedule(tasks->schedules, league.schedule))
        done = error_set(error, _("%s: it belongs to another league, schedule %s, not %s"), path,
                         league.schedule, tasks->schedules[0]);
    league_row_free(&league);
    return done;
}

/* Whether a record has all of the task's games, between the right engines, and nothing else. */
static bool check_games(const struct coordinator *all, struct record *record,
                        const struct task *task, struct error *error) {
    int64_t count;
    if (!query_ask(record, "SELECT COUNT(*) FROM game", NULL, &count, error))
        return false;
    if (count != task->list.count)
        return error_set(error,
                         ngettext("it has %lld game, not %lld", "it has %lld games, not %lld",
                                  (unsigned long)count),
                         (long long)count, (long long)task->list.count);
    for (int64_t i = 0; i < count; i++) {
        const struct game_place *place = &task->list.game[i];
        struct record_game game;
        if (!record_find_game(record, place->number, &game, error))
            return false;
        if (!is_whole(all->setup, &game) ||
            memcmp(game.engine, place->engine, sizeof *place->engine * (size_t)all->setup->seats) !=
                0)
            return error_set(error, _("game %lld is not the one that the task describes"),
                             (long long)game_id(place->number));
    }
    return true;
}

/* Verifies a record; the first thing that is wrong becomes the message. */
static bool check_truth(struct record *record, struct error *error) {
    struct verify_count count;
    char *lines = NULL;
    size_t size = 0;
    FILE *file = needed(open_memstream(&lines, &size));
    bool done = verify_record(record, file, &count, error);
    fclose(file);
    if (done && count.wrong > 0)
        done = error_set(error, "%.*s", lines ? (int)strcspn(lines, "\n") : 0, lines ? lines : "");
    free(lines);
    return done;
}

/* Whether the engines were the same programs as here, unless they may differ (--replaced). */
static bool check_programs(const struct coordinator *all, struct record *record,
                           struct error *error) {
    const struct setup *setup = all->setup;
    struct query row;
    bool same = true;
    query_open(&row, record,
               "SELECT engine, digest, host FROM program JOIN run ON run.id = program.run", NULL);
    while (same && query_step(&row)) {
        int engine = query_int(&row, 0) - 1;
        if (engine < 0 || engine >= setup->engines || setup->replaced ||
            strcmp(query_string(&row, 1), text_get(&all->digest[engine])) == 0)
            continue;
        same =
            error_set(error,
                      _("engine %s is not the same program on the machine %s as here; --replaced "
                        "plays with both, and the record notes it"),
                      setup->engine[engine].spec.name, query_string(&row, 2));
    }
    struct error other;
    return query_close(&row, same ? error : &other) && same;
}

/* ---- into the league ------------------------------------------------------------------------- */

/* Writes the faults for tasks that begin from now on, so that they know who is withdrawn. */
static bool tell_faults(struct coordinator *all, struct error *error) {
    return !all->setup->max_faults ||
           tasks_write_faults(&all->dispatch.tasks, all->policy.faults, error);
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

/* Adds a record to that of the league, or refuses it: the task may then be played again. False and
 * a message: every record would be refused, or that of the league cannot be written. */
static bool collect_one(void *context, struct task *task, struct error *error) {
    struct coordinator *all = context;
    struct tasks *tasks = &all->dispatch.tasks;
    struct error why;
    if (task->state == TASK_DONE || is_ending(all))
        return true;
    char *path = tasks_path(tasks, task->number, ".db");
    struct record *record = record_read(path, &why);
    bool good = record && check_league(record, path, tasks, &why) &&
                check_games(all, record, task, &why) && check_truth(record, &why);
    bool done = !good || check_programs(all, record, error);
    record_close(record);
    if (!good) {
        remove(path);
        done = dispatch_lose(&all->dispatch, task, why.text, error);
    } else if (done) {
        done = record_check_place(all->record, error) && merge_add(all->record, path, error) &&
               note_task(all, task, error);
    }
    free(path);
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
        int room = most - tasks_open(&all->dispatch.tasks);
        if (room <= 0 || (parts && !parts->next(parts->context, &all->batches, &more, error)))
            return room <= 0;
        if (more && !(batches_next(&all->batches, &all->dispatch.tasks, room, error) &&
                      play_begun(all, error)))
            return false;
        more = more && parts != NULL;
    }
    return true;
}

/* Makes new tasks when it is time: for a sequential test, only when all earlier ones are over. */
static bool make_tasks(struct coordinator *all, int open, struct error *error) {
    const struct scheduler *kind = all->options->kind;
    bool tested = all->setup->sprt != NULL;
    int most =
        tested && all->options->wave < all->dispatch.most ? all->options->wave : all->dispatch.most;
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
    struct tasks *tasks = &all->dispatch.tasks;
    for (int i = 0; i < tasks->count; i++) {
        struct task *task = &tasks->task[i];
        int64_t whole, begun;
        if (task->state == TASK_DONE)
            continue;
        if (!count_games(all, task, &whole, &begun, error))
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
    char *folder = dispatch_name_folder(setup->record);
    name_schedules(all);
    bool done = tasks_begin(&all->dispatch.tasks, folder, all->schedules, setup->engines,
                            setup->seats, error);
    free(folder);
    done = done && (!setup->pasts ||
                    tasks_write_past(&all->dispatch.tasks, setup->past, setup->pasts, error));
    return done && dispatch_begin(&all->dispatch, all->options,
                                  setup->concurrency * setup_threads(setup), error);
}

static bool scheduler_begin(struct coordinator *all, enum progress_kind kind, FILE *file,
                            struct error *error) {
    const struct setup *setup = all->setup;
    progress_begin(&all->progress, kind, file, setup);
    if (!open_folder(all, error) || !(all->digest = league_digests(setup, error)) ||
        !sort_tasks(all, error) || !fault_policy_begin(&all->policy, setup, all->record, error) ||
        !batches_begin(&all->batches, setup, all->record, all->options->task_size,
                       &all->dispatch.tasks, progress_found, &all->progress, error))
        return false;
    all->progress.games = batches_games(&all->batches);
    progress_start(&all->progress);
    return tell_faults(all, error);
}

/* One turn; *more: there is something left to wait for. */
static bool take_turn(struct coordinator *all, bool *more, struct error *error) {
    if (!tasks_each_record(&all->dispatch.tasks, collect_one, all, error))
        return false;
    *more = !is_ending(all);
    if (*more && !make_tasks(all, tasks_open(&all->dispatch.tasks), error))
        return false;
    if (*more &&
        !(dispatch_submit(&all->dispatch, error) && dispatch_watch(&all->dispatch, error)) &&
        atomic_load(all->stop) == 0)
        return false; /* a tool that was interrupted because we stop has not failed */
    *more = *more && atomic_load(all->stop) == 0 &&
            (tasks_open(&all->dispatch.tasks) > 0 || !all->batches.over);
    return true;
}

static void scheduler_end(struct coordinator *all) {
    batches_end(&all->batches);
    progress_end(&all->progress);
    fault_policy_end(&all->policy);
    league_free_digests(all->setup, all->digest);
    dispatch_end(&all->dispatch);
    free(all->schedule);
    free(all->schedules);
}

bool scheduler_play(const struct setup *setup, struct record *record,
                    const struct scheduler_options *options, const struct scheduler_parts *parts,
                    enum progress_kind kind, FILE *file, const atomic_int *stop,
                    struct error *error) {
    struct coordinator all = {
        .setup = setup, .options = options, .parts = parts, .record = record, .stop = stop};
    all.dispatch.stop = stop;
    bool more = true, done = scheduler_begin(&all, kind, file, error);
    while (done && more) {
        int64_t begun = clock_us();
        done = take_turn(&all, &more, error);
        int64_t took = clock_us() - begun; /* a folder of many tasks is not read all the time */
        if (done && more)
            clock_sleep_us(IDLE_SHARE * took > TURN_US ? IDLE_SHARE * took : TURN_US);
    }
    if (atomic_load(stop) != SIGHUP && all.dispatch.program)
        options->kind->cancel(&all.dispatch);
    done = done && merge_order(record, error);
    if (done && atomic_load(stop) == 0)
        dispatch_remove(&all.dispatch);
    scheduler_end(&all);
    return done;
}

/* ---- a task, on any machine ------------------------------------------------------------------ */

static bool play_task(struct setup *setup, const char *task, const atomic_int *stop,
                      struct error *error) {
    struct record *record = NULL;
    bool done = league_try_engines(setup, NULL, stop, error) &&
                (record = league_open_record(setup, error)) &&
                league_play(setup, record, PROGRESS_QUIET, stderr, NULL, stop, error);
    if (done && atomic_load(stop))
        done = error_set(error, _("interrupted"));
    done = done && tasks_leave(record, task, stop, error);
    record_close(record);
    return done;
}

bool scheduler_work(struct setup *setup, const char *task,
                    bool (*take)(void *context, const char *with, struct error *error),
                    void *context, const atomic_int *stop, struct error *error) {
    char schedule[RECORD_SCHEDULE_SIZE];
    struct game_list list = {0};
    char *with = NULL;
    if (!tasks_read_past(task, setup, error))
        return false;
    league_name_schedule(setup, schedule);
    char *place = needed_string("%s.db", task);
    bool played = access(place, F_OK) == 0; /* another attempt has played it */
    free(place);
    if (played)
        return true;
    free(setup->record);
    setup->record = NULL;
    setup->recover = true; /* the coordinator decides what faults lead to */
    bool done = tasks_read(task, schedule, setup->engines, setup->seats, &list, &with, error) &&
                tasks_read_faults(task, setup->engines, &list, error);
    setup->only = &list;
    if (done && take)
        done = take(context, with ? with : "", error) ||
               error_reword(error, "%s: %s", task, error->text);
    else if (done && with)
        done = error_set(error, _("%s: it is not a task of a league"), task);
    done = done && play_task(setup, task, stop, error);
    setup->only = NULL;
    free(list.game);
    free(list.faults);
    free(with);
    return done;
}
