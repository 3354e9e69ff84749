/* solve_deal.c - tasks on many machines. Each one is measured, and the next get as many positions
 * as should take half a minute. A task whose machine is lost has left nothing, and its positions
 * are free again. */
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
struct dealt {
    struct upper_task *task;
    int count;
};

struct solve_deal {
    struct solving *solving;
    struct deal deal;
    char name[NAME_SIZE]; /* of the board and the version, in the files of tasks */
    const char *names[2];
    struct dealt *dealt; /* by number of the task, from 1 */
    int room;
    bool begun;
};

static void name_board(const struct game_board *board, const char *line, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s %s %s %016" PRIx64, solve_version, board->game->name,
             board->grid->name, text_hash(line));
}

/* ---- what tasks have left -------------------------------------------------------------------- */

static bool deal_take_row(void *context, const struct solve_row *row, struct error *error) {
    struct solve_deal *deal = context;
    struct solving *solving = deal->solving;
    if (!row->task || !upper_is_task(solving->upper, &row->key))
        return error_set(error, _("own=%lld other=%lld: it is not a position of a task"),
                         (long long)row->key.own, (long long)row->key.other);
    upper_put(solving->upper, &row->key, &row->bounds);
    solving_count(solving, row);
    return true;
}

static bool deal_read_record(struct solve_deal *deal, const char *path, struct error *error) {
    struct solving *solving = deal->solving;
    char *line = solving->line;
    int stones = solving->stones;
    struct record *file = solve_file_read(path, &line, &stones, error);
    bool good = file && solve_file_each(file, line, deal_take_row, deal, error);
    record_close(file);
    return good;
}

/* The positions of a task are free again, those that are decided by now as decided. */
static void deal_give_back(struct solve_deal *deal, int number) {
    struct dealt *dealt = number <= deal->room ? &deal->dealt[number - 1] : NULL;
    for (int i = 0; dealt && i < dealt->count; i++)
        upper_give_back(deal->solving->upper, &dealt->task[i]);
    if (dealt) {
        free(dealt->task);
        *dealt = (struct dealt){0};
    }
}

/* Records are facts, also late ones of tasks that nobody waits for. */
static bool deal_collect_one(void *context, struct task *task, struct error *error) {
    struct solve_deal *deal = context;
    char *path = tasks_path(&deal->deal.tasks, task->number, ".db");
    struct error why;
    bool good = true;
    if (deal_read_record(deal, path, &why)) {
        deal_give_back(deal, task->number);
        tasks_forget(&deal->deal.tasks, task);
    } else {
        unlink(path);
        good = task->state == TASK_DONE || deal_lose(&deal->deal, task, why.text, error);
    }
    free(path);
    return good;
}

static bool deal_collect(struct solve_deal *deal, struct error *error) {
    return tasks_each_record(&deal->deal.tasks, deal_collect_one, deal, error);
}

/* ---- tasks that go out ----------------------------------------------------------------------- */

static int deal_size(const struct solve_deal *deal) {
    const struct solving *solving = deal->solving;
    if (deal->deal.options->task_size)
        return deal->deal.options->task_size;
    if (solving->cost.ns == 0)
        return FIRST_SIZE;
    double size = TASK_SECONDS * 1e9 / (double)solving->cost.ns * (double)solving->tasks;
    return size < 1 ? 1 : size > SIZE_MAX_OWN ? SIZE_MAX_OWN : (int)size;
}

static bool deal_add(struct solve_deal *deal, struct dealt *dealt, struct error *error) {
    struct text text = {0};
    struct game_list none = {0};
    text_addf(&text, "%d", deal->solving->stones);
    for (int i = 0; i < dealt->count; i++) {
        const struct upper_task *task = &dealt->task[i];
        text_addf(&text, " %" PRIx64 ",%" PRIx64 ",%d,%d", task->key.own, task->key.other,
                  task->key.side, task->bound);
    }
    struct task *made = tasks_add(&deal->deal.tasks, &none, needed_text(&text), error);
    text_free(&text);
    if (made && made->number > deal->room) {
        int room = 2 * made->number;
        deal->dealt = needed(realloc(deal->dealt, (size_t)room * sizeof *deal->dealt));
        memset(deal->dealt + deal->room, 0, (size_t)(room - deal->room) * sizeof *deal->dealt);
        deal->room = room;
    }
    if (made)
        deal->dealt[made->number - 1] = *dealt;
    return made != NULL;
}

/* One task of as many positions as there are, at most; *step says why there are no more. */
static bool deal_make_one(struct solve_deal *deal, enum upper_step *step, struct error *error) {
    int size = deal_size(deal);
    struct dealt dealt = {.task = needed(calloc((size_t)size, sizeof *dealt.task))};
    *step = UPPER_TASK;
    while (dealt.count < size && *step == UPPER_TASK) {
        *step = solving_next(deal->solving, &dealt.task[dealt.count]);
        dealt.count += *step == UPPER_TASK;
    }
    bool deals = *step != UPPER_DECIDED && dealt.count > 0;
    if (deals && deal_add(deal, &dealt, error))
        return true;
    for (int i = 0; i < dealt.count; i++)
        upper_give_back(deal->solving->upper, &dealt.task[i]);
    free(dealt.task);
    return !deals;
}

