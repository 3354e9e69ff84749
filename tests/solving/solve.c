/* solve.c - the value of a board is that of the plain solver (engine/solver), whatever the kernel,
 * the number of threads and the stones of a task; the line of best moves comes to that value; and
 * what was found can be proved again. */
#include "referee/solving/solve.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/random.h"
#include "engine/player/table.h"
#include "engine/triancey/positions.h"
#include "games/triancey.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

enum { TABLE = 16, CELLS_MAX = 24, CELLS_NIGHTLY = 32, VARIANTS = 3 };

static const atomic_int never;

struct case_board {
    struct grid *grid;
    struct game_board *board;
};

static struct case_board make_board(const char *name, const struct game *game) {
    struct error error;
    struct case_board made = {.grid = grid_find(name, &error)};
    made.board = made.grid ? game_prepare(game, made.grid, 0, &error) : NULL;
    if (!made.board) {
        diag("%s: %s", name, error.text);
        exit(1);
    }
    return made;
}

static void free_board(struct case_board *made) {
    game_board_free(made->board);
    grid_free(made->grid);
}

/* By the solver alone. */
static int plain_value(const struct game_board *board) {
    struct position_solver solver = {.kernel =
                                         kernel_choose(triancey_board(board)->surface.words, NULL),
                                     .table = table_new(TABLE),
                                     .threads = 1};
    struct game_state state;
    struct solution solution;
    board->game->start(board, &state, 1);
    if (!position_solve(&solver, board, &state, &solution))
        exit(1);
    table_free(solver.table);
    return solution.low;
}

/* What the starter has after the line, if it is a whole half of legal moves. */
static bool line_comes_to(const struct game_board *board, const struct solve_result *result,
                          int *margin) {
    struct game_state state;
    struct error error;
    board->game->start(board, &state, 1);
    for (int i = 0; i < result->moves; i++) {
        if (board->game->refuse(board, &state, result->line[i], &error))
            return false;
        board->game->play(board, &state, result->line[i]);
    }
    *margin = triancey_margin(triancey_board(board), triancey_state(&state), 0);
    return triancey_state(&state)->over;
}

static void check_solved(const struct case_board *made, int value, struct solve_request request,
                         const char *how) {
    struct solve_result result;
    struct error error = {.text = ""};
    int margin = 1;
    request.board = made->board;
    request.mebibytes = 1;
    request.stop = &never;
    bool solved = solve_board(&request, &result, &error);
    ok(solved && result.low == value && result.high == value &&
           line_comes_to(made->board, &result, &margin) && margin == value,
       "%s on %s, %s: %d, and the line comes to it", made->board->game->name, made->grid->name, how,
       value);
    if (!solved || result.low != value || margin != value)
        diag("%d..%d, the line to %d after %d moves %s", result.low, result.high, margin,
             result.moves, error.text);
}

static void check_board(const char *name, const struct game *game, int number) {
    struct case_board made = make_board(name, game);
    int value = plain_value(made.board);
    check_solved(&made, value, (struct solve_request){.threads = 1}, "usual tasks");
    check_solved(&made, value, (struct solve_request){.threads = 3, .stones = 1 + number % 6},
                 "three threads");
    for (int i = 0; kernels[i]; i++)
        if (kernels[i]->words == 1 && kernels[i]->available())
            check_solved(
                &made, value,
                (struct solve_request){.threads = 1, .stones = 4, .kernel = kernels[i]->name},
                kernels[i]->name);
    free_board(&made);
}

/* Solved in parts, each with what the one before has left, then proved again. */
static void check_resumed(const char *name, const struct game *game) {
    struct case_board made = make_board(name, game);
    char path[64];
    struct solve_verified verified;
    struct error error = {.text = ""};
    snprintf(path, sizeof path, "/tmp/triancey-solve-%ld.db", (long)getpid());
    int value = plain_value(made.board);
    const struct solve_request request = {.path = path, .threads = 2, .stones = 4};
    check_solved(&made, value, request, "into a file");
    check_solved(&made, value, request, "from that file");
    bool proved = solve_verify(path, 20, 1, 1, &never, &verified, &error);
    ok(proved && verified.result.low == value && verified.result.high == value,
       "%s on %s: proved again", game->name, name);
    if (!proved)
        diag("%s", error.text);
    unlink(path);
    free_board(&made);
}

int main(void) {
    static const char *const fixed[VARIANTS][2] = {
        {"torus 4x2", "torus 5x2"}, {"torus 4x2", "torus 4x3"}, {"cylinder 4x2", "cylinder 4x3"}};
    struct random random;
    random_seed(&random, 1);
    for (int v = 0; v < VARIANTS; v++) {
        const struct triancey_variant *variant = &triancey_variants[v];
        int most = enough(CELLS_MAX, CELLS_NIGHTLY) - (variant->archipelago ? 0 : 4);
        for (int i = 0; i < 2; i++)
            check_board(fixed[v][i], &variant->game, i);
        for (int i = 0; i < enough(5, 50); i++) {
            char name[64];
            int cells = 12 + 2 * (int)random_below(&random, (uint32_t)(most - 12) / 2 + 1);
            snprintf(name, sizeof name, "word w%d cells %d%s", i, cells,
                     variant->pawns ? " surface cylinder" : "");
            check_board(name, &variant->game, i);
        }
        check_resumed(variant->pawns ? "word resumed cells 20 surface cylinder"
                                     : "word resumed cells 20",
                      &variant->game);
    }
    return done();
}
