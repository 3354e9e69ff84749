/* search.c - the player `search` of the Triancey family: a tree of playouts, and the truth as soon
 * as it can be had.
 *
 * While many cells are empty it is UCT (tree.h) with playouts that a kernel plays by a light
 * policy. When the position may be solved within part of the time, the solver finds all moves that
 * keep the exact margin; among these the tree chooses the one after which the opponent does worst,
 * because equal moves against a perfect opponent are not equal against others. It assumes nothing
 * else of the opponent.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/kernel.h"
#include "engine/solver.h"
#include "engine/table.h"
#include "engine/tree.h"
#include "games/triancey.h"

/* How strongly moves that were tried less often are preferred, in spreads of the results. */
static const double exploration = 0.7;

struct search {
    struct task *task;
    const struct triancey_board *board;
    const struct kernel *kernel;
    struct kernel_board *fast;
    struct kernel_node root;
    int empty; /* cells at the root */
    uint64_t nodes;
    uint64_t allowed[SURFACE_WORDS]; /* what is left to choose among */
};

static bool open_search(struct search *search, struct task *task) {
    const struct triancey_state *state = triancey_state(task->state);
    memset(search, 0, sizeof *search);
    search->task = task;
    search->board = triancey_board(task->board);
    search->kernel = kernel_choose(search->board->surface.words, task->kernel);
    search->fast = search->kernel ? search->kernel->prepare(search->board) : NULL;
    solver_node(state, &search->root);
    search->empty = search->board->surface.cells - triancey_cells(search->board, state, 0) -
                    triancey_cells(search->board, state, 1);
    for (int i = 0; i < task->allowed_count; i++)
        set_add(search->allowed, (int)task->allowed[i]);
    return search->fast != NULL;
}

/* ---- playouts -------------------------------------------------------------------------------- */

static bool play_out(struct tree *tree, struct game_state *state, int *margin) {
    const struct search *search = tree->context;
    kernel_play_out(search->board, search->fast, search->kernel->rollout, state,
                    &tree->task->random, margin);
    return true;
}

static int list(struct tree *tree, const struct game_state *state, uint32_t *moves) {
    const struct search *search = tree->context;
    struct kernel_node node;
    solver_node(triancey_state(state), &node);
    return search->kernel->list(search->fast, &node, moves);
}

/* Puts moves into the order in which the tree tries them; those that lead where another one leads
 * last. */
static void order_moves(const struct search *search, const uint32_t *moves, int count,
                        uint32_t *ordered) {
    uint32_t best[SURFACE_CELLS_MAX];
    bool taken[SURFACE_CELLS_MAX] = {false}, wanted[SURFACE_CELLS_MAX] = {false};
    int listed = search->kernel->list(search->fast, &search->root, best), end = 0;
    for (int i = 0; i < count; i++)
        wanted[moves[i]] = true;
    for (int i = 0; i < listed; i++)
        if (wanted[best[i]]) {
            ordered[end++] = best[i];
            taken[best[i]] = true;
        }
    for (int i = 0; i < count; i++)
        if (!taken[moves[i]])
            ordered[end++] = moves[i];
}

