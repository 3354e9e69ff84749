/* solve_dispatch.c - tasks on many machines. Each one is measured, and the next get as many
 * positions as should take half a minute. A task whose machine is lost has left nothing, and its
 * positions are free again. */
#include "config.h"

#include "referee/solving/solve.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/triancey.h"
#include "grids/grid.h"
#include "half/boards.h"
#include "record/query.h"
#include "record/record.h"
#include "referee/scheduler/submit.h"
#include "referee/solving/solving.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TURN_US = 100000,
    FIRST_SIZE = 16, /* positions of a task, before any is measured */
    SIZE_MAX_OWN = 2000,
    TASK_SECONDS = 30, /* that a task should take */
    NAME_SIZE = 256
};

/* The positions of one task of the scheduler. */
struct positions {
    struct upper_task *task;
    int count;
};

struct solve_dispatch {
    struct solving *solving;
    struct dispatch dispatch;
    char name[NAME_SIZE]; /* of the board and the version, in the files of tasks */
    const char *names[2];
    struct positions *positions; /* by number of the task, from 1 */
    int room;
    bool begun;
};

static void name_board(const struct game_board *board, const char *line, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s %s %s %016" PRIx64, solve_version, board->game->name,
             board->grid->name, text_hash(line));
}

/* ---- what tasks have left -------------------------------------------------------------------- */

static bool take_row(void *context, const struct solve_row *row, struct error *error) {
    struct solve_dispatch *all = context;
    struct solving *solving = all->solving;
    if (!row->task || !upper_is_task(solving->upper, &row->key))
        return error_set(error, _("own=%lld other=%lld: it is not a position of a task"),
                         (long long)row->key.own, (long long)row->key.other);
    upper_put(solving->upper, &row->key, &row->bounds);
    solving_count(solving, row);
    return true;
}

static bool read_record(struct solve_dispatch *all, const char *path, struct error *error) {
    struct solving *solving = all->solving;
    char *line = solving->line;
    int stones = solving->stones;
    struct record *file = solve_file_read(path, &line, &stones, error);
    bool good = file && solve_file_each(file, line, take_row, all, error);
    record_close(file);
    return good;
}

/* These positions are free again, those that are decided by now as decided. */
static void free_positions(struct solve_dispatch *all, struct positions *positions) {
    for (int i = 0; i < positions->count; i++)
        upper_give_back(all->solving->upper, &positions->task[i]);
    free(positions->task);
    *positions = (struct positions){0};
}

static void give_back(struct solve_dispatch *all, int number) {
    if (number <= all->room)
        free_positions(all, &all->positions[number - 1]);
}

/* Records are facts, also late ones of tasks that nobody waits for. */
static bool collect_one(void *context, struct task *task, struct error *error) {
    struct solve_dispatch *all = context;
    char *path = tasks_path(&all->dispatch.tasks, task->number, ".db");
    struct error why;
    bool good = true;
    if (read_record(all, path, &why)) {
        give_back(all, task->number);
        tasks_forget(&all->dispatch.tasks, task);
    } else {
        unlink(path);
        good = task->state == TASK_DONE || dispatch_lose(&all->dispatch, task, why.text, error);
    }
    free(path);
    return good;
}

static bool collect(struct solve_dispatch *all, struct error *error) {
    return tasks_each_record(&all->dispatch.tasks, collect_one, all, error);
}

/* ---- tasks that go out ----------------------------------------------------------------------- */

static int size_of_task(const struct solve_dispatch *all) {
    const struct solving *solving = all->solving;
    if (all->dispatch.options->task_size)
        return all->dispatch.options->task_size;
    if (solving->cost.ns == 0)
        return FIRST_SIZE;
    double size = TASK_SECONDS * 1e9 / (double)solving->cost.ns * (double)solving->tasks;
    return size < 1 ? 1 : size > SIZE_MAX_OWN ? SIZE_MAX_OWN : (int)size;
}

