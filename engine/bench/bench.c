/* bench.c - `bench search` and `bench playouts`, and what the other benchmarks share with them.
 *
 * `bench search`: how fast the search is, and a signature that changes only with what it searches.
 *
 * The positions are reached by the reference computer playing itself on boards made from words, the
 * same everywhere; each is searched for a fixed number of nodes, or to a depth, from an empty
 * table.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "engine/bench/bench.h"
#include "engine/kernel/kernel.h"
#include "engine/player/player.h"
#include "engine/player/roster.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/triancey/reference.h"
#include "engine/triancey/search.h"
#include "games/triancey.h"
#include "grids/grid.h"

struct position {
    const char *game, *grid;
    int placed;     /* moves that the reference plays first */
    uint64_t nodes; /* of the tree or the solver; 0: no limit */
    int depth;      /* of alpha-beta, so that its nodes are counted; 0: no alpha-beta */
};

static const struct position positions[] = {
    {"selacata", "torus 6x4", 0, 20000, 0},  {"selacata", "crepe", 4, 20000, 0},
    {"selacata", "loire", 14, 60000, 0},     {"selacata", "eau", 20, 400000, 0},
    {"triancey", "classic", 0, 4000, 0},     {"triancey", "classic", 30, 20000, 0},
    {"triancey", "porte", 12, 400000, 0},    {"archipel", "archipel", 10, 20000, 0},
    {"selacata", "torus 16x8", 12, 2000, 0}, {"selacata", "crepe", 4, 0, 8},
    {"triancey", "classic", 12, 0, 5},
};

enum { ARENA_SIZE = 16 << 20 };

struct search_bench {
    struct report last;
    struct table *table;
    void *arena;
    struct stopwatch watch;
    uint32_t signature; /* of the nodes and moves so far */
};

static void keep_last(void *context, const struct report *report) {
    ((struct search_bench *)context)->last = *report;
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
static uint64_t search_position(const struct bench *bench, struct search_bench *search,
                                const struct game_board *board, const struct position *position) {
    struct game_state state;
    uint32_t moves[SURFACE_CELLS_MAX];
    struct search_parameters parameters = search_parameters_default;
    struct task task = {.board = board,
                        .state = &state,
                        .allowed = moves,
                        .limits = {INT64_MAX, INT64_MAX, position->nodes, INT32_MAX},
                        .watch = &search->watch,
                        .table = search->table,
                        .arena = search->arena,
                        .arena_size = ARENA_SIZE,
                        .threads = 1,
                        .parameters = &parameters,
                        .report = keep_last,
                        .context = search};
    random_seed(&task.random, 1);
    if (!reach(board, &state, position->placed, &task.random))
        return 0;
    task.allowed_count = board->game->moves(board, &state, moves);
    if (position->depth) {
        task.limits.nodes = UINT64_MAX;
        task.limits.depth = position->depth;
        parameters.style = STYLE_SOUND;
    }
    table_clear(search->table);
    const struct player *player = player_find(bench->roster->table, "search");
    uint32_t move = player_on(player, board)->choose(&task);
    search->signature = search->signature * 31 + (uint32_t)search->last.nodes + move;
    return search->last.nodes;
}

static uint64_t bench_position(struct bench *bench, struct search_bench *search,
                               const struct position *position) {
    struct error why;
    struct grid *grid = grid_find(position->grid, &why);
    struct game_board *board = grid ? game_prepare(game_find(position->game), grid, 0, &why) : NULL;
    uint64_t nodes = board ? search_position(bench, search, board, position) : 0;
    if (!board)
        protocol_fail(bench->error, PROTOCOL_STATE, "%s", why.text);
    else
        bench_say(bench, "%s on %s, %d placed: depth %d margin %d nodes %llu", position->game,
                  grid->name, position->placed, search->last.depth, search->last.margin,
                  (unsigned long long)nodes);
    game_board_free(board);
    grid_free(grid);
    return nodes;
}

enum protocol_code bench_search(struct bench *bench, const struct protocol_value *names) {
    (void)names;
    struct search_bench search = {.table = table_new(16), .arena = malloc(ARENA_SIZE)};
    struct protocol_error *error = bench->error;
    int64_t start = clock_ns();
    uint64_t nodes = 0;
    if (!search.table || !search.arena)
        protocol_fail(error, PROTOCOL_MEMORY, "no memory for a table of 16 MiB");
    for (size_t i = 0; i < sizeof positions / sizeof *positions && error->code == PROTOCOL_OK; i++)
        nodes += bench_position(bench, &search, &positions[i]);
    double seconds = (double)(clock_ns() - start) / 1e9;
    table_free(search.table);
    free(search.arena);
    if (error->code != PROTOCOL_OK)
        return error->code;
    bench_say(bench, "time %.3f s, %.0f nodes a second", seconds, (double)nodes / seconds);
    bench_say(bench, "signature %u", search.signature);
    return PROTOCOL_OK;
}

/* ---- what benchmarks share ------------------------------------------------------------------- */

const char *const bench_boards[BENCH_BOARDS] = {"cestlavie", "foiegras", "degaulle", "crepe",
                                                "cancan",    "gerard",   "calais",   "porte",
                                                "loire",     "eau",      "creme",    "notredame"};

struct game_board *bench_board(const char *word, struct grid **grid, struct protocol_error *error) {
    struct error why;
    *grid = grid_from_word(word, BENCH_CELLS, GRID_TORUS, &why);
    struct game_board *board = *grid ? game_prepare(game_find("selacata"), *grid, 0, &why) : NULL;
    if (!board) {
        grid_free(*grid);
        protocol_fail(error, PROTOCOL_STATE, "%s: %s", word, why.text);
    }
    return board;
}

void bench_say(struct bench *bench, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    bench->say(bench->context, line);
}

/* ---- playouts -------------------------------------------------------------------------------- */

/* The speed of the kernels in random halves, and that of other games in random moves, as players
 * see them through the interface. */

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
    bench_say(bench, "kernel %s, %d %s: %.3f million random halves a second (mean margin %+.2f)",
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
    bench_say(bench, "%s: %.3f million random moves a second (%.1f moves a game)",
              board->game->title, (double)length / (double)spent * 1e3,
              (double)length / (double)played);
}

/* A game with a board of its own, by its usual set-up. */
static void time_game(struct bench *bench, const struct game *game) {
    struct error why;
    struct game_board *board = game_prepare(game, NULL, 0, &why);
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
    bench_say(bench, "Selacata on %s, 48 cells, one thread", grid->name);
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
