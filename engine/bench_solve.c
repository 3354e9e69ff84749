/* bench_solve.c - `bench playouts` and `bench solve`: the speed of the kernels and of the solver.
 *
 * Positions for the solver come from the reference computer playing itself on the twelve league
 * boards, the first one of a half with at most so many empty cells, always the same ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bench.h"
#include "engine/kernel.h"
#include "engine/reference.h"
#include "engine/solver.h"
#include "engine/table.h"
#include "grids/grid.h"

static const char *const words[] = {"cestlavie", "foiegras", "degaulle", "crepe",
                                    "cancan",    "gerard",   "calais",   "porte",
                                    "loire",     "eau",      "creme",    "notredame"};

enum { BOARDS = sizeof words / sizeof *words, CELLS = 48 };

/* A league board of Selacata; NULL and the error if memory is short. */
static struct game_board *open_board(int number, struct grid **grid, struct protocol_error *error) {
    char why[GAME_ERROR_SIZE];
    *grid = grid_from_word(words[number], CELLS, GRID_TORUS, why);
    struct game_board *board = *grid ? game_prepare(game_find("selacata"), *grid, 0, why) : NULL;
    if (!board) {
        grid_free(*grid);
        protocol_fail(error, PROTOCOL_STATE, "%s: %s", words[number], why);
    }
    return board;
}

/* ---- playouts -------------------------------------------------------------------------------- */

static void time_playouts(struct engine *engine, const struct kernel *kernel,
                          const struct game_board *board) {
    enum { PIECE = 20000, SECONDS = 1 };
    struct kernel_board *fast = kernel->prepare(triancey_board(board));
    struct random random;
    int64_t start = clock_now(), spent, sum = 0, halves = 0;
    if (!fast)
        return;
    random_seed(&random, 1);
    do {
        sum += kernel->playouts(fast, &random, PIECE);
        halves += PIECE;
        spent = clock_now() - start;
    } while (spent < SECONDS * INT64_C(1000000000));
    engine_print(
        engine,
        "info string kernel %s, %d %s: %.3f million random halves a second (mean margin %+.2f)",
        kernel->name, kernel->words, kernel->words == 1 ? "word" : "words",
        (double)halves / (double)spent * 1e3, (double)sum / (double)halves);
    free(fast);
}

enum protocol_code bench_playouts(struct engine *engine, const struct protocol_value *names,
                                  struct protocol_error *error) {
    struct grid *grid;
    (void)names;
    struct game_board *board = open_board(3, &grid, error);
    if (!board)
        return error->code;
    engine_print(engine, "info string Selacata on %s, 48 cells, one thread", grid->name);
    for (int i = 0; kernels[i]; i++)
        if (kernels[i]->available())
            time_playouts(engine, kernels[i], board);
    game_board_free(board);
    grid_free(grid);
    return PROTOCOL_OK;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* The first position of self-play, after the archipelago, with at most so many empty cells. */
static void reach(const struct game_board *board, int number, int empty, struct game_state *state) {
    struct random random;
    uint32_t moves[SURFACE_CELLS_MAX];
    const struct triancey_board *inside = triancey_board(board);
    const struct triancey_state *s = triancey_state(state);
    random_seed(&random, (uint64_t)number + 7);
    for (;;) {
        board->game->start(board, state, 1);
        for (int count; (count = board->game->moves(board, state, moves)) > 0;) {
            if (!triancey_islands(inside, s) &&
                CELLS - triancey_cells(inside, s, 0) - triancey_cells(inside, s, 1) <= empty)
                return;
            count = reference_candidates(inside, s, moves, count);
            board->game->play(board, state, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

struct timing {
    double seconds;
    uint64_t nodes;
};

static bool solve_one(struct engine *engine, int number, int empty, struct table *table,
                      struct timing *timing, struct protocol_error *error) {
    struct grid *grid;
    struct game_state state;
    struct stopwatch watch;
    struct game_board *board = open_board(number, &grid, error);
    if (!board)
        return false;
    const struct kernel *kernel = kernel_choose(1, engine->settings.kernel);
    struct solution solution = {.low = 0};
    struct solver_task task = {.kernel = kernel,
                               .board = kernel->prepare(triancey_board(board)),
                               .cells = CELLS,
                               .table = table,
                               .threads = (int)engine->settings.threads,
                               .watch = &watch,
                               .limit = INT64_MAX,
                               .nodes_max = UINT64_MAX};
    stopwatch_reset(&watch);
    reach(board, number, empty, &state);
    solver_node(triancey_state(&state), &task.node);
    table_clear(table);
    int64_t start = clock_now();
    if (task.board)
        solver_solve(&task, &solution);
    timing->seconds = (double)(clock_now() - start) / 1e9;
    timing->nodes = solution.nodes;
    engine_print(engine, "info string %-9s %d empty: margin %+d, best %d, %llu nodes, %.3f s",
                 words[number], empty, solution.low, solution.best,
                 (unsigned long long)solution.nodes, timing->seconds);
    free((void *)(uintptr_t)task.board);
    game_board_free(board);
    grid_free(grid);
    return true;
}

static int by_time(const void *a, const void *b) {
    double x = ((const struct timing *)a)->seconds, y = ((const struct timing *)b)->seconds;
    return (x > y) - (x < y);
}

static bool solve_all(struct engine *engine, int empty, struct table *table,
                      struct protocol_error *error) {
    struct timing timing[BOARDS];
    double seconds = 0;
    uint64_t nodes = 0;
    for (int number = 0; number < BOARDS; number++) {
        if (!solve_one(engine, number, empty, table, &timing[number], error))
            return false;
        seconds += timing[number].seconds;
        nodes += timing[number].nodes;
    }
    qsort(timing, BOARDS, sizeof *timing, by_time);
    engine_print(
        engine,
        "info string %d empty cells: median %.3f s, mean %.3f s, %.2f million nodes a second",
        empty, (timing[BOARDS / 2 - 1].seconds + timing[BOARDS / 2].seconds) / 2, seconds / BOARDS,
        (double)nodes / seconds / 1e6);
    return true;
}

enum protocol_code bench_solve(struct engine *engine, const struct protocol_value *names,
                               struct protocol_error *error) {
    static const char *const usual[] = {"26", "30"};
    struct table *table = engine_table(engine);
    char *word = protocol_next_word(names, names->text);
    if (!table)
        return protocol_fail(error, PROTOCOL_MEMORY, "no memory for a table of %lld MiB",
                             engine->settings.hash);
    engine_print(engine, "info string kernel %s, %lld threads, table of %lld MiB",
                 kernel_choose(1, engine->settings.kernel)->name, engine->settings.threads,
                 engine->settings.hash);
    for (int i = 0; word || i < 2; i++) {
        char *end;
        const char *text = word ? word : usual[i];
        long empty = strtol(text, &end, 10);
        if (*end || empty < 1 || empty > CELLS - 10)
            return protocol_fail(error, PROTOCOL_RANGE,
                                 "solve takes numbers of empty cells from 1 to %d, not '%.60s'",
                                 CELLS - 10, text);
        if (!solve_all(engine, (int)empty, table, error))
            return error->code;
        if (word && !(word = protocol_next_word(names, word)))
            break;
    }
    return PROTOCOL_OK;
}
