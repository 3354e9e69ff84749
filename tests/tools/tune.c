/* tune.c - finds the engine's weights and parameters. HACKING.md explains how to use it.
 *
 * Usage: tune PART [NAME=NUMBER...], PART being evaluation, order, search, tritt, triangulation or
 * trioker. The source of each part says which names it takes.
 */
#include "tests/tools/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/kernel/patterns.h"
#include "engine/players.h"

enum { ARENA = 32 << 20, CELLS_MIN = 24, CELLS_MAX = 64, CELLS_USUAL = 48, CELLS_MOST = 126 };

/* ---- boards ---------------------------------------------------------------------------------- */

bool tune_open(struct tune_board *board, const char *game, uint64_t seed, uint64_t number,
               bool any_size) {
    struct error why;
    char word[32];
    struct random random;
    const struct game *rules = game_find(game);
    random_seed(&random, random_mix(seed, number));
    memset(board, 0, sizeof *board);
    snprintf(word, sizeof word, "t%llx", (unsigned long long)random_next(&random));
    int cells = CELLS_MIN + 2 * (int)random_below(&random, (CELLS_MAX - CELLS_MIN) / 2 + 1);
    if (any_size) {
        cells = random_below(&random, 3) == 0 ? CELLS_USUAL : cells;
        if (random_below(&random, 5) == 0)
            cells = CELLS_MAX + 2 + 2 * (int)random_below(&random, (CELLS_MOST - CELLS_MAX) / 2);
    }
    bool pawns = strcmp(game, "archipel") == 0;
    board->grid = grid_from_word(word, cells, pawns ? GRID_CYLINDER : GRID_TORUS, &why);
    board->board = board->grid ? game_prepare(rules, board->grid, 0, &why) : NULL;
    if (!board->board) {
        fprintf(stderr, "tune: %s on %s: %s\n", game, word, why.text);
        grid_free(board->grid);
        return false;
    }
    board->inside = triancey_board(board->board);
    board->kernel = kernel_choose(board->inside->surface.words, NULL);
    board->fast = board->kernel->prepare(board->inside);
    board->patterns = patterns_new(board->inside);
    bool made = board->fast && board->patterns;
    if (!made)
        fprintf(stderr, "tune: out of memory\n");
    return made;
}

void tune_close(struct tune_board *board) {
    free(board->fast);
    free(board->patterns);
    game_board_free(board->board);
    grid_free(board->grid);
}

/* ---- positions ------------------------------------------------------------------------------- */

int tune_empty(const struct tune_board *board, const struct game_state *state) {
    const struct triancey_state *s = triancey_state(state);
    return board->grid->cells - triancey_cells(board->inside, s, 0) -
           triancey_cells(board->inside, s, 1);
}

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

uint32_t tune_choose(struct tune *tune, const struct tune_board *board,
                     const struct game_state *state, const struct search_parameters *parameters,
                     uint64_t nodes, uint64_t seed) {
    uint32_t moves[SURFACE_CELLS_MAX];
    struct task task = {
        .board = board->board,
        .state = state,
        .allowed = moves,
        .allowed_count = board->board->game->moves(board->board, state, moves),
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = nodes, .depth = INT32_MAX},
        .watch = &tune->watch,
        .table = tune->table,
        .arena = tune->arena,
        .arena_size = tune->arena_size,
        .threads = 1,
        .parameters = parameters,
        .report = ignore};
    random_seed(&task.random, seed);
    return player_on(player_find(player_table, "search"), board->board)->choose(&task);
}

bool tune_reach(struct tune *tune, const struct tune_board *board, struct game_state *state,
                int empty, struct random *random) {
    enum { NODES = 300, ARBITRARY = 4 /* one move of this many */ };
    const struct game *game = board->board->game;
    while (game->turn(board->board, state) != GAME_OVER) {
        uint32_t moves[SURFACE_CELLS_MAX], move;
        if (tune_empty(board, state) <= empty &&
            !triancey_islands(board->inside, triancey_state(state)))
            return true;
        if (random_below(random, ARBITRARY) == 0)
            move = moves[random_below(random, (uint32_t)game->moves(board->board, state, moves))];
        else
            move = tune_choose(tune, board, state, NULL, NODES, random_next(random));
        game->play(board->board, state, move);
    }
    return false;
}

bool tune_solve(struct tune *tune, const struct tune_board *board, const struct game_state *state,
                uint64_t nodes_max, int *margin, uint64_t *nodes) {
    struct solution solution;
    struct solver_task task = {.kernel = board->kernel,
                               .board = board->fast,
                               .patterns = board->patterns,
                               .cells = board->grid->cells,
                               .table = tune->table,
                               .threads = 1,
                               .watch = &tune->watch,
                               .limit = INT64_MAX,
                               .nodes_max = nodes_max};
    kernel_node_from(triancey_state(state), &task.node);
    solver_solve(&task, &solution);
    *margin = solution.low;
    *nodes = solution.nodes;
    return solution.exact;
}

/* ---- least squares --------------------------------------------------------------------------- */

/* Inverts a matrix by Gauss-Jordan elimination, with the diagonal as pivots. */
void tune_invert(int size, double *matrix) {
    for (int p = 0; p < size; p++) {
        double *pivot = matrix + p * size, value = pivot[p];
        if (value < 1e-9)
            continue;
        pivot[p] = 1;
        for (int j = 0; j < size; j++)
            pivot[j] /= value;
        for (int i = 0; i < size; i++) {
            double *row = matrix + i * size, factor = row[p];
            if (i == p || factor == 0)
                continue;
            row[p] = 0;
            for (int j = 0; j < size; j++)
                row[j] -= factor * pivot[j];
        }
    }
}

/* ---- the command line ------------------------------------------------------------------------ */

bool tune_arguments(int count, char **argument, struct tune_argument *known) {
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(argument[i], "=");
        struct tune_argument *row = known;
        char *end = NULL;
        while (row->name &&
               (strlen(row->name) != length || strncmp(row->name, argument[i], length) != 0))
            row++;
        if (row->name && argument[i][length])
            row->value = strtod(argument[i] + length + 1, &end);
        if (!end || *end || !(row->value > 0)) {
            fprintf(stderr, "tune: '%s' is not one of", argument[i]);
            for (row = known; row->name; row++)
                fprintf(stderr, " %s=NUMBER", row->name);
            fprintf(stderr, "\n");
            return false;
        }
    }
    return true;
}

static const struct {
    const char *name;
    int (*run)(struct tune *tune, int count, char **argument);
} parts[] = {{"evaluation", tune_evaluation},
             {"order", tune_order},
             {"search", tune_search},
             {"tritt", tune_tritt},
             {"triangulation", tune_triangulation},
             {"trioker", tune_trioker}};

int main(int argc, char **argv) {
    struct tune tune = {.table = table_new(TUNE_TABLE_MEBIBYTES), .arena_size = ARENA};
    int status = 2;
    tune.arena = malloc(ARENA);
    stopwatch_reset(&tune.watch);
    if (!tune.table || !tune.arena) {
        fprintf(stderr, "tune: out of memory\n");
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof *parts; i++)
        if (strcmp(argv[1], parts[i].name) == 0)
            status = parts[i].run(&tune, argc - 2, argv + 2);
    if (status == 2)
        fprintf(stderr, "usage: tune evaluation|order|search|tritt|triangulation|trioker "
                        "[NAME=NUMBER...]\n");
    table_free(tune.table);
    free(tune.arena);
    return status;
}
