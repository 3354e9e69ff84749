/* search.c - the player `search` of the Triancey family: a tree of playouts or, between equals,
 * alpha-beta; and the exact margin as soon as it can be found.
 *
 * While many cells are empty it is UCT (tree.h) with playouts that a kernel plays by a light
 * policy; half of what a leaf is worth is what its patterns promise (patterns.h). When the position
 * may be solved within part of the time, the solver finds all moves that keep the exact margin;
 * among these the tree chooses the one after which the opponent does worst, because equal moves
 * against a perfect opponent are not equal against others. All that it assumes about the opponent
 * is that it errs now and then. With the style `sound` it assumes nothing: alpha-beta (alphabeta.h)
 * takes the place of the tree until the position is solved.
 *
 * Where the whole board is solved, the book (book.h) has a move that holds its value: it is played
 * unless the solver has time to say more.
 *
 * What is known of the best moves is kept as lines. The tree and alpha-beta fill them with
 * estimates, the solver with what it proves; each of them reports all lines when one changes. The
 * number of lines decides only how long the solver goes on after the best move is known.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "engine/kernel/kernel.h"
#include "engine/player/option.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/player/tree.h"
#include "engine/solver/solver.h"
#include "engine/triancey/alphabeta.h"
#include "engine/triancey/book.h"
#include "engine/triancey/positions.h"
#include "engine/triancey/search.h"
#include "games/triancey.h"

const struct search_parameters search_parameters_default = {
    .style = STYLE_GREEDY,
    /* Against 0 (48 cells, 20 ms of processor time a move): 50 +3.3 (error 0.8, 20 pairs), 80 +3.8;
     * against the reference (30 pairs): 0 +38.2, 50 +39.1, 80 +36.0 (errors 1.2), and with 100 ms
     * (42 pairs) 0 +39.7, 50 +37.7 (errors 0.9). */
    .blend = 50,
    .exploration = 70,
    /* Against the reference (96 games of 8000 nodes a move, error 1.4): 0 +71.9, 0.15 +74.1, 0.3
     * +75.5; against the search without it +1.0 (48 games). */
    .mistakes = 25,
    .width_first = 300,
    .width_growth = 100,
    .tries = KERNEL_TRIES,
    .solve_share = 50,
};

#define TUNED(member)                                                                              \
    .type = OPTION_SPIN, .tuning = true, .offset = offsetof(struct search_parameters, member)

/* clang-format off */
static const struct option_row options[] = {
    {.name = "Style", .type = OPTION_COMBO, .offset = offsetof(struct search_parameters, style),
     .about = N_("search: greedy for margin against anybody, sound against equals"),
     .choices = "greedy sound",
     .refusal = N_("'%.60s' is not a style; the styles are greedy and sound")},
    {.name = "Blend", TUNED(blend), .max = 100,
     .about = N_("search: share of patterns in the value of a playout, in percent")},
    {.name = "Exploration", TUNED(exploration), .min = 1, .max = 1000,
     .about = N_("search: how strongly moves that were tried less often are preferred, in percent")},
    {.name = "Mistakes", TUNED(mistakes), .max = 100,
     .about = N_("search: how often the opponent is assumed to err, in percent")},
    {.name = "WidthFirst", TUNED(width_first), .min = 100, .max = 5000,
     .about = N_("search: how many moves the tree tries at first, in hundredths")},
    {.name = "WidthGrowth", TUNED(width_growth), .min = 1, .max = 2000,
     .about = N_("search: moves added per square root of the visits, in hundredths")},
    {.name = "Tries", TUNED(tries), .min = 1, .max = 20,
     .about = N_("search: moves that playouts choose among")},
    {.name = "SolveShare", TUNED(solve_share), .max = 95,
     .about = N_("search: share of a move's time for solving, in percent")},
    {.name = NULL}};
/* clang-format on */