static bool add_task(struct solve_dispatch *all, struct positions *positions, struct error *error) {
    struct text text = {0};
    struct game_list none = {0};
    text_addf(&text, "%d", all->solving->stones);
    for (int i = 0; i < positions->count; i++) {
        const struct upper_task *task = &positions->task[i];
        text_addf(&text, " %" PRIx64 ",%" PRIx64 ",%d,%d", task->key.own, task->key.other,
                  task->key.side, task->bound);
    }
    struct task *made = tasks_add(&all->dispatch.tasks, &none, needed_text(&text), error);
    text_free(&text);
    if (made && made->number > all->room) {
        int room = 2 * made->number;
        all->positions = needed(realloc(all->positions, (size_t)room * sizeof *all->positions));
        memset(all->positions + all->room, 0, (size_t)(room - all->room) * sizeof *all->positions);
        all->room = room;
    }
    if (made)
        all->positions[made->number - 1] = *positions;
    return made != NULL;
}

/* One task of as many positions as there are, at most; *step says why there are no more. */
static bool make_one(struct solve_dispatch *all, enum upper_step *step, struct error *error) {
    int size = size_of_task(all);
    struct positions positions = {.task = needed(calloc((size_t)size, sizeof *positions.task))};
    *step = UPPER_TASK;
    while (positions.count < size && *step == UPPER_TASK) {
        *step = solving_next(all->solving, &positions.task[positions.count]);
        positions.count += *step == UPPER_TASK;
    }
    bool goes_out = *step != UPPER_DECIDED && positions.count > 0;
    if (goes_out && add_task(all, &positions, error))
        return true;
    free_positions(all, &positions);
    return !goes_out;
}

static bool make_tasks(struct solve_dispatch *all, bool *decided, struct error *error) {
    const struct scheduler_options *options = all->dispatch.options;
    int open = tasks_open(&all->dispatch.tasks), most = options->wave;
    enum upper_step step = UPPER_TASK;
    if (most > all->dispatch.most)
        most = all->dispatch.most;
    if (open > 0 && !options->kind->refills)
        most = open; /* but see whether it is decided */
    if (open >= most) {
        struct upper_task task;
        step = solving_next(all->solving, &task);
        if (step == UPPER_TASK)
            upper_give_back(all->solving->upper, &task);
    }
    for (; open < most && step == UPPER_TASK; open++)
        if (!make_one(all, &step, error))
            return false;
    *decided = step == UPPER_DECIDED;
    return true;
}

/* Ends all that is out or ready, and takes back its positions. */
static void drop_all(struct solve_dispatch *all) {
    struct tasks *tasks = &all->dispatch.tasks;
    if (tasks_in(tasks, TASK_OUT) > 0)
        all->dispatch.options->kind->cancel(&all->dispatch);
    for (int i = 0; i < tasks->count; i++) {
        give_back(all, i + 1);
        if (tasks->task[i].state != TASK_DONE)
            tasks_forget(tasks, &tasks->task[i]);
    }
}

bool solve_dispatch_ask(struct solve_dispatch *all, struct error *error) {
    struct solving *solving = all->solving;
    for (bool decided = false;;) {
        if (!collect(all, error))
            return false;
        solving_keep(solving);
        if (solving_is_over(solving))
            return true;
        if (!make_tasks(all, &decided, error))
            return false;
        if (decided) {
            drop_all(all);
            return true;
        }
        if (!(dispatch_submit(&all->dispatch, error) && dispatch_watch(&all->dispatch, error)))
            return atomic_load(solving->stop) != 0; /* a tool that was interrupted */
        int out = tasks_in(&all->dispatch.tasks, TASK_OUT);
        solving->workers = out > 0 ? out : 1;
        clock_sleep_us(TURN_US);
    }
}

/* ---- from the beginning to the end ----------------------------------------------------------- */

struct solve_dispatch *solve_dispatch_new(struct solving *solving,
                                          const struct scheduler_options *options, const char *path,
                                          struct error *error) {
    struct solve_dispatch *all = needed(calloc(1, sizeof *all));
    char *folder = dispatch_name_folder(path);
    all->solving = solving;
    all->dispatch.stop = solving->stop;
    name_board(solving->board, solving->line, all->name);
    all->names[0] = all->name;
    bool good = tool_check(options->kind->program, options->kind->package, error) &&
                tasks_begin(&all->dispatch.tasks, folder, all->names, 0, 0, error) &&
                dispatch_begin(&all->dispatch, options, 1, error) && collect(all, error);
    free(folder);
    all->begun = good;
    for (int i = 0; good && i < all->dispatch.tasks.count; i++)
        if (all->dispatch.tasks.task[i].state != TASK_DONE)
            tasks_forget(&all->dispatch.tasks, &all->dispatch.tasks.task[i]);
    if (good)
        return all;
    solve_dispatch_free(all);
    return NULL;
}

