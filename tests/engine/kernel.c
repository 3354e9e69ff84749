/* kernel.c - all kernels against each other and against the naive rules, bit for bit; and the
 * solver against the published exact values and plain minimax. */
#include "engine/kernel/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sanitized.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solver.h"
#include "engine/triancey/reference.h"
#include "tests/lib/arena.h"
#include "tests/lib/naive.h"
#include "tests/lib/tap.h"

/* Sanitizers look for wrong accesses, which fewer positions show as well; the values are compared
 * without them. */
#if SANITIZED
enum { POSITIONS = 2000, POSITIONS_NIGHTLY = 100000 };
#else
enum { POSITIONS = 10000, POSITIONS_NIGHTLY = 1000000 };
#endif
enum { SETS = 5 };

/* ---- kernels among themselves and against the rules ------------------------------------------ */

/* A position that play can reach: random moves to a random point. The half is not over. */
static void reach(const struct arena *arena, struct random *random, struct game_state *state) {
    const struct game *game = arena->board->game;
    uint32_t moves[SURFACE_CELLS_MAX];
    do {
        game->start(arena->board, state, 1);
        int length = (int)random_below(random, (uint32_t)arena->grid->cells);
        for (int i = 0, count; i < length && (count = game->moves(arena->board, state, moves)) > 0;
             i++)
            game->play(arena->board, state, moves[random_below(random, (uint32_t)count)]);
    } while (game->turn(arena->board, state) == GAME_OVER);
}

/* The sets that a kernel finds for a node, one after the other. */
static void find_sets(const struct kernel *kernel, const struct kernel_board *board,
                      const struct kernel_node *node, int cell,
                      uint64_t sets[SETS][SURFACE_WORDS]) {
    kernel->react(board, node->own, cell, sets[0]);
    kernel->quiet(board, node, sets[1]);
    kernel->islands(board, node, sets[2]);
    kernel->stable(board, node->own, sets[3]);
    kernel->reference(board, node, sets[4]);
}

/* Whether all kernels list the same moves in the same order. */
static bool lists_agree(struct kernel_board *const *board, const struct kernel_node *node) {
    uint32_t first[SURFACE_CELLS_MAX], listed[SURFACE_CELLS_MAX];
    bool agree = true;
    int wanted = -1;
    for (int k = 0; kernels[k]; k++) {
        if (!board[k])
            continue;
        int count = kernels[k]->list(board[k], node, wanted < 0 ? first : listed);
        agree = agree && (wanted < 0 || (count == wanted &&
                                         !memcmp(first, listed, (size_t)count * sizeof *first)));
        wanted = count;
    }
    return agree;
}

/* Whether the sets are what the rules say: the reaction by the game itself, and quiet cells by
 * trying. */
static bool follows_rules(const struct arena *arena, const struct game_state *state, int cell,
                          uint64_t sets[SETS][SURFACE_WORDS]) {
    const struct triancey_state *s = triancey_state(state);
    const struct surface *surface = &arena->inside->surface;
    uint64_t own[SURFACE_WORDS], other[SURFACE_WORDS];
    for (int c = 0; c < surface->cells; c++) {
        bool empty = !set_has(s->set[0], c) && !set_has(s->set[1], c);
        bool island =
            empty && is_island(SURFACE_WORDS, surface, s->set[s->mover], s->set[!s->mover], c);
        memcpy(own, s->set[s->mover], sizeof own);
        memcpy(other, s->set[!s->mover], sizeof other);
        int before = set_count(SURFACE_WORDS, own);
        react(SURFACE_WORDS, surface, own, other, c);
        bool quiet = empty && set_count(SURFACE_WORDS, own) == before + 1;
        if (set_has(sets[1], c) != quiet || set_has(sets[2], c) != island)
            return false;
        if (c == cell && memcmp(own, sets[0], sizeof own) != 0)
            return false;
    }
    uint32_t moves[SURFACE_CELLS_MAX];
    uint64_t wanted[SURFACE_WORDS] = {0};
    int count = arena->board->game->moves(arena->board, state, moves);
    count = reference_candidates(arena->inside, s, moves, count);
    for (int i = 0; i < count; i++)
        set_add(wanted, (int)moves[i]);
    return memcmp(wanted, sets[4], sizeof wanted) == 0;
}