struct search {
    struct task *task;
    struct search_parameters parameters;
    const struct triancey_board *board;
    struct solver_board *ready;
    struct kernel_node root;
    int empty; /* cells at the root */
    uint64_t nodes;
    uint64_t allowed[SURFACE_WORDS]; /* what is left to choose among */
    bool solved;                     /* the moves of the tree have the exact margin */
    int margin;
    int tree_lines;          /* how many lines the tree fills */
    bool booked;             /* the book knows the position */
    struct book_entry known; /* what the book says of it */
    struct alphabeta alphabeta;
    int line_count;      /* how many are asked for */
    struct report *line; /* the best move first; as many that are kept come after them */
};

static void ready_free(void *ready) {
    if (ready)
        solver_board_close(ready);
    free(ready);
}

/* The board that an earlier move has left ready, if its kernel is still wanted, or a new one, which
 * takes 0.3 ms. */
static struct solver_board *find_ready(const struct search *search) {
    struct kept *kept = search->task->kept;
    const struct kernel *kernel = kernel_choose(search->board->surface.words, search->task->kernel);
    struct solver_board *ready = kept && kept->release == ready_free ? kept->thing : NULL;
    if (ready && ready->kernel == kernel)
        return ready;
    ready = malloc(sizeof *ready);
    if (ready && !solver_board_open(ready, search->board, kernel)) {
        ready_free(ready);
        ready = NULL;
    }
    if (kept) {
        kept_release(kept);
        *kept = (struct kept){ready, ready_free};
    }
    return ready;
}

static bool open_search(struct search *search, struct task *task) {
    memset(search, 0, sizeof *search);
    search->task = task;
    search->parameters = search_parameters_default;
    if (task->parameters)
        search->parameters = *(const struct search_parameters *)task->parameters;
    search->board = triancey_board(task->board);
    kernel_node_from(triancey_state(task->state), &search->root);
    search->empty = position_empty_cells(task->board, task->state);
    for (int i = 0; i < task->allowed_count; i++)
        set_add(search->allowed, (int)task->allowed[i]);
    search->booked = task->book && book_look(task->book, task->board, task->state, &search->known);
    search->line_count = task_lines(task);
    search->line = calloc(2 * (size_t)search->line_count, sizeof *search->line);
    search->ready = find_ready(search);
    if (!search->ready || !search->line)
        return false;
    struct kernel_tuning tuning = kernel_tuning_default[search->board->variant->fewest];
    tuning.tries = (int)search->parameters.tries;
    search->ready->kernel->tune(search->ready->fast, &tuning);
    return true;
}

