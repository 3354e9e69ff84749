/* bench_playouts.c - `bench playouts`: the speed of the kernels in random halves, and that of other
 * games in random moves, as players see them through the interface. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "engine/bench/bench.h"
#include "engine/kernel/kernel.h"
#include "games/triancey.h"
#include "grids/grid.h"

enum { SECOND = 1000000000 };

static void time_playouts(struct bench *bench, const struct kernel *kernel,
                          const struct game_board *board) {
    enum { PIECE = 20000 };
    struct kernel_board *fast = kernel->prepare(triancey_board(board));
    struct random random;
    int64_t start = clock_ns(), spent, sum = 0, halves = 0;
    if (!fast)
        return;
    random_seed(&random, 1);
    do {
        sum += kernel->playouts(fast, &random, PIECE);
        halves += PIECE;
        spent = clock_ns() - start;
    } while (spent < SECOND);
    bench_print(
        bench,
        "info string kernel %s, %d %s: %.3f million random halves a second (mean margin %+.2f)",
        kernel->name, kernel->words, kernel->words == 1 ? "word" : "words",
        (double)halves / (double)spent * 1e3, (double)sum / (double)halves);
    free(fast);
}

/* Plays a game at random; returns the number of its moves. */
static int play_at_random(const struct game_board *board, struct random *random, uint32_t *moves) {
    struct game_state state;
    int length = 0;
    board->game->start(board, &state, 1);
    for (int count; (count = board->game->moves(board, &state, moves)) > 0; length++)
        board->game->play(board, &state, moves[random_below(random, (uint32_t)count)]);
    return length;
}

static void time_moves(struct bench *bench, const struct game_board *board, uint32_t *moves) {
    struct random random;
    int64_t start = clock_ns(), spent, length = 0, played = 0;
    random_seed(&random, 1);
    do {
        length += play_at_random(board, &random, moves);
        played++;
        spent = clock_ns() - start;
    } while (spent < SECOND);
    bench_print(bench, "info string %s: %.3f million random moves a second (%.1f moves a game)",
                board->game->title, (double)length / (double)spent * 1e3,
                (double)length / (double)played);
}

/* A game with a board of its own, by its usual set-up. */
static void time_game(struct bench *bench, const struct game *game) {
    char why[GAME_ERROR_SIZE];
    struct game_board *board = game_prepare(game, NULL, 0, why);
    uint32_t *moves = board ? malloc((size_t)board->moves_max * sizeof *moves) : NULL;
    if (moves)
        time_moves(bench, board, moves);
    else
        protocol_fail(bench->error, PROTOCOL_MEMORY, "no memory for %s", game->name);
    free(moves);
    game_board_free(board);
}

enum protocol_code bench_playouts(struct bench *bench, const struct protocol_value *names) {
    struct grid *grid;
    (void)names;
    struct game_board *board = bench_board("crepe", &grid, bench->error);
    if (!board)
        return bench->error->code;
    bench_print(bench, "info string Selacata on %s, 48 cells, one thread", grid->name);
    for (int i = 0; kernels[i]; i++)
        if (kernels[i]->available())
            time_playouts(bench, kernels[i], board);
    game_board_free(board);
    grid_free(grid);
    for (int i = 0; games[i]; i++)
        if (!games[i]->default_grid)
            time_game(bench, games[i]);
    return bench->error->code;
}