static void compare_kernels(const char *game, const char *grid, int positions) {
    struct arena arena;
    struct random random;
    if (!open_arena(&arena, game, grid))
        return;
    int words = arena.inside->surface.words, compared = 0, differ = 0, wrong = 0;
    struct kernel_board *board[8] = {NULL};
    for (int k = 0; kernels[k]; k++)
        if (kernels[k]->available() && kernels[k]->words >= words)
            board[k] = kernels[k]->prepare(arena.inside);
    struct game_state state;
    const struct game *game_rules = arena.board->game;
    random_seed(&random, 3);
    game_rules->start(arena.board, &state, 1);
    for (int n = 0; n < positions; n++) {
        struct kernel_node node;
        uint64_t first[SETS][SURFACE_WORDS], sets[SETS][SURFACE_WORDS];
        uint32_t moves[SURFACE_CELLS_MAX];
        int count = game_rules->moves(arena.board, &state, moves);
        int cell = (int)moves[random_below(&random, (uint32_t)count)];
        kernel_node_from(triancey_state(&state), &node);
        compared = 0;
        for (int k = 0; kernels[k]; k++) {
            if (!board[k])
                continue;
            find_sets(kernels[k], board[k], &node, cell, compared ? sets : first);
            differ += compared && memcmp(first, sets, sizeof first) != 0;
            compared++;
        }
        if (n % 20 == 0) {
            differ += !lists_agree(board, &node);
            wrong += !follows_rules(&arena, &state, cell, first);
        }
        game_rules->play(arena.board, &state, (uint32_t)cell);
        if (game_rules->turn(arena.board, &state) == GAME_OVER)
            game_rules->start(arena.board, &state, 1);
    }
    ok(differ == 0 && compared > 0, "%s on %s: %d kernels agree on %d positions", game, grid,
       compared, positions);
    is_int(wrong, 0, "%s on %s: and follow the rules", game, grid);
    for (int k = 0; k < 8; k++)
        free(board[k]);
    close_arena(&arena);
}

/* Plays a move by the naive rules; the first legal cell that leads to the same position. */
static int first_alike(const struct naive *naive, int cell, struct naive *after) {
    after[cell] = *naive;
    naive_play(&after[cell], cell);
    for (int c = 0; c < cell; c++)
        if (naive_is_legal(naive, c) &&
            memcmp(after[c].colour, after[cell].colour, sizeof after[c].colour) == 0)
            return c;
    return cell;
}

/* Whether a list of moves has one for each different position that a move leads to. */
static bool lists_all(const struct naive *naive, const uint32_t *listed, int count) {
    static struct naive after[GRID_CELLS_MAX];
    bool wanted[GRID_CELLS_MAX] = {false};
    int alike[GRID_CELLS_MAX], different = 0;
    for (int cell = 0; cell < naive->grid->cells; cell++) {
        if (!naive_is_legal(naive, cell))
            continue;
        alike[cell] = first_alike(naive, cell, after);
        wanted[cell] = alike[cell] == cell;
        different += wanted[cell];
    }
    for (int i = 0; i < count; i++) {
        int cell = (int)listed[i];
        if (!naive_is_legal(naive, cell) || !wanted[alike[cell]])
            return false;
        wanted[alike[cell]] = false;
    }
    return count == different;
}

/* In how many positions of random halves a kernel does not list all different moves. */
static int wrong_lists(const struct arena *arena, const struct kernel *kernel, int positions) {
    const struct triancey_variant *variant = arena->inside->variant;
    struct kernel_board *board = kernel->prepare(arena->inside);
    struct random random;
    struct game_state state;
    struct naive naive;
    int wrong = 0;
    random_seed(&random, 21);
    for (int n = 0, count = 0; n < positions; n++) {
        struct kernel_node node;
        uint32_t moves[SURFACE_CELLS_MAX], listed[SURFACE_CELLS_MAX];
        if (count == 0) {
            arena->board->game->start(arena->board, &state, 1);
            naive_start(&naive, arena->grid, variant->fewest, variant->archipelago);
        }
        kernel_node_from(triancey_state(&state), &node);
        wrong += !lists_all(&naive, listed, kernel->list(board, &node, listed));
        count = arena->board->game->moves(arena->board, &state, moves);
        if (count == 0)
            continue;
        uint32_t move = moves[random_below(&random, (uint32_t)count)];
        arena->board->game->play(arena->board, &state, move);
        naive_play(&naive, (int)move);
    }
    free(board);
    return wrong;
}