static void close_search(struct search *search) {
    if (!search->task->kept)
        ready_free(search->ready);
    free(search->line);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Reports a line; `nodes` are those of a search that goes on. */
static void say_line(const struct search *search, int i, uint64_t nodes) {
    search->line[i].rank = i + 1;
    search->line[i].nodes = search->nodes + nodes;
    search->task->report(search->task->context, &search->line[i]);
}

static void say_lines(const struct search *search, uint64_t nodes) {
    for (int i = 0; i < search->line_count; i++)
        say_line(search, i, nodes);
}

/* Sets a line of one move, of which the solver knows a margin. */
static void set_line(struct search *search, int i, uint32_t move, int margin, enum bound bound) {
    search->line[i] = (struct report){
        .depth = search->empty, .margin = margin, .bound = bound, .pv_count = 1, .pv = {move}};
}

/* Gives the lines after the first `known` to other moves, which reach `high` at most. */
static void fill_lines(struct search *search, int known, int high) {
    uint64_t taken[SURFACE_WORDS] = {0};
    for (int i = 0; i < known; i++)
        set_add(taken, (int)search->line[i].pv[0]);
    for (int i = 0; known < search->line_count; i++)
        if (!set_has(taken, (int)search->task->allowed[i]))
            set_line(search, known++, search->task->allowed[i], high, BOUND_UPPER);
}

/* ---- playouts -------------------------------------------------------------------------------- */

/* The mean of a playout's margin and the one that patterns expect: one playout says little about
 * what becomes of a position, patterns say nothing about reactions that run far. */
static bool play_out(struct tree *tree, struct game_state *state, int *margin) {
    const struct search *search = tree->context;
    const struct solver_board *ready = search->ready;
    const struct triancey_state *s = triancey_state(state);
    int seat = triancey_seat(s, s->mover), blend = (int)search->parameters.blend;
    if (s->over) {
        margin[seat] = triancey_margin(search->board, s, s->mover);
    } else {
        struct kernel_node node;
        kernel_node_from(s, &node);
        int played = ready->kernel->rollout(ready->fast, &tree->task->random, &node);
        int value = blend ? patterns_value(ready->patterns, node.own, node.other) : 0;
        margin[seat] =
            ((100 - blend) * played * PATTERN_CELL + blend * value) / (100 * PATTERN_CELL);
    }
    margin[!seat] = -margin[seat];
    return true;
}

static int list(struct tree *tree, const struct game_state *state, uint32_t *moves) {
    const struct search *search = tree->context;
    struct kernel_node node;
    kernel_node_from(triancey_state(state), &node);
    return search->ready->kernel->list(search->ready->fast, &node, moves);
}

/* Puts moves into the order in which the tree tries them: last those that lead where others do. */
static void order_moves(const struct search *search, const uint32_t *moves, int count,
                        uint32_t *ordered) {
    uint32_t best[SURFACE_CELLS_MAX];
    bool taken[SURFACE_CELLS_MAX] = {false}, wanted[SURFACE_CELLS_MAX] = {false};
    int listed = search->ready->kernel->list(search->ready->fast, &search->root, best), end = 0;
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

/* ---- solving --------------------------------------------------------------------------------- */

/* Reports what the solver knows after each step towards the margin, except the last one. */
static void report_bounds(void *context, int low, int high, int best, uint64_t nodes) {
    struct search *search = context;
    bool reached = best >= 0 && low > -search->board->surface.cells;
    if (low == high)
        return;
    if (best >= 0)
        set_line(search, 0, (uint32_t)best, reached ? low : high,
                 reached ? BOUND_LOWER : BOUND_UPPER);
    fill_lines(search, best >= 0 ? 1 : 0, high);
    say_lines(search, nodes);
}

static struct solver_task prepare_solver(struct search *search, int64_t limit, uint64_t nodes) {
    const struct task *task = search->task;
    struct solver_task solver =
        solver_board_task(search->ready, task->state, task->table, task->watch);
    solver.allowed = search->allowed;
    solver.threads = task->threads;
    solver.limit = limit;
    solver.nodes_max = nodes;
    solver.report = report_bounds;
    solver.context = search;
    return solver;
}

/* Finds the moves that surely reach the margin, the known one first; the others are tried one by
 * one until the time is over. Returns how many; *all says whether there was time for all. */
static int equal_moves(struct search *search, const struct solver_task *solved, int best,
                       uint32_t *moves, bool *all) {
    int count = 0;
    moves[count++] = (uint32_t)best;
    *all = true;
    for (int i = 0; i < search->task->allowed_count && *all; i++) {
        uint64_t one[SURFACE_WORDS] = {0};
        uint32_t move = search->task->allowed[i];
        if (move == (uint32_t)best)
            continue;
        struct solver_task task = *solved;
        set_add(one, (int)move);
        task.allowed = one;
        bool reached = false;
        *all = solver_reaches(&task, search->margin, &reached, &search->nodes);
        if (reached)
            moves[count++] = move;
    }
    return count;
}

/* Sets a line whose move reaches exactly this margin, and goes on without errors of either side. */
static void set_exact_line(struct search *search, const struct solver_task *solver, int i,
                           uint32_t move, int margin) {
    struct report *line = &search->line[i];
    set_line(search, i, move, margin, BOUND_EXACT);
    line->pv_count =
        solver_line(solver, search->task->board, search->task->state, margin, line->pv, PV_MAX);
}

/* Solves one line after the other, each without the moves of those before it. */
static void solve_lines(struct search *search, const struct solver_task *solved, int known) {
    struct solver_task task = *solved;
    uint64_t left[SURFACE_WORDS] = {0}, most = search->task->limits.nodes;
    task.allowed = left;
    task.report = NULL;
    for (; known < search->line_count; known++) {
        struct solution solution;
        memcpy(left, search->allowed, sizeof left);
        for (int i = 0; i < known; i++)
            set_remove(left, (int)search->line[i].pv[0]);
        task.guess = search->line[known - 1].margin;
        if (task.nodes_max != UINT64_MAX)
            task.nodes_max = most > search->nodes ? most - search->nodes : 1;
        solver_solve(&task, &solution);
        search->nodes += solution.nodes;
        if (!solution.exact)
            break;
        set_exact_line(search, &task, known, (uint32_t)solution.best, solution.low);
        fill_lines(search, known + 1, solution.low);
        say_lines(search, 0);
    }
}

/* Reports what was solved, and solves further lines if they are asked for, unless there is a limit
 * of nodes, which the choice may still need. */
static void tell_solution(struct search *search, const struct solver_task *solver,
                          const uint32_t *moves, int count, bool all) {
    int known = count < search->line_count ? count : search->line_count;
    for (int i = 0; i < known; i++)
        set_exact_line(search, solver, i, moves[i], search->margin);
    fill_lines(search, known, all ? search->margin - 2 : search->margin);
    say_lines(search, 0);
    if (search->task->solve || search->task->limits.nodes == UINT64_MAX)
        solve_lines(search, solver, known);
}

/* Whether the book has a move that may be chosen. */
static bool has_book_move(const struct search *search) {
    return search->booked && search->known.move >= 0 &&
           set_has(search->allowed, search->known.move);
}

static bool is_exact_in_book(const struct search *search) {
    return has_book_move(search) && search->known.low == search->known.high;
}

/* Solves the root, or takes it from the book, and says what is known by then. */
static void solve_root(struct search *search, struct solver_task *solver,
                       struct solution *solution) {
    const struct book_entry *known = &search->known;
    if (is_exact_in_book(search)) {
        *solution = (struct solution){true, known->low, known->high, known->move, 0};
        return;
    }
    if (search->booked && solver->guess < known->low)
        solver->guess = known->low;
    if (search->booked && solver->guess > known->high)
        solver->guess = known->high;
    solver_solve(solver, solution);
    search->nodes += solution->nodes;
}

/* The move of the book, where the solver had no time to find them all. */
static uint32_t answer_by_book(struct search *search) {
    const struct book_entry *known = &search->known;
    bool exact = is_exact_in_book(search);
    struct report *line = &search->line[0];
    set_line(search, 0, (uint32_t)known->move, known->low, exact ? BOUND_EXACT : BOUND_LOWER);
    if (exact)
        line->pv_count = book_line(search->task->book, search->task->board, search->task->state,
                                   line->pv, PV_MAX);
    fill_lines(search, 1, known->high);
    say_lines(search, 0);
    return line->pv[0];
}

/* Solves the root within a limit of time. Returns how many moves are known to be best, or 0. */
static int solve(struct search *search, int64_t limit, uint64_t nodes, uint32_t *moves) {
    struct solver_task solver = prepare_solver(search, limit, nodes);
    struct solution solution;
    int count = 1;
    bool all = false;
    solve_root(search, &solver, &solution);
    if (solution.best >= 0)
        moves[0] = (uint32_t)solution.best;
    else
        order_moves(search, search->task->allowed, search->task->allowed_count, moves);
    if (!solution.exact || solution.best < 0) {
        if (search->task->solve)
            report_bounds(search, solution.low, solution.high, (int)moves[0], 0);
        return 0;
    }
    search->solved = true;
    search->margin = solution.low;
    if (!search->task->solve)
        count = equal_moves(search, &solver, solution.best, moves, &all);
    tell_solution(search, &solver, moves, count, all);
    return count;
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* Takes what the alpha-beta search reports about the best moves. */
static void take_alphabeta_report(void *context, const struct alphabeta *alphabeta) {
    struct search *search = context;
    for (int i = 0; i < search->line_count; i++) {
        const struct alphabeta_move *move = &alphabeta->move[i];
        struct report *line = &search->line[i];
        *line = (struct report){.depth = move->depth,
                                .margin = (int)lround((double)move->estimate / PATTERN_CELL),
                                .bound = BOUND_ESTIMATE,
                                .pv_count = move->pv_count};
        memcpy(line->pv, move->pv, (size_t)move->pv_count * sizeof *move->pv);
    }
    say_lines(search, alphabeta->nodes);
}

/* The best of all moves between equals, until the limits are reached. How many lines are asked for
 * changes no choice where nodes are limited: lines then have what was found of them on the way. */
static uint32_t choose_by_alphabeta(struct search *search, const struct limits *limits) {
    struct alphabeta *alphabeta = &search->alphabeta;
    bool bounded = limits->nodes != UINT64_MAX;
    *alphabeta = (struct alphabeta){.task = search->task,
                                    .patterns = search->ready->patterns,
                                    .time = limits->soft,
                                    .nodes_max = UINT64_MAX,
                                    .lines = bounded ? 1 : search->line_count,
                                    .report = take_alphabeta_report,
                                    .context = search};
    if (bounded)
        alphabeta->nodes_max = limits->nodes > search->nodes ? limits->nodes - search->nodes : 1;
    if (!alphabeta_search(alphabeta))
        return search->task->allowed[0];
    search->nodes += alphabeta->nodes;
    return alphabeta->move[0].cell;
}

/* Takes what the tree reports about a line. Where the margin is known, only the move counts; lines
 * beyond those of the tree follow. */
static void take_tree_report(void *context, const struct report *report) {
    struct search *search = context;
    struct report *line = &search->line[report->rank - 1];
    *line = *report;
    if (search->solved) {
        struct solver_task solver = prepare_solver(search, search->task->limits.soft, UINT64_MAX);
        set_exact_line(search, &solver, report->rank - 1, report->pv[0], search->margin);
    }
    say_line(search, report->rank - 1, report->nodes);
    for (int i = search->tree_lines; i < search->line_count && report->rank == search->tree_lines;
         i++)
        say_line(search, i, report->nodes);
}

/* The best of some moves by playouts until the limits are reached. */
static uint32_t choose_by_tree(struct search *search, const uint32_t *moves, int count,
                               const struct limits *limits) {
    struct task task = *search->task;
    uint32_t ordered[SURFACE_CELLS_MAX];
    order_moves(search, moves, count, ordered);
    task.allowed = ordered;
    task.allowed_count = count;
    task.limits = *limits;
    task.report = take_tree_report;
    task.context = search;
    search->tree_lines = task_lines(&task);
    struct tree *tree = tree_new(&task, task.arena, task.arena_size, true);
    if (!tree)
        return moves[0];
    tree->list = list;
    tree->play_out = play_out;
    tree->exploration = (double)search->parameters.exploration / 100;
    tree->mistakes = (double)search->parameters.mistakes / 100;
    tree->width_first = (double)search->parameters.width_first / 100;
    tree->width_growth = (double)search->parameters.width_growth / 100;
    tree->context = search;
    if (task.limits.nodes != UINT64_MAX && search->nodes < task.limits.nodes)
        tree->playouts_max = task.limits.nodes - search->nodes;
    tree_search(tree);
    search->task->random = task.random;
    search->nodes += tree->playouts;
    uint32_t move = tree_best(tree)->move;
    tree_free(tree);
    return move;
}

enum { NODES_A_MILLISECOND = 3000 };

/* How many nodes it takes to solve the root: measured on boards of 48 cells, from self-play of the
 * reference (`bench solve`). */
static double expected_nodes(const struct search *search) {
    return exp(12.5 + 0.75 * (search->empty - 30));
}

/* Whether solving is worthwhile within the limits, and how much it may use. */
static bool may_solve(const struct search *search, int64_t *limit, uint64_t *nodes) {
    enum { MINUTES = 10 };
    const struct limits *limits = &search->task->limits;
    double share = (double)search->parameters.solve_share / 100;
    double expected = expected_nodes(search);
    *limit = INT64_MAX;
    *nodes = limits->nodes == UINT64_MAX ? UINT64_MAX : (uint64_t)(share * (double)limits->nodes);
    if (*nodes != UINT64_MAX && expected > 2.0 * (double)*nodes)
        return false;
    if (limits->soft == INT64_MAX && limits->depth == INT32_MAX && *nodes == UINT64_MAX)
        return expected < MINUTES * 60e3 * NODES_A_MILLISECOND; /* until stop */
    if (limits->soft == INT64_MAX)
        return *nodes != UINT64_MAX || limits->depth >= search->empty;
    *limit = (int64_t)(share * (double)limits->soft);
    return expected < 2.0 * (double)*limit / 1e6 * NODES_A_MILLISECOND;
}

/* Whether it is unknown how long there will be time to solve, or those who watch would wait too
 * long for the solver's first word: it says nothing before a whole search. A limit of nodes is not
 * for them. */
static bool needs_quick_look(const struct search *search) {
    enum { PATIENCE_MS = 500 };
    const struct limits *limits = &search->task->limits;
    return limits->nodes == UINT64_MAX &&
           (limits->soft == INT64_MAX || !stopwatch_is_started(search->task->watch) ||
            expected_nodes(search) > PATIENCE_MS * NODES_A_MILLISECOND);
}

/* A quick look, so that there is something to show and, if the solver is stopped, to answer. */
static void look_quickly(struct search *search) {
    enum { NODES = 5000 };
    struct limits limits = search->task->limits;
    limits.nodes = NODES;
    limits.soft = limits.soft == INT64_MAX ? INT64_MAX : limits.soft / 4;
    fill_lines(search, 0, search->board->surface.cells); /* if there is no memory for a tree */
    if (search->parameters.style == STYLE_GREEDY)
        choose_by_tree(search, search->task->allowed, search->task->allowed_count, &limits);
    else
        choose_by_alphabeta(search, &limits);
    memcpy(search->line + search->line_count, search->line,
           (size_t)search->line_count * sizeof *search->line);
}

static uint32_t answer_quickly(struct search *search) {
    memcpy(search->line, search->line + search->line_count,
           (size_t)search->line_count * sizeof *search->line);
    say_lines(search, 0);
    return search->line[0].pv[0];
}

/* Solves if that is promising. Returns how many moves are known to be best, 0 if none is; with
 * *quickly there is an answer from a quick look, to be given if the solver is stopped. */
static int try_to_solve(struct search *search, uint32_t *moves, bool *quickly) {
    int64_t limit;
    uint64_t nodes;
    if (!may_solve(search, &limit, &nodes))
        return 0;
    *quickly = needs_quick_look(search);
    if (*quickly)
        look_quickly(search);
    return solve(search, limit, nodes, moves);
}

static uint32_t decide(struct search *search) {
    const struct task *task = search->task;
    uint32_t moves[SURFACE_CELLS_MAX];
    bool quickly = false;
    table_age(task->table);
    if (task->solve) {
        solve(search, task->limits.hard, task->limits.nodes, moves);
        return moves[0];
    }
    if (task->allowed_count == 1)
        return task->allowed[0];
    int count = try_to_solve(search, moves, &quickly);
    bool stopped = stopwatch_is_stopped(task->watch);
    if (count == 1 || (count > 1 && stopped))
        return moves[0];
    if (count > 1)
        return choose_by_tree(search, moves, count, &task->limits);
    if (has_book_move(search))
        return answer_by_book(search);
    if (quickly && stopped)
        return answer_quickly(search);
    if (search->parameters.style == STYLE_SOUND)
        return choose_by_alphabeta(search, &task->limits);
    return choose_by_tree(search, task->allowed, task->allowed_count, &task->limits);
}

static uint32_t search_choose(struct task *task) {
    struct search search;
    uint32_t move = task->allowed[0]; /* a legal move is better than none */
    if (open_search(&search, task))
        move = decide(&search);
    close_search(&search);
    return move;
}

/* ---- for people ------------------------------------------------------------------------------ */

/* The value at a glance, as a table. */
static void explain_value(const struct search *search) {
    static const char *const rows[PATTERN_PARTS][2] = {
        {"empty", "empty cells, by what lies around them"},
        {"own", "cells of the player to move"},
        {"other", "cells of the opponent"},
        {"quiet", "quiet moves to spare, of three at most"},
        {"net", "hidden units of the network above zero"}};
    struct pattern_part part[PATTERN_PARTS];
    double sum = 0;
    int parts = search->board->variant->fewest ? PATTERN_PARTS : PATTERN_PARTS - 1;
    patterns_parts(search->ready->patterns, search->root.own, search->root.other, part);
    task_say(search->task, "%-6s %-40s %6s %7s", "term", "what it counts", "number", "cells");
    for (int i = 0; i < parts; i++) {
        double value = (double)part[i].value / PATTERN_CELL;
        sum += value;
        task_say(search->task, "%-6s %-40s %6d %+7.2f", rows[i][0], rows[i][1], part[i].count,
                 value);
    }
    task_say(search->task, "%-6s %-40s %6s %+7.2f", "sum", "the margin expected for the mover", "",
             sum);
}

static void search_explain(const struct task *task) {
    enum { PLAYOUTS = 20000 };
    static const char *const sides[] = {"the player to move", "the opponent"};
    struct task copy = *task;
    struct search search;
    if (!open_search(&search, &copy)) {
        close_search(&search);
        return;
    }
    random_seed(&copy.random, 1);
    for (int side = 0; side < 2; side++) {
        struct kernel_node node = search.root;
        uint64_t quiet[SURFACE_WORDS], stable[SURFACE_WORDS];
        if (side == 1) {
            memcpy(node.own, search.root.other, sizeof node.own);
            memcpy(node.other, search.root.own, sizeof node.other);
        }
        search.ready->kernel->quiet(search.ready->fast, &node, quiet);
        search.ready->kernel->stable(search.ready->fast, node.own, stable);
        task_say(task, "%s: %d cells, %d of them for ever; %d moves that start no reaction",
                 sides[side],
                 set_count(SURFACE_WORDS, node.own) - (search.board->surface.pawns ? 1 : 0),
                 set_count(SURFACE_WORDS, stable), set_count(SURFACE_WORDS, quiet));
    }
    double sum = 0;
    for (int i = 0; i < PLAYOUTS; i++)
        sum += search.ready->kernel->rollout(search.ready->fast, &copy.random, &search.root);
    task_say(task, "mean margin of %d playouts for the player to move: %+.2f", PLAYOUTS,
             sum / PLAYOUTS);
    explain_value(&search);
    close_search(&search);
}

const struct player search_triancey = {
    .name = "search",
    .about = N_("a tree of fast playouts, and the exact margin as soon as possible"),
    .plays = triancey_is,
    .choose = search_choose,
    .solves = true,
    .explain = search_explain,
    .parameters = &search_parameters_default,
    .parameters_size = sizeof search_parameters_default,
    .options = options,
};
