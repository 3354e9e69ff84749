/* solve_task.h - solves the tasks of the upper tree (upper.h): one null-window search each. */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVE_TASK_H
#define TRIANCEY_REFEREE_SOLVING_SOLVE_TASK_H

#include "engine/solver/solver.h"
#include "referee/solving/solve_file.h"

struct error;
struct game_board;
struct stopwatch;
struct table;

/* What any number of threads use at the same time. */
struct solve_tasks {
    const struct kernel *kernel;
    struct kernel_board *fast;
    struct patterns *patterns;
    struct table *table;
    int cells;
};

/* With the kernel of that name (NULL: the fastest) and a table of this many MiB. False and a
 * message; end it in any case. */
bool solve_tasks_begin(struct solve_tasks *tasks, const struct game_board *board,
                       const char *kernel, int mebibytes, struct error *error);
void solve_tasks_end(struct solve_tasks *tasks);

/* A task for the solver, by one thread, until the watch is stopped or has run for `limit`. */
struct solver_task solve_tasks_make(const struct solve_tasks *tasks, const struct kernel_node *node,
                                    const struct stopwatch *watch, int64_t limit);

/* Whether the mover's margin reaches the bound. False: it was stopped. */
bool solve_tasks_ask(const struct solver_task *task, int bound, bool *reached,
                     struct solve_cost *cost);

#endif
