/* graph.c - tests the graph of positions against a known opponent: its exact values against plain
 * expectation on the game interface, and its answers when time or memory are short. */
#include "engine/triancey/graph.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/triancey/reference.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

enum { ARENA = 8 << 20, WALKS_MAX = 1000000, CELLS_SMALL = 20 };

static void *arena;

struct arena_of {
    const struct game_board *board;
    bool reference; /* the opponent is the reference; else it moves at random */
    int colour;     /* of the player whose margin is expected */
};

static int replies(const struct arena_of *of, const struct game_state *state, uint32_t *moves) {
    int count = of->board->game->moves(of->board, state, moves);
    if (!of->reference || triancey_state(state)->mover == of->colour)
        return count;
    return reference_candidates(triancey_board(of->board), triancey_state(state), moves, count);
}

/* The expected margin of the player: the best of its own moves, the mean of the opponent's. */
static double expectation(const struct arena_of *of, const struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = replies(of, state, moves);
    double best = -HUGE_VAL, sum = 0;
    for (int i = 0; i < count; i++) {
        struct game_state next = *state;
        of->board->game->play(of->board, &next, moves[i]);
        double value = expectation(of, &next);
        best = fmax(best, value);
        sum += value;
    }
    if (count == 0)
        return triancey_margin(triancey_board(of->board), triancey_state(state), of->colour);
    return triancey_state(state)->mover == of->colour ? best : sum / count;
}

static void prepare(struct task *task, const struct arena_of *of, const struct game_state *state,
                    uint32_t *moves, size_t size) {
    *task = (struct task){.board = of->board,
                          .state = state,
                          .allowed = moves,
                          .allowed_count = of->board->game->moves(of->board, state, moves),
                          .limits = {.depth = INT32_MAX},
                          .arena = arena,
                          .arena_size = size};
    random_seed(&task->random, 1);
}

static const struct choice *best_of(const struct graph *graph) {
    const struct choice *ranked[SURFACE_CELLS_MAX];
    graph_rank(graph, ranked);
    return ranked[0];
}

/* Whether the graph comes to the exact value, and its best move reaches it. */
static bool agrees(const struct arena_of *of, const struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    struct task task;
    prepare(&task, of, state, moves, ARENA);
    struct graph *graph = graph_new(&task, of->reference);
    for (int i = 0; i < WALKS_MAX && !graph_is_exact(graph); i++)
        graph_walk(graph);
    const struct choice *best = best_of(graph);
    double wanted = expectation(of, state);
    struct game_state next = *state;
    of->board->game->play(of->board, &next, best->move);
    bool same = graph_is_exact(graph) && fabs(best->value - wanted) < 1e-3 &&
                fabs(expectation(of, &next) - wanted) < 1e-3;
    graph_free(graph);
    return same;
}

/* Plays at random until at most this many moves are left, on large boards past the archipelago,
 * where few moves do not mean that the end is near. False: the half was over before. */
static bool reach(const struct game_board *board, struct random *random, int left,
                  struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int count;
    board->game->start(board, state, 1);
    while ((count = board->game->moves(board, state, moves)) > left ||
           (count > 0 && board->grid->cells > CELLS_SMALL &&
            triancey_islands(triancey_board(board), triancey_state(state))))
        board->game->play(board, state, moves[random_below(random, (uint32_t)count)]);
    return count > 1;
}

static struct game_board *open_board(const char *game, const char *name) {
    struct error why;
    struct grid *grid = grid_find(name, &why);
    return game_prepare(game_find(game), grid, 0, &why);
}

static void drop(const struct game_board *board) {
    grid_free((struct grid *)(uintptr_t)board->grid);
    game_board_free((struct game_board *)(uintptr_t)board);
}

/* Positions with few moves left. In a small archipelago these are positions of the opening, too. */
static void test_exact(const char *game, const char *name, bool reference, int left,
                       int positions) {
    struct arena_of of = {open_board(game, name), reference, 0};
    struct random random;
    int compared = 0, same = 0;
    random_seed(&random, 5);
    for (int i = 0; compared < positions && i < 100 * positions; i++) {
        struct game_state state;
        int few = 2 + (int)random_below(&random, (uint32_t)left - 1);
        if (!reach(of.board, &random, few, &state))
            continue;
        of.colour = triancey_state(&state)->mover;
        same += agrees(&of, &state);
        compared++;
    }
    ok(same == positions, "%s on %s against %s: %d of %d expectations are exact", game, name,
       reference ? "reference" : "random", same, positions);
    drop(of.board);
}

/* With hardly any memory the graph still has a choice, and its estimates stay within what is
 * possible. */
static void test_short(size_t size) {
    struct arena_of of = {open_board("selacata", "crepe"), true, 0};
    struct game_state state;
    uint32_t moves[SURFACE_CELLS_MAX], line[PV_MAX];
    struct task task;
    of.board->game->start(of.board, &state, 1);
    prepare(&task, &of, &state, moves, size);
    struct graph *graph = graph_new(&task, of.reference);
    for (int i = 0; i < 20000; i++)
        graph_walk(graph);
    const struct choice *best = best_of(graph);
    ok(best->visits > 0 && fabsf(best->value) <= 48 && graph_full(graph) <= 1001 &&
           graph_line(graph, best, line, PV_MAX) > 0 && line[0] == best->move,
       "%zu bytes: move %d, %.1f, %d thousandths full", size, best->move, best->value,
       graph_full(graph));
    graph_free(graph);
    prepare(&task, &of, &state, moves, 0);
    ok(graph_new(&task, of.reference) == NULL, "no memory, no graph");
    drop(of.board);
}

int main(void) {
    arena = malloc(ARENA);
    test_exact("selacata", "crepe", true, 8, 100);
    test_exact("selacata", "torus 3x3", true, 8, 100);
    test_exact("triancey", "torus 4x3", true, 8, 50);
    test_exact("archipel", "archipel", true, 7, 50);
    test_exact("selacata", "classic", true, 6, 20);
    test_exact("selacata", "eau", false, 6, 50);
    test_short(1 << 16);
    free(arena);
    return done();
}
