/* make_positions.c - writes tests/engine/positions.txt (`make positions`): positions of all games
 * of the family from self-play of the reference computer, and their exact margins.
 *
 * The positions and the figures depend on nothing but the tables below, except that the solver
 * decides which one of several best moves a position without values names. The format is described
 * in engine/triancey/positions.h.
 *
 *     make_positions [EMPTY_MAX]      leaves out positions with more empty cells
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/bench/bench.h"
#include "engine/player/table.h"
#include "engine/triancey/positions.h"
#include "engine/triancey/reference.h"
#include "grids/grid.h"
#include "tests/lib/solve_move.h"

enum { VALUES_MAX = 28, TABLE_MEBIBYTES = 512, TRIES_MAX = 100000, COUNTS_MAX = 10 };

/* For each of the boards and numbers of empty cells, this many positions. */
struct batch {
    const char *about, *game, *grid; /* grid NULL: the twelve league boards */
    int each;
    int empty[COUNTS_MAX]; /* ended by 0 */
    bool stalemate; /* only positions in which one move ends in stalemate, another does not */
};

static const struct batch batches[] = {
    {"the league boards", "selacata", NULL, 1, {12, 16, 20, 24, 28, 30, 34}, false},
    {"most cells win", "triancey", "porte", 1, {12, 16, 20, 24, 28, 30}, false},
    {NULL, "triancey", "loire", 1, {12, 16, 20, 24, 28, 30}, false},
    {NULL, "triancey", "eau", 1, {12, 16, 20, 24, 28, 30}, false},
    {NULL, "triancey", "torus 6x4", 1, {12, 16, 20, 24, 28, 30}, false},
    {"between coloured borders", "archipel", "archipel", 4, {12, 16, 20, 24, 28, 30}, false},
    {"small boards, from the first move on", "triancey", "torus 2x2", 1, {8, 6}, false},
    {NULL, "triancey", "torus 3x2", 1, {12, 10}, false},
    {NULL, "triancey", "torus 3x3", 1, {18, 14, 10}, false},
    {NULL, "triancey", "torus 4x3", 1, {20, 16, 12}, false},
    {"where stalemate is certain", "selacata", "torus 2x2", 1, {8, 7}, false},
    {NULL, "selacata", "torus 3x2", 1, {12, 11}, false},
    {NULL, "selacata", "torus 3x3", 1, {18, 17, 16, 15}, false},
    {NULL, "selacata", "torus 4x3", 1, {24, 23, 22, 21, 20}, false},
    {"a stalemate to seek or to fear", "selacata", "torus 6x3", 4, {28}, true},
    {NULL, "selacata", "word pat cells 34", 4, {26, 27}, true},
    {NULL, "selacata", "word stalemate cells 36", 4, {28}, true},
    {NULL, "archipel", "word pat cells 36 surface cylinder", 4, {28}, true},
    {"more archipelagos", "selacata", "torus 5x3", 2, {25, 24, 23, 22}, false},
    {NULL, "selacata", "torus 6x3", 2, {32, 31, 30, 29, 28, 27}, false},
    {NULL, "selacata", "word stalemate cells 38", 2, {34, 32, 31, 30, 29}, false},
    {NULL, "selacata", "word pat cells 40", 2, {34, 33, 32, 31}, false},
    {NULL, "archipel", "word pat cells 36 surface cylinder", 2, {30, 29, 28, 27}, false},
    {"more than 64 cells, near the end", "triancey", "classic", 2, {12, 16, 20, 24}, false},
    {NULL, "selacata", "word bourgogne cells 66", 2, {12, 16, 20, 24}, false},
    {NULL, "selacata", "torus 8x5", 2, {12, 16, 20, 24}, false},
    {NULL, "selacata", "word champagne cells 128", 1, {12, 16, 20}, false},
    {NULL, "archipel", "cylinder 8x8", 1, {12, 16, 20}, false},
    {NULL, "triancey", "word provence cells 130", 1, {12, 16, 20}, false},
    {NULL, "selacata", "torus 16x8", 1, {12, 16, 20}, false},
    {NULL, "archipel", "cylinder 16x8", 1, {12, 16}, false},
    {"just after the archipelago", "selacata", "cestlavie", 1, {38}, false},
    {NULL, "selacata", "foiegras", 1, {38}, false},
    {NULL, "selacata", "degaulle", 1, {38}, false},
    {NULL, "selacata", "crepe", 1, {38}, false},
    {NULL, "selacata", "cancan", 1, {38}, false},
    {NULL, "selacata", "calais", 1, {38}, false},
    {NULL, "selacata", "porte", 1, {38}, false},
    {NULL, "selacata", "loire", 1, {38}, false},
    {NULL, "selacata", "eau", 1, {38}, false},
    {NULL, "selacata", "creme", 1, {38}, false},
    {NULL, "selacata", "gerard", 1, {38}, false},
};

/* A half as it was played. */
struct line {
    struct game_state state;
    uint32_t move[SURFACE_CELLS_MAX];
    int count;
};

/* A position's name is what its self-play depends on (FNV-1a). */
static uint64_t seed_of(const char *name) {
    uint64_t seed = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        seed = (seed ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return seed;
}

/* Whether one move ends the half by stalemate and another one does not. */
static bool may_end(const struct game_board *board, const struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = board->game->moves(board, state, moves), ended = 0;
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, moves[i]);
        ended += triancey_state(&next)->over == TRIANCEY_STALEMATE;
    }
    return ended > 0 && ended < count;
}

