/* solve_task.c - one task: a null-window search by one thread, in a table that all tasks share,
 * and its cost in processor time, from which the time left is estimated. */
#include "config.h"

#include "referee/solving/solve_task.h"

#include "base/error.h"
#include "engine/kernel/patterns.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "games/triancey.h"

#include <stdlib.h>
#include <time.h>

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
