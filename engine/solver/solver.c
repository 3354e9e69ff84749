/* solver.c - the exact margin, by one null-window search after the other: each one says whether
 * the margin reaches a bound, and so moves one end of the interval. All threads search one window
 * with the same table; the first to finish has its answer. The table begins small and is doubled
 * while it is too full, since a large one costs misses of the caches. */
#include "engine/solver/solver.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/patterns.h"
#include "engine/player/table.h"
#include "engine/solver/busy.h"
#include "engine/solver/solving.h"
#include "games/triancey.h"

/* The search as it was compiled for each kernel. */
static const struct {
    const struct kernel *kernel;
    solve_function *solve;
} searches[] = {{&kernel_avx512, solve_avx512}, {&kernel_avx2_1, solve_avx2_1},
                {&kernel_avx2_2, solve_avx2_2}, {&kernel_avx2_5, solve_avx2_5},
                {&kernel_plain1, solve_plain1}, {&kernel_plain2, solve_plain2},
                {&kernel_plain5, solve_plain5}};

static solve_function *solve_of(const struct kernel *kernel) {
    int i = 0;
    while (searches[i].kernel != kernel)
        i++;
    return searches[i].solve;
}

bool solver_board_open(struct solver_board *ready, const struct triancey_board *board,
                       const struct kernel *kernel) {
    *ready = (struct solver_board){board->surface.cells, kernel, kernel->prepare(board),
                                   patterns_new(board)};
    return ready->fast && ready->patterns;
}

void solver_board_close(struct solver_board *ready) {
    free(ready->fast);
    free(ready->patterns);
    *ready = (struct solver_board){.cells = 0};
}

struct solver_task solver_board_task(const struct solver_board *ready,
                                     const struct game_state *state, struct table *table,
                                     const struct stopwatch *watch) {
    struct solver_task task = {.kernel = ready->kernel,
                               .board = ready->fast,
                               .patterns = ready->patterns,
                               .cells = ready->cells,
                               .table = table,
                               .threads = 1,
                               .watch = watch,
                               .limit = INT64_MAX,
                               .nodes_max = UINT64_MAX};
    kernel_node_from(triancey_state(state), &task.node);
    task.guess = patterns_margin(ready->patterns, task.node.own, task.node.other);
    return task;
}

/* One null-window search on all threads. */
struct pass {
    const struct solver_task *task;
    int beta;
    struct busy *busy;
    atomic_bool done;
    pthread_mutex_t lock;
    bool found;
    int value, best;
    _Atomic uint64_t nodes;
};

/* The first thread to finish has the result; the others then stop. */
static void *solver_work(void *context) {
    struct pass *pass = context;
    const struct solver_task *task = pass->task;
    struct solving solving = {.board = task->board,
                              .patterns = task->patterns,
                              .table = task->table,
                              .busy = pass->busy,
                              .watch = task->watch,
                              .done = &pass->done,
                              .limit = task->limit,
                              .nodes_max = task->nodes_max};
    int best = -1;
    int value = solve_of(task->kernel)(&solving, &task->node, task->allowed, pass->beta, &best);
    pthread_mutex_lock(&pass->lock);
    if (!solving.stopped && !pass->found) {
        pass->found = true;
        pass->value = value;
        pass->best = best;
        atomic_store(&pass->done, true);
    }
    pthread_mutex_unlock(&pass->lock);
    atomic_fetch_add(&pass->nodes, solving.nodes);
    return NULL;
}

/* Runs a pass on all threads, this one among them. */
static bool run_pass(struct pass *pass) {
    pthread_t thread[SOLVER_THREADS_MAX];
    int started = 0;
    pthread_mutex_init(&pass->lock, NULL);
    for (int i = 1; i < pass->task->threads; i++)
        if (pthread_create(&thread[started], NULL, solver_work, pass) == 0)
            started++;
    solver_work(pass);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    pthread_mutex_destroy(&pass->lock);
    return pass->found;
}

/* Like solver_reaches(), and says by which move, -1 if there is none. */
static bool reaches_by(const struct solver_task *task, int margin, int *best, bool *reached,
                       uint64_t *nodes) {
    struct pass pass = {.task = task, .beta = margin, .best = -1};
    pass.busy = task->threads > 1 ? calloc(1, sizeof *pass.busy) : NULL;
    bool done = run_pass(&pass);
    free(pass.busy);
    *nodes += atomic_load(&pass.nodes);
    *reached = done && pass.value >= margin;
    *best = pass.best;
    return done;
}

