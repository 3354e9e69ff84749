/* evaluation.c - what the evaluation counts, against the same counts by the naive rules; what
 * changes when the sides change, what stays; and that it knows more than the board shows. */
#include "engine/triancey/evaluation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solver.h"
#include "tests/lib/arena.h"
#include "tests/lib/naive.h"
#include "tests/lib/tap.h"

/* ---- the naive counts ------------------------------------------------------------------------ */

/* How many more cells a side has, besides the cell itself, after colouring one. */
static int naive_taken(const struct naive *naive, int side, int cell) {
    struct naive after = *naive;
    int taken = -1;
    after.mover = side;
    naive_play(&after, cell);
    for (int c = 0; c < naive->grid->cells; c++)
        taken += (after.colour[c] == side) - (naive->colour[c] == side);
    return taken;
}

/* Cells are called stable until they have fewer than two neighbours that are. */
static int naive_stable(const struct naive *naive, int side) {
    struct naive rest = *naive;
    int count = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int c = 0; c < naive->grid->cells; c++)
            if (rest.colour[c] == side && naive_neighbours(&rest, c, side) < 2) {
                rest.colour[c] = NAIVE_EMPTY;
                changed = true;
            }
    }
    for (int c = 0; c < naive->grid->cells; c++)
        count += rest.colour[c] == side;
    return count;
}

static void naive_moves(const struct naive *naive, int side, int i, struct kernel_counts *counts) {
    for (int c = 0; c < naive->grid->cells; c++) {
        if (naive->colour[c] != NAIVE_EMPTY)
            continue;
        int mine = naive_taken(naive, side, c), theirs = naive_taken(naive, !side, c);
        counts->quiet_alone[i] += mine == 0 && theirs > 0;
        counts->quiet_both += i == 0 && mine == 0 && theirs == 0;
        counts->empty += i == 0;
        if (mine > counts->greatest[i])
            counts->greatest[i] = mine;
        if (mine > 0 && (counts->cheapest[i] == 0 || mine < counts->cheapest[i]))
            counts->cheapest[i] = mine;
    }
}

static void naive_count(const struct naive *naive, struct kernel_counts *counts) {
    memset(counts, 0, sizeof *counts);
    for (int i = 0; i < 2; i++) {
        int side = i ? !naive->mover : naive->mover;
        for (int c = 0; c < naive->grid->cells; c++) {
            bool beside = naive_neighbours(naive, c, side) > 0;
            counts->cells[i] += naive->colour[c] == side;
            counts->exposed[i] += naive->colour[c] != side && beside;
            counts->isolated[i] += naive->colour[c] == side && !beside;
        }
        counts->stable[i] = naive_stable(naive, side);
        naive_moves(naive, side, i, counts);
    }
}

static void test_counts(const char *game, const char *grid, int positions) {
    struct arena arena;
    struct random random;
    struct game_state state;
    struct naive naive;
    int wrong = 0, reactions = 0, over = 1;
    if (!open_arena(&arena, game, grid))
        return;
    random_seed(&random, 5);
    for (int n = 0; n < positions; n++) {
        struct kernel_node node;
        struct kernel_counts counts, wanted;
        uint32_t moves[SURFACE_CELLS_MAX];
        if (over) {
            arena.board->game->start(arena.board, &state, 1);
            naive_start(&naive, arena.grid, arena.inside->variant->fewest,
                        arena.inside->variant->archipelago);
        }
        kernel_node_from(triancey_state(&state), &node);
        arena.kernel->count(arena.fast, &node, &counts);
        naive_count(&naive, &wanted);
        wrong += memcmp(&counts, &wanted, sizeof counts) != 0;
        reactions += counts.greatest[0] > counts.cheapest[0];
        int count = arena.board->game->moves(arena.board, &state, moves);
        uint32_t move = moves[random_below(&random, (uint32_t)count)];
        arena.board->game->play(arena.board, &state, move);
        naive_play(&naive, (int)move);
        over = arena.board->game->turn(arena.board, &state) == GAME_OVER;
    }
    ok(wrong == 0 && reactions > positions / 10,
       "%s on %s: %d of %d positions are counted otherwise, %d with different reactions", game,
       grid, wrong, positions, reactions);
    close_arena(&arena);
}

/* ---- the sum --------------------------------------------------------------------------------- */

/* A position of random moves with at most this many empty cells; the half is not over. */
static void reach(const struct arena *arena, int empty, struct random *random,
                  struct game_state *state) {
    const struct game *game = arena->board->game;
    const struct triancey_state *s = triancey_state(state);
    uint32_t moves[SURFACE_CELLS_MAX];
    do {
        game->start(arena->board, state, 1);
        for (int count; (count = game->moves(arena->board, state, moves)) > empty ||
                        (count > 0 && triancey_islands(arena->inside, s));)
            game->play(arena->board, state, moves[random_below(random, (uint32_t)count)]);
    } while (game->turn(arena->board, state) == GAME_OVER);
}

/* With the colours exchanged, but not the move, what is counted for both sides is exchanged, so
 * that its sum changes its sign. Who is forced depends on who is to move. */