static void check_lists(const char *game, const char *grid, int positions) {
    struct arena arena;
    if (!open_arena(&arena, game, grid))
        return;
    for (int k = 0; kernels[k]; k++)
        if (kernels[k]->available() && kernels[k]->words >= arena.inside->surface.words)
            is_int(wrong_lists(&arena, kernels[k], positions), 0,
                   "%s on %s: kernel %s (%d words) lists all different moves", game, grid,
                   kernels[k]->name, kernels[k]->words);
    close_arena(&arena);
}

/* No play of the other side ever takes a cell that is called stable. */
static void check_stable(const char *grid) {
    struct arena arena;
    struct random random;
    if (!open_arena(&arena, "triancey", grid))
        return;
    const struct kernel *kernel = kernel_choose(arena.inside->surface.words, NULL);
    struct kernel_board *board = kernel->prepare(arena.inside);
    int taken = 0, seen = 0;
    random_seed(&random, 9);
    for (int n = 0; n < 2000; n++) {
        struct game_state state;
        uint64_t stable[SURFACE_WORDS];
        reach(&arena, &random, &state);
        int colour = (int)random_below(&random, 2);
        kernel->stable(board, triancey_state(&state)->set[colour], stable);
        seen += set_count(SURFACE_WORDS, stable);
        uint32_t moves[SURFACE_CELLS_MAX];
        for (int count; (count = arena.board->game->moves(arena.board, &state, moves)) > 0;)
            arena.board->game->play(arena.board, &state,
                                    moves[random_below(&random, (uint32_t)count)]);
        for (int w = 0; w < SURFACE_WORDS; w++)
            taken += (stable[w] & ~triancey_state(&state)->set[colour][w]) != 0;
    }
    ok(taken == 0 && seen > 1000, "%s: none of %d stable cells is ever taken", grid, seen);
    free(board);
    close_arena(&arena);
}

static int random_halves(void) {
    return enough(200, 5000);
}

static int policy_halves(void) {
    return enough(30, 500);
}

/* The margins of halves by each policy, one after the other, as one checksum. */
static int64_t sum_playouts(const struct kernel *kernel, const struct kernel_board *board,
                            const struct kernel_node *start) {
    struct random random;
    random_seed(&random, 2011);
    int64_t sum = kernel->playouts(board, &random, random_halves());
    for (int i = 0; i < policy_halves(); i++) {
        sum = sum * 31 + kernel->rollout(board, &random, start);
        sum = sum * 31 + kernel->rollout_against(board, &random, start, false);
        sum = sum * 31 % 1000003 + kernel->rollout_against(board, &random, start, true);
    }
    return sum;
}

/* The same random numbers give the same halves in every kernel. */
static void compare_playouts(const char *game, const char *grid) {
    struct arena arena;
    if (!open_arena(&arena, game, grid))
        return;
    struct game_state state;
    struct kernel_node start;
    arena.board->game->start(arena.board, &state, 1);
    kernel_node_from(triancey_state(&state), &start);
    int64_t first = 0;
    int compared = 0;
    for (int k = 0; kernels[k]; k++) {
        if (!kernels[k]->available() || kernels[k]->words < arena.inside->surface.words)
            continue;
        struct kernel_board *board = kernels[k]->prepare(arena.inside);
        int64_t sum = sum_playouts(kernels[k], board, &start);
        if (compared++ == 0)
            first = sum;
        is_int(sum, first, "%s on %s: %d halves with kernel %s (%d words)", game, grid,
               random_halves() + 3 * policy_halves(), kernels[k]->name, kernels[k]->words);
        free(board);
    }
    close_arena(&arena);
}

/* ---- the solver ------------------------------------------------------------------------------ */

static struct table *table;

static void solve_on(const struct kernel *kernel, const struct kernel_board *board,
                     const struct arena *arena, const struct game_state *state, int threads,
                     int guess, struct solution *solution) {
    struct stopwatch watch;
    struct solver_task task = {.kernel = kernel,
                               .board = board,
                               .cells = arena->grid->cells,
                               .table = table,
                               .threads = threads,
                               .guess = guess,
                               .watch = &watch,
                               .limit = INT64_MAX,
                               .nodes_max = UINT64_MAX};
    stopwatch_reset(&watch);
    kernel_node_from(triancey_state(state), &task.node);
    table_clear(table);
    solver_solve(&task, solution);
}