bool solver_reaches(const struct solver_task *task, int margin, bool *reached, uint64_t *nodes) {
    int best;
    return reaches_by(task, margin, &best, reached, nodes);
}

bool solver_keep(const struct solver_task *task, int margin, uint64_t *moves, bool *more,
                 uint64_t *nodes) {
    uint64_t left[SURFACE_WORDS], one[SURFACE_WORDS] = {0};
    struct solver_task rest = *task, alone = *task;
    rest.allowed = left;
    alone.allowed = one;
    if (more)
        *more = false;
    memcpy(left, moves, sizeof left);
    memset(moves, 0, sizeof left);
    for (;;) {
        bool reached;
        int best;
        if (!reaches_by(&rest, margin, &best, &reached, nodes))
            return false;
        if (!reached || best < 0) /* none is left that does, or none at all */
            return true;
        set_add(moves, best);
        set_remove(left, best);
        set_add(one, best);
        if (more && !solver_reaches(&alone, margin + 2, more, nodes))
            return false;
        if (more && *more)
            return true;
        set_remove(one, best);
    }
}

/* As much of the table as a position fills, in bytes. More would be slower, for misses of the
 * caches: 30 empty cells took 1.18 times as long in 256 MiB. */
static size_t room_for(const struct solver_task *task) {
    enum { ROOM_LEAST = 256 << 10, EMPTY_LEAST = 16, DOUBLINGS_MAX = 12 };
    int empty = task->cells;
    for (int cell = 0; cell < task->cells; cell++)
        empty -= (int)((task->node.own[cell / 64] | task->node.other[cell / 64]) >> cell % 64 & 1);
    int doublings = empty < EMPTY_LEAST ? 0 : (empty - EMPTY_LEAST) / 2;
    return (size_t)ROOM_LEAST << (doublings < DOUBLINGS_MAX ? doublings : DOUBLINGS_MAX);
}

void solver_solve(const struct solver_task *task, struct solution *solution) {
    enum { FULL = 600 }; /* thousandths: some entries are lost then, and more will be */
    *solution = (struct solution){.low = -task->cells, .high = task->cells, .best = -1};
    size_t room = room_for(task);
    struct busy *busy = task->threads > 1 ? calloc(1, sizeof *busy) : NULL;
    int guess = task->guess & ~1;
    bool going = true;
    while (going && solution->low < solution->high) {
        struct pass pass = {.task = task, .busy = busy};
        pass.beta = guess <= solution->low ? solution->low + 2 : guess;
        table_fit(task->table, room);
        going = run_pass(&pass);
        solution->nodes += atomic_load(&pass.nodes);
        if (!going)
            break;
        guess = pass.value;
        room *= table_full(task->table) > FULL && room <= SIZE_MAX / 2 ? 2 : 1;
        if (pass.value < pass.beta)
            solution->high = pass.value;
        else
            solution->low = pass.value;
        if (pass.value >= pass.beta || solution->best < 0)
            solution->best = pass.best;
        if (task->report)
            task->report(task->context, solution->low, solution->high, solution->best,
                         solution->nodes);
    }
    solution->exact = solution->low == solution->high;
    free(busy);
}

int solver_line(const struct solver_task *task, const struct game_board *board,
                const struct game_state *state, int margin, uint32_t *pv, int room) {
    enum { LINE_NODES = 20000 }; /* the table holds nearly all that is asked */
    atomic_bool done = false;
    struct solving solving = {.board = task->board,
                              .patterns = task->patterns,
                              .table = task->table,
                              .watch = task->watch,
                              .done = &done,
                              .limit = task->limit,
                              .nodes_max = LINE_NODES};
    struct game_state next;
    int count = 1;
    game_copy(board, &next, state);
    for (board->game->play(board, &next, pv[0]); count < room; count++) {
        struct kernel_node node;
        int best = -1;
        if (triancey_state(&next)->over)
            break;
        margin = -margin;
        kernel_node_from(triancey_state(&next), &node);
        int value = solve_of(task->kernel)(&solving, &node, NULL, margin, &best);
        if (solving.stopped || value < margin || best < 0)
            break;
        pv[count] = (uint32_t)best;
        board->game->play(board, &next, pv[count]);
    }
    return count;
}
