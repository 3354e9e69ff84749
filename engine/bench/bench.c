/* bench.c - `bench`: how fast the search is, and a signature that changes only when it searches
 * otherwise.
 *
 * The positions are reached by the reference computer playing itself on boards made from words, so
 * that they are the same everywhere; each is searched for a fixed number of nodes from an empty
 * table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bench/bench.h"
#include "engine/player/table.h"
#include "engine/triancey/reference.h"
#include "grids/grid.h"

struct position {
    const char *game, *grid;
    int placed; /* moves that the reference plays first */
    uint64_t nodes;
};

static const struct position positions[] = {
    {"selacata", "torus 6x4", 0, 20000},  {"selacata", "crepe", 4, 20000},
    {"selacata", "loire", 14, 60000},     {"selacata", "eau", 20, 400000},
    {"triancey", "classic", 0, 4000},     {"triancey", "classic", 30, 20000},
    {"triancey", "porte", 12, 400000},    {"archipel", "archipel", 10, 20000},
    {"selacata", "torus 16x8", 12, 2000},
};

enum { ARENA_SIZE = 16 << 20 };

struct bench {
    struct report last;
    struct table *table;
    void *arena;
    struct stopwatch watch;
    uint32_t signature; /* of the nodes and moves so far */
};

static void keep_last(void *context, const struct report *report) {
    ((struct bench *)context)->last = *report;
}

static bool reach(const struct game_board *board, struct game_state *state, int placed,
                  struct random *random) {
    board->game->start(board, state, 1);
    for (int i = 0; i < placed; i++)
        if (reference_play(board, state, random) == GAME_NO_MOVE)
            return false;
    return board->game->turn(board, state) != GAME_OVER;
}

/* Searches one position; returns its nodes, or 0 if it could not be reached. */
static uint64_t search_position(struct bench *bench, const struct game_board *board,
                                const struct position *position) {
    struct game_state state;
    uint32_t moves[SURFACE_CELLS_MAX];
    struct task task = {.board = board, .state = &state, .allowed = moves, .table = bench->table};
    random_seed(&task.random, 1);
    if (!reach(board, &state, position->placed, &task.random))
        return 0;
    task.allowed_count = board->game->moves(board, &state, moves);
    task.limits = (struct limits){
        .soft = INT64_MAX, .hard = INT64_MAX, .nodes = position->nodes, .depth = INT32_MAX};
    task.arena = bench->arena;
    task.arena_size = ARENA_SIZE;
    task.threads = 1;
    task.watch = &bench->watch;
    task.report = keep_last;
    task.context = bench;
    table_clear(bench->table);
    uint32_t move = search_triancey.choose(&task);
    bench->signature = bench->signature * 31 + (uint32_t)bench->last.nodes + move;
    return bench->last.nodes;
}

static uint64_t bench_position(struct engine *engine, struct bench *bench,
                               const struct position *position, struct protocol_error *error) {
    char why[GAME_ERROR_SIZE];
    struct grid *grid = grid_find(position->grid, why);
    struct game_board *board = grid ? game_prepare(game_find(position->game), grid, 0, why) : NULL;
    uint64_t nodes = board ? search_position(bench, board, position) : 0;
    if (!board)
        protocol_fail(error, PROTOCOL_STATE, "%s", why);
    else
        engine_print(engine, "info string %s on %s, %d placed: depth %d margin %d nodes %llu",
                     position->game, grid->name, position->placed, bench->last.depth,
                     bench->last.margin, (unsigned long long)nodes);
    game_board_free(board);
    grid_free(grid);
    return nodes;
}

static enum protocol_code bench_search(struct engine *engine, const struct protocol_value *names,
                                       struct protocol_error *error) {
    (void)names;
    struct bench bench = {.table = table_new(16), .arena = malloc(ARENA_SIZE)};
    int64_t start = clock_now();
    uint64_t nodes = 0;
    if (!bench.table || !bench.arena)
        protocol_fail(error, PROTOCOL_MEMORY, "no memory for a table of 16 MiB");
    for (size_t i = 0; i < sizeof positions / sizeof *positions && error->code == PROTOCOL_OK; i++)
        nodes += bench_position(engine, &bench, &positions[i], error);
    double seconds = (double)(clock_now() - start) / 1e9;
    table_free(bench.table);
    free(bench.arena);
    if (error->code != PROTOCOL_OK)
        return error->code;
    engine_print(engine, "info string time %.3f s, %.0f nodes a second", seconds,
                 (double)nodes / seconds);
    engine_print(engine, "info string signature %u", bench.signature);
    return PROTOCOL_OK;
}

/* ---- what benchmarks share ------------------------------------------------------------------- */

const char *const bench_boards[BENCH_BOARDS] = {"cestlavie", "foiegras", "degaulle", "crepe",
                                                "cancan",    "gerard",   "calais",   "porte",
                                                "loire",     "eau",      "creme",    "notredame"};

struct game_board *bench_board(const char *word, struct grid **grid, struct protocol_error *error) {
    char why[GAME_ERROR_SIZE];
    *grid = grid_from_word(word, BENCH_CELLS, GRID_TORUS, why);
    struct game_board *board = *grid ? game_prepare(game_find("selacata"), *grid, 0, why) : NULL;
    if (!board) {
        grid_free(*grid);
        protocol_fail(error, PROTOCOL_STATE, "%s: %s", word, why);
    }
    return board;
}

/* The table of benchmarks; the first one is what `bench` alone means. */
static const struct {
    const char *name, *synopsis;
    enum protocol_code (*run)(struct engine *engine, const struct protocol_value *names,
                              struct protocol_error *error);
    bool takes_words;
} benches[] = {
    {"search", "", bench_search, false},
    {"playouts", "", bench_playouts, false},
    {"solve", " [EMPTY|FILE]...", bench_solve, true},
    {"strength", " [PLAYER [OPPONENT]] [nodes N|movetime MS] [games N]", bench_strength, true}};

enum { BENCHES = sizeof benches / sizeof *benches };

enum protocol_code engine_bench(struct engine *engine, const struct protocol_value *names,
                                struct protocol_error *error) {
    char list[256] = "";
    if (names->count == 0)
        return benches[0].run(engine, names, error);
    for (int i = 0; i < BENCHES; i++) {
        if (strcmp(benches[i].name, names->text) != 0) {
            append_name(list, sizeof list, ", ", benches[i].name);
            append_name(list, sizeof list, "", benches[i].synopsis);
        } else if (names->count > 1 && !benches[i].takes_words) {
            return protocol_fail(error, PROTOCOL_SYNTAX, "bench %s takes no words",
                                 benches[i].name);
        } else {
            return benches[i].run(engine, names, error);
        }
    }
    return protocol_fail(error, PROTOCOL_RANGE, "there is no bench '%.60s'; there are %s",
                         names->text, list);
}