static void solve(const struct kernel *kernel, const struct arena *arena,
                  const struct game_state *state, int threads, int guess,
                  struct solution *solution) {
    struct kernel_board *board = kernel->prepare(arena->inside);
    solve_on(kernel, board, arena, state, threads, guess, solution);
    free(board);
}

enum { NO_MARGIN = 1000 };

/* The mover's margin by the naive rules and nothing but minimax; moves that cannot matter between
 * alpha and beta are left out. */
static int minimax(const struct naive *naive, int alpha, int beta) {
    int best = -NO_MARGIN;
    for (int cell = 0; cell < naive->grid->cells && best < beta; cell++) {
        if (!naive_is_legal(naive, cell))
            continue;
        struct naive next = *naive;
        naive_play(&next, cell);
        int value = -minimax(&next, -beta, best > alpha ? -best : -alpha);
        best = value > best ? value : best;
    }
    return best > -NO_MARGIN ? best : naive_margin(naive) * (naive->mover ? -1 : 1);
}

/* The mover's exact margin. */
static int naive_value(const struct naive *naive) {
    return minimax(naive, -NO_MARGIN, NO_MARGIN);
}

/* Random positions with few cells left, on every kernel, by one thread and by two (by night each by
 * both), from all guesses, against minimax; and the best move must reach the value. */
static void compare_minimax(const char *game, const char *grid, int empty_max, int positions) {
    struct arena arena;
    struct random random;
    if (!open_arena(&arena, game, grid))
        return;
    const struct triancey_variant *variant = arena.inside->variant;
    int wrong = 0, wrong_move = 0, compared = 0;
    random_seed(&random, 77);
    while (compared < positions) {
        struct game_state state;
        struct naive naive, next;
        uint32_t moves[SURFACE_CELLS_MAX];
        int count;
        arena.board->game->start(arena.board, &state, 1);
        naive_start(&naive, arena.grid, variant->fewest, variant->archipelago);
        while ((count = arena.board->game->moves(arena.board, &state, moves)) > empty_max ||
               (count > 0 && naive.placed < naive.archipelago && arena.grid->cells > empty_max)) {
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            arena.board->game->play(arena.board, &state, move);
            naive_play(&naive, (int)move);
        }
        if (count == 0)
            continue;
        int wanted = naive_value(&naive);
        for (int k = 0; kernels[k]; k++) {
            struct solution solution;
            if (!kernels[k]->available() || kernels[k]->words < arena.inside->surface.words)
                continue;
            int last = enough(1 + compared % 2, 2);
            for (int threads = enough(last, 1); threads <= last; threads++) {
                solve(kernels[k], &arena, &state, threads, compared % 9 - 4, &solution);
                wrong += !solution.exact || solution.low != wanted;
            }
            next = naive;
            if (solution.best >= 0 && naive_is_legal(&naive, solution.best)) {
                naive_play(&next, solution.best);
                wrong_move += minimax(&next, -wanted, 1 - wanted) > -wanted;
            } else {
                wrong_move++;
            }
        }
        compared++;
    }
    is_int(wrong, 0, "%s on %s: %d values agree with minimax", game, grid, compared);
    is_int(wrong_move, 0, "%s on %s: and so do the moves", game, grid);
    close_arena(&arena);
}

static int empty_cells(const struct arena *arena, const struct game_state *state) {
    const struct triancey_state *s = triancey_state(state);
    return arena->grid->cells - triancey_cells(arena->inside, s, 0) -
           triancey_cells(arena->inside, s, 1);
}

/* Other weights of the order change the work, never the value. */
static void check_tuning(const char *game, const char *grid) {
    enum { POSITIONS_SOLVED = 40 };
    struct arena arena;
    struct random random;
    int differ = 0, other_work = 0;
    if (!open_arena(&arena, game, grid))
        return;
    const struct kernel *kernel = kernel_choose(arena.inside->surface.words, NULL);
    struct kernel_board *board = kernel->prepare(arena.inside);
    random_seed(&random, 4);
    for (int n = 0; n < POSITIONS_SOLVED; n++) {
        struct game_state state;
        struct solution usual, other;
        struct kernel_tuning tuning = kernel_tuning_default[arena.inside->variant->fewest];
        tuning.order.quiet = (int)random_below(&random, 100);
        tuning.order.exposed = -(int)random_below(&random, 100);
        tuning.order.gain = (int)random_below(&random, 100) - 50;
        do
            reach(&arena, &random, &state);
        while (empty_cells(&arena, &state) > 14);
        kernel->tune(board, &kernel_tuning_default[arena.inside->variant->fewest]);
        solve_on(kernel, board, &arena, &state, 1, 0, &usual);
        kernel->tune(board, &tuning);
        solve_on(kernel, board, &arena, &state, 1, 0, &other);
        differ += usual.low != other.low || !usual.exact || !other.exact;
        other_work += usual.nodes != other.nodes;
    }
    ok(differ == 0 && other_work > 0,
       "%s: other weights of the order: %d other values, %d times other work", game, differ,
       other_work);
    free(board);
    close_arena(&arena);
}

