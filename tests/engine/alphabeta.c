/* alphabeta.c - the search by alpha-beta: what it loses of the exact margin late in a half, that it
 * keeps to its limits, on one thread and on two, and that what it says of several moves is in
 * order. Boards, moves and nodes are fixed, so that on one thread every run is the same. */
#include "engine/triancey/alphabeta.h"

#include <stdlib.h>

#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/triancey/exact.h"
#include "tests/lib/arena.h"
#include "tests/lib/tap.h"

static struct stopwatch watch; /* never started */

/* A position of random moves with this many empty cells, or a few less. */
static void reach(const struct arena *arena, int empty, struct random *random,
                  struct game_state *state) {
    const struct game *game = arena->board->game;
    uint32_t moves[SURFACE_CELLS_MAX];
    do {
        int count;
        game->start(arena->board, state, 1);
        while ((count = game->moves(arena->board, state, moves)) > empty ||
               (count > 0 && triancey_islands(arena->inside, triancey_state(state))))
            game->play(arena->board, state, moves[random_below(random, (uint32_t)count)]);
    } while (game->turn(arena->board, state) == GAME_OVER);
}

struct said {
    int reports, wrong; /* not in order, or not legal */
    const struct game_board *board;
    const struct game_state *state;
};

static void check_report(void *context, const struct alphabeta *alphabeta) {
    struct said *said = context;
    said->reports++;
    for (int i = 0; i < alphabeta->count; i++) {
        const struct alphabeta_move *move = &alphabeta->move[i];
        struct game_state state;
        struct error why;
        game_copy(said->board, &state, said->state);
        said->wrong += move->pv_count < 1 || move->pv[0] != move->cell;
        for (int k = 0; k < move->pv_count; k++) {
            if (said->board->game->refuse(said->board, &state, move->pv[k], &why)) {
                said->wrong++;
                break;
            }
            said->board->game->play(said->board, &state, move->pv[k]);
        }
        if (i > 0 && i < alphabeta->lines)
            said->wrong +=
                move[-1].known < move->known || (move->known && move[-1].value < move->value);
    }
}

/* Searches a position; `found` says what was found. */
static bool look(const struct arena *arena, const struct patterns *patterns, struct table *table,
                 const struct game_state *state, uint64_t nodes, int lines, int threads,
                 struct said *said, struct alphabeta *found) {
    uint32_t moves[SURFACE_CELLS_MAX];
    struct task task = {.board = arena->board,
                        .state = state,
                        .allowed = moves,
                        .allowed_count = arena->board->game->moves(arena->board, state, moves),
                        .limits = {.depth = INT32_MAX},
                        .watch = &watch,
                        .table = table,
                        .threads = threads};
    *said = (struct said){.board = arena->board, .state = state};
    *found = (struct alphabeta){.task = &task,
                                .patterns = patterns,
                                .time = INT64_MAX,
                                .nodes_max = nodes,
                                .lines = lines,
                                .report = check_report,
                                .context = said};
    table_clear(table);
    bool good = alphabeta_search(found);
    found->task = NULL;
    return good;
}

/* How many cells its move loses on average, by a solver that solves every move. */
static void test_game(const char *game, const char *grid, int threads) {
    enum { EMPTY = 12, NODES = 2000, LINES = 3 };
    struct arena arena;
    struct random random;
    int positions = enough(20, 200), wrong = 0, over = 0;
    double lost = 0, any = 0;
    if (!open_arena(&arena, game, grid))
        return;
    struct patterns *patterns = patterns_new(arena.inside);
    struct table *table = table_new(1);
    struct exact *item = calloc((size_t)positions, sizeof *item);
    struct exact_solver *solver = exact_new(NULL, 1, 1, true, &watch, INT64_MAX);
    random_seed(&random, 7);
    for (int n = 0; n < positions; n++) {
        item[n].board = arena.board;
        reach(&arena, EMPTY, &random, &item[n].state);
    }
    ok(exact_solve(solver, item, positions), "%s: the moves are solved", game);
    for (int n = 0; n < positions; n++) {
        struct alphabeta found;
        struct said said;
        look(&arena, patterns, table, &item[n].state, NODES, LINES, threads, &said, &found);
        wrong += said.wrong + (said.reports == 0);
        over += found.nodes > NODES + (uint64_t)threads;
        for (int i = 0; i < item[n].moves; i++) {
            any += (double)(item[n].margin - item[n].move[i].margin) / item[n].moves;
            if (item[n].move[i].cell == found.move[0].cell)
                lost += item[n].margin - item[n].move[i].margin;
        }
    }
    ok(wrong == 0 && over == 0, "%s, threads %d: moves are in order, lines legal, nodes bounded",
       game, threads);
    ok(lost < any / 10, "%s, threads %d: its moves lose %.2f cells, any move %.2f", game, threads,
       lost / positions, any / positions);
    exact_free(solver);
    free(item);
    table_free(table);
    free(patterns);
    close_arena(&arena);
}

/* Few nodes in the archipelago of a large board, and what is said then. */
static void test_few_nodes(void) {
    struct arena arena;
    struct game_state state;
    int wrong = 0;
    if (!open_arena(&arena, "selacata", "torus 16x8"))
        return;
    struct patterns *patterns = patterns_new(arena.inside);
    struct table *table = table_new(1);
    arena.board->game->start(arena.board, &state, 1);
    for (uint64_t nodes = 1; nodes < 3000; nodes *= 3) {
        struct alphabeta found, again;
        struct said said;
        wrong += !look(&arena, patterns, table, &state, nodes, 1, 1, &said, &found) ||
                 said.reports == 0 || said.wrong || found.nodes > nodes;
        look(&arena, patterns, table, &state, nodes, 1, 1, &said, &again);
        wrong += found.move[0].cell != again.move[0].cell || found.nodes != again.nodes;
    }
    is_int(wrong, 0, "few nodes are enough for a move, and the same each time");
    table_free(table);
    free(patterns);
    close_arena(&arena);
}

int main(void) {
    stopwatch_reset(&watch);
    test_game("selacata", "crepe", 1);
    test_game("triancey", "word abc cells 66", 1);
    test_game("archipel", "archipel", 2);
    test_few_nodes();
    return done();
}