static void test_sides(const char *game) {
    struct arena arena;
    struct random random;
    int wrong = 0, differ = 0;
    if (!open_arena(&arena, game, "crepe"))
        return;
    random_seed(&random, 6);
    for (int n = 0; n < 1000; n++) {
        struct game_state state;
        struct kernel_node node, turned;
        struct kernel_counts position;
        struct evaluation_counts counts, others;
        reach(&arena, 5 + n % 20, &random, &state);
        kernel_node_from(triancey_state(&state), &node);
        turned = node;
        memcpy(turned.own, node.other, sizeof turned.own);
        memcpy(turned.other, node.own, sizeof turned.other);
        arena.kernel->count(arena.fast, &node, &position);
        evaluation_count(&position, &counts);
        arena.kernel->count(arena.fast, &turned, &position);
        evaluation_count(&position, &others);
        for (int term = 0; term < EVALUATION_TERMS; term++) {
            const int *a = counts.of[term], *b = others.of[term];
            if (evaluation_terms[term].sides && term != EVALUATION_FORCED)
                wrong += a[0] != b[1] || a[1] != b[0];
            else if (!evaluation_terms[term].sides)
                wrong += a[1] != 0;
            differ += evaluation_terms[term].sides && a[0] != a[1];
        }
        wrong += counts.of[EVALUATION_MOVE][0] != others.of[EVALUATION_MOVE][0];
    }
    ok(wrong == 0 && differ > 1000, "%s: exchanged colours exchange the counts (%d wrong)", game,
       wrong);
    close_arena(&arena);
}

static void test_weights(void) {
    int useless = 0;
    for (int term = 0; term < EVALUATION_TERMS; term++)
        for (int fewest = 0; fewest < 2; fewest++) {
            const double *weight = evaluation_terms[term].weight[fewest];
            useless += weight[0] == 0 && weight[1] == 0;
        }
    is_int(useless, 0, "every term has a weight");
    ok(evaluation_phase(48, 48) == 1 && evaluation_phase(24, 48) == 1 &&
           evaluation_phase(12, 48) == 0.5 && evaluation_phase(0, 48) == 0,
       "the phase goes from the full board to the half empty one");
    const double *weight = evaluation_terms[EVALUATION_SHOWN].weight[1];
    ok(fabs(evaluation_weight(EVALUATION_SHOWN, true, 0.25) - 0.75 * weight[EVALUATION_FULL] -
            0.25 * weight[EVALUATION_HALF_EMPTY]) < 1e-12,
       "weights are interpolated");
}

/* ---- against the truth ----------------------------------------------------------------------- */

static int solve(const struct arena *arena, const struct game_state *state, struct table *table) {
    struct stopwatch watch;
    struct solution solution;
    struct solver_task task = {.kernel = arena->kernel,
                               .board = arena->fast,
                               .cells = arena->grid->cells,
                               .table = table,
                               .threads = 1,
                               .watch = &watch,
                               .limit = INT64_MAX,
                               .nodes_max = UINT64_MAX};
    stopwatch_reset(&watch);
    kernel_node_from(triancey_state(state), &task.node);
    solver_solve(&task, &solution);
    return solution.low;
}

/* The errors of the evaluation are smaller than those of the margin that the board shows. */
static void test_truth(const char *game, const char *grid, double share) {
    enum { POSITIONS = 300 };
    struct arena arena;
    struct random random;
    struct table *table = table_new(8);
    double errors = 0, errors_shown = 0;
    if (!open_arena(&arena, game, grid))
        return;
    random_seed(&random, 8);
    for (int n = 0; n < POSITIONS; n++) {
        struct game_state state;
        struct kernel_node node;
        reach(&arena, 6 + n % 14, &random, &state);
        const struct triancey_state *s = triancey_state(&state);
        kernel_node_from(s, &node);
        int margin = solve(&arena, &state, table);
        double error = evaluation_margin(arena.kernel, arena.fast, arena.inside, &node) - margin;
        int error_shown = triancey_margin(arena.inside, s, s->mover) - margin;
        errors += error * error;
        errors_shown += error_shown * error_shown;
    }
    errors = sqrt(errors / POSITIONS);
    errors_shown = sqrt(errors_shown / POSITIONS);
    ok(errors < share * errors_shown, "%s on %s: errs by %.1f, what is shown by %.1f", game, grid,
       errors, errors_shown);
    table_free(table);
    close_arena(&arena);
}

int main(void) {
    test_counts("selacata", "torus 4x4", enough(400, 2000));
    test_counts("triancey", "word abc cells 24", enough(400, 2000));
    test_counts("archipel", "cylinder 6x3", enough(400, 2000));
    test_counts("selacata", "word abc cells 66", enough(100, 300));
    test_sides("selacata");
    test_sides("triancey");
    test_weights();
    test_truth("selacata", "crepe", 0.7);
    test_truth("triancey", "eau", 0.7);
    test_truth("archipel", "archipel", 0.7);
    return done();
}