static bool deal_make(struct solve_deal *deal, bool *decided, struct error *error) {
    const struct scheduler_options *options = deal->deal.options;
    int open = tasks_open(&deal->deal.tasks), most = options->wave;
    enum upper_step step = UPPER_TASK;
    if (most > deal->deal.most)
        most = deal->deal.most;
    if (open > 0 && !options->kind->refills)
        most = open; /* but see whether it is decided */
    if (open >= most) {
        struct upper_task task;
        step = solving_next(deal->solving, &task);
        if (step == UPPER_TASK)
            upper_give_back(deal->solving->upper, &task);
    }
    for (; open < most && step == UPPER_TASK; open++)
        if (!deal_make_one(deal, &step, error))
            return false;
    *decided = step == UPPER_DECIDED;
    return true;
}

/* Ends all that is out or ready, and takes back its positions. */
static void deal_drop(struct solve_deal *deal) {
    struct tasks *tasks = &deal->deal.tasks;
    if (tasks_in(tasks, TASK_OUT) > 0)
        deal->deal.options->kind->cancel(&deal->deal);
    for (int i = 0; i < tasks->count; i++) {
        deal_give_back(deal, i + 1);
        if (tasks->task[i].state != TASK_DONE)
            tasks_forget(tasks, &tasks->task[i]);
    }
}

bool solve_deal_ask(struct solve_deal *deal, struct error *error) {
    struct solving *solving = deal->solving;
    for (bool decided = false;;) {
        if (!deal_collect(deal, error))
            return false;
        solving_keep(solving);
        if (solving_is_over(solving))
            return true;
        if (!deal_make(deal, &decided, error))
            return false;
        if (decided) {
            deal_drop(deal);
            return true;
        }
        if (!(deal_submit(&deal->deal, error) && deal_watch(&deal->deal, error)))
            return atomic_load(solving->stop) != 0; /* a tool that was interrupted */
        int out = tasks_in(&deal->deal.tasks, TASK_OUT);
        solving->workers = out > 0 ? out : 1;
        clock_sleep_us(TURN_US);
    }
}

/* ---- from the beginning to the end ----------------------------------------------------------- */

struct solve_deal *solve_deal_new(struct solving *solving, const struct scheduler_options *options,
                                  const char *path, struct error *error) {
    struct solve_deal *deal = needed(calloc(1, sizeof *deal));
    char *folder = deal_name_folder(path);
    deal->solving = solving;
    deal->deal.stop = solving->stop;
    name_board(solving->board, solving->line, deal->name);
    deal->names[0] = deal->name;
    bool good = tool_check(options->kind->program, options->kind->package, error) &&
                tasks_begin(&deal->deal.tasks, folder, deal->names, 0, 0, error) &&
                deal_begin(&deal->deal, options, 1, error) && deal_collect(deal, error);
    free(folder);
    deal->begun = good;
    for (int i = 0; good && i < deal->deal.tasks.count; i++)
        if (deal->deal.tasks.task[i].state != TASK_DONE)
            tasks_forget(&deal->deal.tasks, &deal->deal.tasks.task[i]);
    if (good)
        return deal;
    solve_deal_free(deal);
    return NULL;
}

void solve_deal_free(struct solve_deal *deal) {
    if (!deal)
        return;
    if (deal->begun && atomic_load(deal->solving->stop) != SIGHUP) {
        deal_drop(deal);
        deal_remove(&deal->deal);
    }
    for (int i = 0; i < deal->room; i++)
        free(deal->dealt[i].task);
    free(deal->dealt);
    deal_end(&deal->deal);
    free(deal);
}

/* ---- a task, on any machine ------------------------------------------------------------------ */

struct deal_worker {
    const struct game_board *board;
    struct solve_tasks tasks;
    struct upper *upper;
    struct record *file;
    struct stopwatch watch;
};

/* Whether a position is one of a task on this board. */
static bool is_of_board(const struct deal_worker *worker, const struct upper_task *task) {
    const struct surface *surface = &triancey_board(worker->board)->surface;
    uint64_t all = surface->all[0] | surface->pawn[0][0] | surface->pawn[1][0];
    return (task->key.own & task->key.other) == 0 &&
           ((task->key.own | task->key.other) & ~all) == 0 && (task->key.side | 1) == 1 &&
           task->bound % 2 == 0 && abs(task->bound) <= surface->cells &&
           upper_is_task(worker->upper, &task->key);
}

static bool deal_work_one(struct deal_worker *worker, const char *word, struct error *error) {
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

static bool deal_work_all(struct deal_worker *worker, char *with, const char *line,
                          const char *kernel, int mebibytes, struct error *error) {
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
        good = deal_work_one(worker, strsep(&with, " "), error);
    return worker->file && query_end_writing(worker->file, good, error) && good;
}

bool solve_deal_work(const struct game_board *board, const char *kernel, int mebibytes,
                     const char *task, const atomic_int *stop, struct error *error) {
    struct deal_worker worker = {.board = board};
    struct game_list list = {0};
    char name[NAME_SIZE], *place = needed_string("%s.db", task), *with = NULL;
    char *line = boards_spell(board->game, board->grid);
    bool good = true;
    if (access(place, F_OK) != 0) { /* else another attempt has left it */
        name_board(board, line, name);
        stopwatch_heed(&worker.watch, stop);
        good = tasks_read(task, name, 0, 0, &list, &with, error) &&
               (deal_work_all(&worker, with, line, kernel, mebibytes, error) ||
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
