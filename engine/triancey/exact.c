/* exact.c - many positions, one for each thread. They are sorted by board and then given out in
 * blocks of neighbours, so that the table of a thread, which knows nothing of boards, can be kept
 * from one position to the next. */
#include "engine/triancey/exact.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solver.h"

enum { BLOCK = 8 /* positions that a thread takes at once */ };

/* A thread, and its current board. */
struct exact_worker {
    struct exact_solver *solver;
    pthread_t thread;
    struct table *table;
    const struct game_board *board;
    struct solver_board ready;
};

struct exact_solver {
    const char *kernel;
    bool values;
    const struct stopwatch *watch;
    int64_t limit;
    struct exact **order; /* the positions, those of a board one after the other */
    int room, count;
    atomic_int next;
    atomic_bool failed;
    int threads;
    struct exact_worker worker[];
};

/* ---- one position ---------------------------------------------------------------------------- */

/* Takes up a board. False: out of memory. */
static bool take_board(struct exact_worker *worker, const struct exact *item) {
    const struct game_board *board = item->board;
    table_age(worker->table);
    if (worker->board == board)
        return true;
    table_clear(worker->table); /* its keys know nothing of boards */
    solver_board_close(&worker->ready);
    const struct triancey_board *inside = triancey_board(board);
    bool made = solver_board_open(&worker->ready, inside,
                                  kernel_choose(inside->surface.words, worker->solver->kernel));
    worker->board = made ? board : NULL;
    return made;
}

/* False: it was stopped. */
static bool solve_state(struct exact_worker *worker, const struct game_state *state,
                        struct solution *solution) {
    struct solver_task task =
        solver_board_task(&worker->ready, state, worker->table, worker->solver->watch);
    task.limit = worker->solver->limit;
    solver_solve(&task, solution);
    return solution->exact;
}

/* The mover's margin after one move. */
static bool solve_move(struct exact_worker *worker, const struct exact *item, uint32_t move,
                       int *margin) {
    const struct game_board *board = item->board;
    struct game_state next;
    struct solution solution;
    const struct triancey_state *state = triancey_state(&next);
    game_copy(board, &next, &item->state);
    board->game->play(board, &next, move);
    if (state->over) {
        *margin =
            triancey_margin(triancey_board(board), state, triancey_state(&item->state)->mover);
        return true;
    }
    bool solved = solve_state(worker, &next, &solution);
    *margin = -solution.low;
    return solved;
}

static bool solve_moves(struct exact_worker *worker, struct exact *item) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = item->board->game->moves(item->board, &item->state, moves);
    item->margin = -SURFACE_CELLS_MAX;
    for (item->moves = 0; item->moves < count; item->moves++) {
        int margin;
        if (!solve_move(worker, item, moves[item->moves], &margin))
            return false;
        item->move[item->moves] =
            (struct exact_move){(uint16_t)moves[item->moves], (int16_t)margin};
        if (margin > item->margin)
            item->margin = margin;
    }
    return true;
}

static bool solve_margin(struct exact_worker *worker, struct exact *item) {
    struct solution solution;
    if (!solve_state(worker, &item->state, &solution))
        return false;
    item->margin = solution.low;
    item->moves = 1;
    item->move[0] = (struct exact_move){(uint16_t)solution.best, (int16_t)solution.low};
    return true;
}

static void solve_item(struct exact_worker *worker, struct exact *item) {
    const struct exact_solver *solver = worker->solver;
    bool values = solver->values;
    item->solved = !stopwatch_is_over(solver->watch, solver->limit) && take_board(worker, item) &&
                   (values ? solve_moves(worker, item) : solve_margin(worker, item));
    if (!item->solved)
        atomic_store(&worker->solver->failed, true);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void *exact_work(void *context) {
    struct exact_worker *worker = context;
    struct exact_solver *solver = worker->solver;
    for (int first; (first = atomic_fetch_add(&solver->next, BLOCK)) < solver->count;)
        for (int i = first; i < first + BLOCK && i < solver->count; i++)
            solve_item(worker, solver->order[i]);
    return NULL;
}

static int by_board(const void *a, const void *b) {
    const struct exact *x = *(struct exact *const *)a, *y = *(struct exact *const *)b;
    uintptr_t p = (uintptr_t)x->board, q = (uintptr_t)y->board;
    return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}

static bool put_in_order(struct exact_solver *solver, struct exact *item, int count) {
    if (count > solver->room) {
        struct exact **order = realloc(solver->order, sizeof *order * (size_t)count);
        if (!order)
            return false;
        solver->order = order;
        solver->room = count;
    }
    for (int i = 0; i < count; i++) {
        item[i].solved = false;
        solver->order[i] = &item[i];
    }
    qsort(solver->order, (size_t)count, sizeof(struct exact *), by_board);
    solver->count = count;
    return true;
}

bool exact_solve(struct exact_solver *solver, struct exact *item, int count) {
    if (!put_in_order(solver, item, count))
        return false;
    atomic_store(&solver->next, 0);
    atomic_store(&solver->failed, false);
    int started = 1, wanted = (count + BLOCK - 1) / BLOCK;
    while (started < solver->threads && started < wanted &&
           pthread_create(&solver->worker[started].thread, NULL, exact_work,
                          &solver->worker[started]) == 0)
        started++;
    exact_work(&solver->worker[0]);
    for (int i = 1; i < started; i++)
        pthread_join(solver->worker[i].thread, NULL);
    for (int i = 0; i < solver->threads; i++)
        solver->worker[i].board = NULL; /* it may be another the next time */
    return !atomic_load(&solver->failed);
}

struct exact_solver *exact_new(const char *kernel, int threads, size_t mebibytes, bool values,
                               const struct stopwatch *watch, int64_t limit) {
    size_t each = mebibytes / (size_t)threads;
    struct exact_solver *solver =
        calloc(1, sizeof *solver + sizeof *solver->worker * (size_t)threads);
    if (!solver)
        return NULL;
    solver->kernel = kernel;
    solver->values = values;
    solver->watch = watch;
    solver->limit = limit;
    for (solver->threads = 0; solver->threads < threads; solver->threads++) {
        struct exact_worker *worker = &solver->worker[solver->threads];
        worker->solver = solver;
        worker->table = table_new(each ? each : 1);
        if (!worker->table) {
            exact_free(solver);
            return NULL;
        }
    }
    return solver;
}

void exact_free(struct exact_solver *solver) {
    for (int i = 0; solver && i < solver->threads; i++) {
        table_free(solver->worker[i].table);
        solver_board_close(&solver->worker[i].ready);
    }
    if (solver)
        free(solver->order);
    free(solver);
}