/* The first position of self-play with exactly this many empty cells. */
static bool reach(const struct game_board *board, uint64_t seed, int empty, bool stalemate,
                  struct line *line) {
    struct random random;
    random_seed(&random, seed);
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        board->game->start(board, &line->state, 1);
        line->count = 0;
        while (board->game->turn(board, &line->state) != GAME_OVER) {
            if (position_empty_cells(board, &line->state) == empty &&
                (!stalemate || may_end(board, &line->state)))
                return true;
            line->move[line->count++] = reference_play(board, &line->state, &random);
        }
    }
    return false;
}

/* ---- one line -------------------------------------------------------------------------------- */

/* The values of all moves, and from them margin and best moves. */
static bool print_all(const struct position_solver *solver, const struct game_board *board,
                      const struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int value[SURFACE_CELLS_MAX], best = INT32_MIN;
    int count = board->game->moves(board, state, moves);
    for (int i = 0; i < count; i++) {
        if (!solve_move(solver, board, state, moves[i], &value[i]))
            return false;
        best = value[i] > best ? value[i] : best;
    }
    printf("; margin %+d; best", best);
    for (int i = 0; i < count; i++)
        if (value[i] == best)
            printf(" %u", moves[i]);
    printf("; values");
    for (int i = 0; i < count; i++)
        printf(" %u:%+d", moves[i], value[i]);
    return true;
}

static bool print_margin(const struct position_solver *solver, const struct game_board *board,
                         const struct game_state *state) {
    struct solution solution;
    if (!position_solve(solver, board, state, &solution))
        return false;
    printf("; margin %+d; best %d", solution.low, solution.best);
    return true;
}

/* `number`: which one of several that are alike, from 0. */
static bool print_line(struct table *table, const struct batch *batch, const char *grid,
                       const struct game_board *board, int empty, int number) {
    struct line line;
    char name[POSITION_NAME_SIZE];
    struct position_solver solver = {.kernel =
                                         kernel_choose(triancey_board(board)->surface.words, NULL),
                                     .table = table,
                                     .threads = 1};
    char letter[2] = {batch->each > 1 ? (char)('a' + number) : '\0', '\0'};
    snprintf(name, sizeof name, "%s-%s-%d%s%s", batch->game, board->grid->name, empty, letter,
             batch->stalemate ? "-stalemate" : "");
    if (!reach(board, seed_of(name), empty, batch->stalemate, &line)) {
        fprintf(stderr, "make_positions: there is no %s\n", name);
        return false;
    }
    table_clear(table);
    printf("%s; setgrid %s %s; position moves", name, grid, batch->game);
    for (int i = 0; i < line.count; i++)
        printf(" %u", line.move[i]);
    printf("; empty %d", empty);
    bool good = empty <= VALUES_MAX ? print_all(&solver, board, &line.state)
                                    : print_margin(&solver, board, &line.state);
    printf("\n");
    fflush(stdout);
    return good;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool print_grid(struct table *table, const struct batch *batch, const char *name,
                       int empty_max) {
    struct error why;
    struct grid *grid = grid_find(name, &why);
    struct game_board *board = grid ? game_prepare(game_find(batch->game), grid, 0, &why) : NULL;
    bool good = board != NULL;
    if (!good)
        fprintf(stderr, "make_positions: %s: %s\n", name, why.text);
    for (int i = 0; i < COUNTS_MAX && batch->empty[i] && good; i++)
        for (int number = 0; number < batch->each && good; number++)
            good = batch->empty[i] > empty_max ||
                   print_line(table, batch, name, board, batch->empty[i], number);
    game_board_free(board);
    grid_free(grid);
    return good;
}

static bool print_batch(struct table *table, const struct batch *batch, int empty_max) {
    if (batch->about)
        printf("\n# %s%s: %s\n", batch->grid ? "" : "Selacata on ", batch->about, batch->game);
    if (batch->grid)
        return print_grid(table, batch, batch->grid, empty_max);
    for (int i = 0; i < BENCH_BOARDS; i++)
        if (!print_grid(table, batch, bench_boards[i], empty_max))
            return false;
    return true;
}

int main(int argc, char **argv) {
    int empty_max = argc > 1 ? atoi(argv[1]) : SURFACE_CELLS_MAX;
    struct table *table = table_new(TABLE_MEBIBYTES);
    bool good = table != NULL;
    if (!good)
        fprintf(stderr, "make_positions: no memory for a table of %d MiB\n", TABLE_MEBIBYTES);
    printf(
        "# Positions of the Triancey family with their exact margins, written by `make "
        "positions`.\n"
        "# Each line: name; the board and the moves as lines of the protocol; the number of empty\n"
        "# cells; the exact margin of the player to move; best moves; with at most %d empty cells\n"
        "# the value of every legal move, and then all the best moves, else one of them.\n"
        "# engine/triancey/positions.h describes the format; `bench solve FILE` solves such a "
        "file.\n",
        VALUES_MAX);
    for (size_t i = 0; i < sizeof batches / sizeof *batches && good; i++)
        good = print_batch(table, &batches[i], empty_max);
    table_free(table);
    return good && fflush(stdout) == 0 ? 0 : 1;
}