/* Whole games from the empty board: values of an independent implementation (triancey-vectors.txt).
 */
static void check_published(void) {
    static const struct {
        const char *grid;
        bool fewest;
        int archipelago, value;
    } known[] = {
        {"torus 2x2", false, 0, 0}, {"torus 2x2", true, 0, -8}, {"torus 2x2", true, 2, 0},
        {"torus 3x2", false, 0, 4}, {"torus 3x2", false, 2, 4}, {"torus 3x2", false, 4, 0},
        {"torus 3x2", true, 0, -4}, {"torus 3x2", true, 2, -4}, {"torus 3x2", true, 10, 0},
        {"torus 3x3", false, 0, 0}, {"torus 3x3", false, 2, 0}, {"torus 3x3", false, 4, 6},
        {"torus 3x3", true, 0, -6}, {"torus 3x3", true, 2, -6}, {"torus 3x3", true, 4, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct triancey_variant variant = triancey_variants[known[i].fewest];
        variant.archipelago = known[i].archipelago;
        struct error error;
        struct arena arena = {.grid = grid_find(known[i].grid, &error)};
        arena.board = game_prepare(&variant.game, arena.grid, 0, &error);
        arena.inside = triancey_board(arena.board);
        struct game_state state;
        struct solution solution;
        variant.game.start(arena.board, &state, 1);
        for (int threads = 1; threads <= 2; threads++) {
            solve(kernel_choose(1, threads == 1 ? NULL : "plain"), &arena, &state, threads, 0,
                  &solution);
            ok(solution.exact && solution.low == known[i].value,
               "%s, archipelago %d, %s, %d threads: %d..%d is %d", known[i].grid,
               known[i].archipelago, known[i].fewest ? "fewest" : "most", threads, solution.low,
               solution.high, known[i].value);
        }
        close_arena(&arena);
    }
}

int main(void) {
    int positions = enough(POSITIONS, POSITIONS_NIGHTLY);
    table = table_new(8);
    for (int k = 0; kernels[k]; k++)
        diag("kernel %s, %d words: %s", kernels[k]->name, kernels[k]->words,
             kernels[k]->available() ? "available" : "not on this machine");
    compare_kernels("selacata", "torus 6x4", positions);
    compare_kernels("selacata", "crepe", positions);
    compare_kernels("archipel", "archipel", positions);
    compare_kernels("triancey", "torus 8x4", positions / 4);
    compare_kernels("triancey", "classic", positions / 20);
    compare_kernels("archipel", "cylinder 16x8", positions / 100);
    check_lists("selacata", "crepe", enough(150, 3000));
    check_lists("archipel", "archipel", enough(150, 3000));
    check_lists("triancey", "classic", enough(30, 200));
    check_stable("crepe");
    check_stable("classic");
    compare_playouts("selacata", "crepe");
    compare_playouts("triancey", "eau");
    compare_playouts("archipel", "archipel");
    compare_playouts("selacata", "classic");
    compare_minimax("selacata", "torus 6x4", 5, enough(30, 120));
    compare_minimax("triancey", "crepe", 5, enough(30, 120));
    compare_minimax("archipel", "archipel", 5, enough(15, 40));
    compare_minimax("selacata", "classic", 4, enough(10, 30));
    compare_minimax("selacata", "crepe", enough(8, 14), enough(20, 500));
    compare_minimax("triancey", "eau", enough(8, 14), enough(20, 500));
    compare_minimax("selacata", "torus 3x3", 18,
                    4); /* from the empty board: the archipelago, too */
    check_tuning("selacata", "crepe");
    check_tuning("triancey", "eau");
    check_published();
    ok(kernel_find("plain") && !kernel_find("none"), "kernels are found by their names");
    table_free(table);
    return done();
}
