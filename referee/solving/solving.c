/* solving.c - a board while it is solved, and its tasks. What is found is put into the open
 * transaction at once and committed once a second, so that a run that is killed loses a second at
 * most. A task is a search by one thread, in a table that all tasks share; its cost is processor
 * time, from which the time left is estimated. */
#include "config.h"

#include "referee/solving/solving.h"

#include "base/clock.h"
#include "base/language.h"
#include "engine/kernel/patterns.h"
#include "engine/player/table.h"
#include "games/triancey.h"
#include "half/boards.h"
#include "record/query.h"
#include "record/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

enum { KEEP_US = 1000000, TELL_US = 5000000 };

static void solving_put(struct solving *solving, const struct solve_row *row) {
    if (!solving->failed && !solve_file_put(solving->file, row, &solving->error))
        solving->failed = true;
}

static void keep_place(void *context, const struct canon_key *key,
                       const struct upper_bounds *bounds) {
    solving_put(context, &(struct solve_row){.key = *key, .bounds = *bounds});
}

void solving_count(struct solving *solving, const struct solve_row *row) {
    solving_put(solving, row);
    solving->tasks++;
    solving->asked++;
    solving->cost.nodes += row->cost.nodes;
    solving->cost.ns += row->cost.ns;
    solving->asked_cost.ns += row->cost.ns;
}

void solving_note(struct solving *solving, const struct upper_task *task, bool reached,
                  const struct solve_cost *cost) {
    upper_answer(solving->upper, task, reached);
    solving_count(solving, &(struct solve_row){task->key, upper_known(solving->upper, &task->key),
                                               true, *cost});
}

bool solving_is_over(const struct solving *solving) {
    return solving->failed || atomic_load(solving->stop) != 0 ||
           stopwatch_is_over(&solving->watch, solving->limit);
}

/* Says how far the proof of the present bound is. The time left is an estimate: it assumes that the
 * tasks to come take as long as those that were solved for this bound. */
static void tell_progress(const struct solving *solving) {
    double done = upper_progress(solving->upper);
    double seconds = (double)solving->asked_cost.ns / 1e9;
    double mean = solving->asked ? seconds / (double)solving->asked : 0;
    fprintf(
        solving->progress,
        _("value from %d to %d; %" PRId64 " tasks, %.3f s each; this bound is proved to %.1f %%"),
        solving->low, solving->high, solving->tasks, mean, 100 * done);
    if (done > 0 && solving->asked)
        fprintf(solving->progress, _(", about %.0f s left"),
                seconds * (1 - done) / done / solving->workers);
    fputc('\n', solving->progress);
}

static bool keep_now(struct solving *solving) {
    if (!query_end_writing(solving->file, !solving->failed, &solving->error) ||
        !record_check_place(solving->file, &solving->error) ||
        !query_begin_writing(solving->file, &solving->error))
        solving->failed = true;
    return !solving->failed;
}

void solving_keep(struct solving *solving) {
    int64_t now = clock_us();
    if (!solving->failed && now - solving->kept >= KEEP_US) {
        keep_now(solving);
        solving->kept = clock_us();
    }
    if (solving->progress && now - solving->told >= TELL_US) {
        tell_progress(solving);
        solving->told = now;
    }
}

enum upper_step solving_next(struct solving *solving, struct upper_task *task) {
    enum upper_step step = UPPER_LATER;
    while (step == UPPER_LATER && !solving_is_over(solving)) {
        step = upper_next(solving->upper, task);
        solving_keep(solving);
    }
    return step;
}

/* ---- from the beginning to the end ----------------------------------------------------------- */

static bool load_row(void *context, const struct solve_row *row, struct error *error) {
    struct solving *solving = context;
    solving->tasks += row->task;
    solving->cost.nodes += row->cost.nodes;
    solving->cost.ns += row->cost.ns;
    (void)error;
    upper_put(solving->upper, &row->key, &row->bounds);
    return true;
}

bool solving_begin(struct solving *solving, const char *path, int usual, struct error *error) {
    const struct game_board *board = solving->board;
    solving->line = boards_spell(board->game, board->grid);
    solving->file = solve_file_open(path, solving->line, usual, &solving->stones, error);
    if (!solving->file)
        return false;
    solving->upper = upper_new(board, solving->stones);
    if (!solve_file_each(solving->file, solving->line, load_row, solving, error) ||
        !query_begin_writing(solving->file, error))
        return false;
    upper_watch(solving->upper, keep_place, solving);
    solving->kept = solving->told = clock_us();
    solving->open = true;
    return true;
}

bool solving_end(struct solving *solving, struct error *error) {
    bool kept =
        !solving->open || query_end_writing(solving->file, !solving->failed, &solving->error);
    if (solving->failed || !kept)
        *error = solving->error;
    kept = kept && !solving->failed;
    upper_free(solving->upper);
    record_close(solving->file);
    free(solving->line);
    return kept;
}

/* ---- one task -------------------------------------------------------------------------------- */

bool solve_tasks_begin(struct solve_tasks *tasks, const struct game_board *board,
                       const char *kernel, int mebibytes, struct error *error) {
    const struct triancey_board *inside = triancey_board(board);
    *tasks = (struct solve_tasks){.cells = inside->surface.cells};
    tasks->kernel = kernel_choose(inside->surface.words, kernel);
    tasks->fast = tasks->kernel->prepare(inside);
    tasks->patterns = patterns_new(inside);
    tasks->table = table_new((size_t)mebibytes);
    return (tasks->fast && tasks->patterns && tasks->table) || error_memory(error);
}

void solve_tasks_end(struct solve_tasks *tasks) {
    free(tasks->fast);
    free(tasks->patterns);
    if (tasks->table)
        table_free(tasks->table);
    *tasks = (struct solve_tasks){0};
}

struct solver_task solve_tasks_make(const struct solve_tasks *tasks, const struct kernel_node *node,
                                    const struct stopwatch *watch, int64_t limit) {
    return (struct solver_task){.kernel = tasks->kernel,
                                .board = tasks->fast,
                                .patterns = tasks->patterns,
                                .node = *node,
                                .cells = tasks->cells,
                                .table = tasks->table,
                                .threads = 1,
                                .watch = watch,
                                .limit = limit,
                                .nodes_max = UINT64_MAX};
}

/* Nanoseconds of a processor that this thread has used. */
static int64_t used_ns(void) {
    struct timespec used = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

bool solve_tasks_ask(const struct solver_task *task, int bound, bool *reached,
                     struct solve_cost *cost) {
    uint64_t nodes = 0;
    int64_t begun = used_ns();
    bool done = solver_reaches(task, bound, reached, &nodes);
    *cost = (struct solve_cost){(int64_t)nodes, used_ns() - begun};
    return done;
}