/* The best of some moves by playouts until the limits are reached. */
static uint32_t choose_by_tree(struct search *search, const uint32_t *moves, int count) {
    struct task task = *search->task;
    uint32_t ordered[SURFACE_CELLS_MAX];
    if (count == 1)
        return moves[0];
    order_moves(search, moves, count, ordered);
    task.allowed = ordered;
    task.allowed_count = count;
    struct tree *tree = tree_new(&task, task.arena, task.arena_size, true);
    if (!tree)
        return moves[0];
    tree->list = list;
    tree->play_out = play_out;
    tree->exploration = exploration;
    tree->context = search;
    if (task.limits.nodes != UINT64_MAX && search->nodes < task.limits.nodes)
        tree->playouts_max = task.limits.nodes - search->nodes;
    tree_search(tree);
    search->task->random = task.random;
    uint32_t move = tree_best(tree)->move;
    free(tree);
    return move;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* Nodes that a position with so many empty cells is likely to cost: measured on boards of 48 cells,
 * from self-play of the reference (`bench solve`). */
static double expected_nodes(int empty) {
    return exp(12.9 + 0.65 * (empty - 30));
}

static void report_bounds(void *context, int low, int high, int best, uint64_t nodes) {
    const struct search *search = context;
    struct report report = {.depth = search->empty,
                            .margin = best >= 0 ? low : high,
                            .bound = low == high ? BOUND_EXACT
                                     : best >= 0 && low > -search->board->surface.cells
                                         ? BOUND_LOWER
                                         : BOUND_UPPER,
                            .nodes = search->nodes + nodes};
    if (best >= 0) {
        report.pv[0] = (uint32_t)best;
        report.pv_count = 1;
    }
    search->task->report(search->task->context, &report);
}

static void prepare_solver(const struct search *search, struct solver_task *solver, int64_t limit,
                           uint64_t nodes) {
    *solver = (struct solver_task){.kernel = search->kernel,
                                   .board = search->fast,
                                   .node = search->root,
                                   .cells = search->board->surface.cells,
                                   .allowed = search->allowed,
                                   .table = search->task->table,
                                   .threads = search->task->threads,
                                   .watch = search->task->watch,
                                   .limit = limit,
                                   .nodes_max = nodes,
                                   .report = report_bounds,
                                   .context = (void *)(uintptr_t)search};
}

/* Of the moves, those that surely reach the margin, the known one first; the others are tried one
 * by one until the time is over. Returns how many. */
static int equal_moves(struct search *search, const struct solver_task *solved, int best,
                       int margin, uint32_t *moves) {
    int count = 0;
    moves[count++] = (uint32_t)best;
    for (int i = 0; i < search->task->allowed_count; i++) {
        uint64_t one[SURFACE_WORDS] = {0};
        uint32_t move = search->task->allowed[i];
        if (move == (uint32_t)best)
            continue;
        struct solver_task task = *solved;
        set_add(one, (int)move);
        task.allowed = one;
        task.report = NULL;
        bool reached = false;
        if (!solver_reaches(&task, margin, &reached, &search->nodes))
            break;
        if (reached)
            moves[count++] = move;
    }
    return count;
}

/* Solves the root within a limit of time. Returns how many moves are known to be best, 0 if it was
 * not done. */
static int solve(struct search *search, int64_t limit, uint64_t nodes, bool all, uint32_t *moves) {
    struct solver_task solver;
    struct solution solution;
    prepare_solver(search, &solver, limit, nodes);
    solver_solve(&solver, &solution);
    search->nodes += solution.nodes;
    if (!solution.exact || solution.best < 0) {
        moves[0] = solution.best >= 0 ? (uint32_t)solution.best : search->task->allowed[0];
        return 0;
    }
    if (all)
        return equal_moves(search, &solver, solution.best, solution.low, moves);
    moves[0] = (uint32_t)solution.best;
    return 1;
}

/* Whether it is worth while to solve within the limits, and what it may take. */
static bool may_solve(const struct search *search, int64_t *limit, uint64_t *nodes) {
    enum { NODES_A_MILLISECOND = 3000 };
    const struct limits *limits = &search->task->limits;
    double expected = expected_nodes(search->empty);
    *limit = INT64_MAX;
    *nodes = limits->nodes == UINT64_MAX ? UINT64_MAX : limits->nodes / 2;
    if (*nodes != UINT64_MAX && expected > 2.0 * (double)*nodes)
        return false;
    if (limits->soft == INT64_MAX)
        return *nodes != UINT64_MAX || limits->depth >= search->empty;
    *limit = limits->soft / 2;
    double milliseconds = (double)*limit / 1e6;
    return expected < 2.0 * milliseconds * NODES_A_MILLISECOND;
}

static uint32_t decide(struct search *search) {
    const struct task *task = search->task;
    uint32_t moves[SURFACE_CELLS_MAX];
    int64_t limit;
    uint64_t nodes;
    table_age(task->table);
    if (task->solve) {
        solve(search, task->limits.hard, task->limits.nodes, false, moves);
        return moves[0];
    }
    if (task->allowed_count == 1)
        return task->allowed[0];
    int count = 0;
    if (may_solve(search, &limit, &nodes))
        count = solve(search, limit, nodes, true, moves);
    if (count == 1)
        return moves[0];
    if (count > 1)
        return choose_by_tree(search, moves, count);
    return choose_by_tree(search, task->allowed, task->allowed_count);
}

static uint32_t choose(struct task *task) {
    struct search search;
    if (!open_search(&search, task))
        return task->allowed[0]; /* a legal move is better than none */
    uint32_t move = decide(&search);
    free(search.fast);
    return move;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void explain(const struct task *task, void (*say)(void *context, const char *line),
                    void *context) {
    enum { PLAYOUTS = 20000 };
    static const char *const sides[] = {"the player to move", "the opponent"};
    struct task copy = *task;
    struct search search;
    char line[160];
    if (!open_search(&search, &copy))
        return;
    random_seed(&copy.random, 1);
    for (int side = 0; side < 2; side++) {
        struct kernel_node node = search.root;
        uint64_t quiet[SURFACE_WORDS], stable[SURFACE_WORDS];
        if (side == 1) {
            memcpy(node.own, search.root.other, sizeof node.own);
            memcpy(node.other, search.root.own, sizeof node.other);
        }
        search.kernel->quiet(search.fast, &node, quiet);
        search.kernel->stable(search.fast, node.own, stable);
        snprintf(line, sizeof line,
                 "%s: %d cells, %d of them for ever; %d moves that start no reaction", sides[side],
                 set_count(SURFACE_WORDS, node.own) - (search.board->surface.pawns ? 1 : 0),
                 set_count(SURFACE_WORDS, stable), set_count(SURFACE_WORDS, quiet));
        say(context, line);
    }
    double sum = 0;
    for (int i = 0; i < PLAYOUTS; i++)
        sum += search.kernel->rollout(search.fast, &copy.random, &search.root);
    snprintf(line, sizeof line, "mean margin of %d playouts for the player to move: %+.2f",
             PLAYOUTS, sum / PLAYOUTS);
    say(context, line);
    free(search.fast);
}

const struct player player_search = {
    .name = "search",
    .about = "a tree of fast playouts, and the exact margin as soon as it can be had",
    .solves = true,
    .plays = triancey_is,
    .choose = choose,
    .explain = explain,
};
