/* bench_playouts.c - `bench playouts`: the speed of the kernels in random halves. */
#include <stdlib.h>

#include "engine/bench.h"
#include "engine/kernel.h"
#include "grids/grid.h"

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
    struct game_board *board = bench_board("crepe", &grid, error);
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