void solve_dispatch_free(struct solve_dispatch *all) {
    if (!all)
        return;
    if (all->begun && atomic_load(all->solving->stop) != SIGHUP) {
        drop_all(all);
        dispatch_remove(&all->dispatch);
    }
    for (int i = 0; i < all->room; i++)
        free(all->positions[i].task);
    free(all->positions);
    dispatch_end(&all->dispatch);
    free(all);
}

/* ---- a task, on any machine ------------------------------------------------------------------ */

struct worker {
    const struct game_board *board;
    struct solve_tasks tasks;
    struct upper *upper;
    struct record *file;
    struct stopwatch watch;
};

/* Whether a position is one of a task on this board. */
static bool is_of_board(const struct worker *worker, const struct upper_task *task) {
    const struct surface *surface = &triancey_board(worker->board)->surface;
    uint64_t all = surface->all[0] | surface->pawn[0][0] | surface->pawn[1][0];
    return (task->key.own & task->key.other) == 0 &&
           ((task->key.own | task->key.other) & ~all) == 0 && (task->key.side | 1) == 1 &&
           task->bound % 2 == 0 && abs(task->bound) <= surface->cells &&
           upper_is_task(worker->upper, &task->key);
}

static bool work_one(struct worker *worker, const char *word, struct error *error) {
    struct upper_task task = {0};
    struct kernel_node node;
    struct solve_row row = {.task = true};
    int cells = worker->tasks.cells, end = 0;
    bool reached;
    if (sscanf(word, "%" SCNx64 ",%" SCNx64 ",%d,%d%n", &task.key.own, &task.key.other,
               &task.key.side, &task.bound, &end) != 4 ||
        word[end] || !is_of_board(worker, &task))
        return error_set(error, _("'%s' is not a position of a task"), word);
    canon_node(upper_canon(worker->upper), &task.key, &node);
    struct solver_task made = solve_tasks_make(&worker->tasks, &node, &worker->watch, INT64_MAX);
    if (!solve_tasks_ask(&made, task.bound, &reached, &row.cost))
        return error_set(error, _("interrupted"));
    row.key = task.key;
    row.bounds = (struct upper_bounds){reached ? task.bound : -cells,
                                       reached ? cells : task.bound - 2, UPPER_NO_MOVE};
    return solve_file_put(worker->file, &row, error);
}

static bool work_all(struct worker *worker, char *with, const char *line, const char *kernel,
                     int mebibytes, struct error *error) {
    int64_t stones;
    char *word = strsep(&with, " ");
    if (!word || !value_number(word, 1, UPPER_STONES_MAX, &stones))
        return error_set(error, _("it has no number of stones"));
    int wanted = (int)stones;
    worker->upper = upper_new(worker->board, wanted);
    if (!solve_tasks_begin(&worker->tasks, worker->board, kernel, mebibytes, error))
        return false;
    worker->file = solve_file_open(NULL, line, wanted, &wanted, error);
    bool good = worker->file && query_begin_writing(worker->file, error);
    while (good && with)
        good = work_one(worker, strsep(&with, " "), error);
    return worker->file && query_end_writing(worker->file, good, error) && good;
}

bool solve_dispatch_work(const struct game_board *board, const char *kernel, int mebibytes,
                         const char *task, const atomic_int *stop, struct error *error) {
    struct worker worker = {.board = board};
    struct game_list list = {0};
    char name[NAME_SIZE], *place = needed_string("%s.db", task), *with = NULL;
    char *line = boards_spell(board->game, board->grid);
    bool good = true;
    if (access(place, F_OK) != 0) { /* else another attempt has left it */
        name_board(board, line, name);
        stopwatch_heed(&worker.watch, stop);
        good = tasks_read(task, name, 0, 0, &list, &with, error) &&
               (work_all(&worker, with, line, kernel, mebibytes, error) ||
                error_reword(error, "%s: %s", task, error->text)) &&
               tasks_leave(worker.file, task, stop, error);
        upper_free(worker.upper);
        solve_tasks_end(&worker.tasks);
        record_close(worker.file);
    }
    free(list.game);
    free(with);
    free(place);
    free(line);
    return good;
}
