/* solving.h - a board while it is solved: the upper tree, the file in which what is found is kept,
 * and how far it is; and how its tasks are solved, here and on many machines. For the sources of
 * this room. */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVING_H
#define TRIANCEY_REFEREE_SOLVING_SOLVING_H

#include "base/error.h"
#include "engine/player/stopwatch.h"
#include "engine/solver/solver.h"
#include "referee/solving/solve_file.h"

#include <stdatomic.h>
#include <stdio.h>

struct game_board;
struct record;
struct scheduler_options;
struct solve_dispatch;
struct table;

struct solving {
    const struct game_board *board;
    char *line;     /* that spells it out for the protocol */
    FILE *progress; /* NULL: none */
    int workers;    /* how many solve tasks at the same time, as far as is known */
    const atomic_int *stop;
    struct record *file;
    struct upper *upper;
    int stones;             /* of a task */
    int low, high, step;    /* of the value; how far the next question goes */
    struct stopwatch watch; /* of the question */
    int64_t start, limit;   /* nanoseconds */
    int64_t kept, told;     /* when, by clock_us() */
    int64_t tasks, asked;   /* solved by all runs; for this question */
    struct solve_cost cost, asked_cost;
    bool open;   /* there is something to be kept */
    bool failed; /* the file cannot be written */
    struct error error;
};

/* Opens the file at a path (NULL: a temporary one), for tasks with so many stones (0: `usual`, or
 * as the file has them), and reads what it knows. False and a message; call solving_end() in any
 * case. */
bool solving_begin(struct solving *solving, const char *path, int usual, struct error *error);

/* Keeps all. False and a message if that fails, or failed before. */
bool solving_end(struct solving *solving, struct error *error);

/* The next task of the tree, however long it takes to find one; UPPER_LATER: it is time to stop. */
enum upper_step solving_next(struct solving *solving, struct upper_task *task);

/* Adds the row of a task to the file, and counts it; a failure ends the work soon. */
void solving_count(struct solving *solving, const struct solve_row *row);

/* Notes the answer to a task that is out. */
void solving_note(struct solving *solving, const struct upper_task *task, bool reached,
                  const struct solve_cost *cost);

/* Commits what was put, if that was not done for a second, and tells the progress. */
void solving_keep(struct solving *solving);

/* Whether it is to stop: by a signal, by time, or since the file cannot be written. */
bool solving_is_over(const struct solving *solving);

/* ---- one task -------------------------------------------------------------------------------- */

/* What any number of threads use at the same time to solve tasks, each by a null-window search. */
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

/* ---- tasks on many machines: solve_dispatch.c ------------------------------------------------ */

/* A task of the scheduler is many of the tree's: a line with their positions in the folder beside
 * the board's file (tasks.h). Its player leaves a file like the board's (solve_file.h), whose rows
 * are taken as what is known. What is lost with a machine is asked again. */

/* For a board whose file has this path: takes what tasks of an earlier run have left. NULL and a
 * message. */
struct solve_dispatch *solve_dispatch_new(struct solving *solving,
                                          const struct scheduler_options *options, const char *path,
                                          struct error *error);

/* Cancels what is out, except after SIGHUP, and removes the folder; NULL is allowed. */
void solve_dispatch_free(struct solve_dispatch *dispatch);

/* Decides the question of the upper tree, unless it is time to stop. False and a message. */
bool solve_dispatch_ask(struct solve_dispatch *dispatch, struct error *error);

#endif
