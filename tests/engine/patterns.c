/* patterns.c - patterns against a naive description of what lies around each cell; that a move is
 * judged as the position that it leaves; that symmetries of the board change nothing; and that the
 * weights know more than the board shows. */
#include "engine/kernel/patterns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/symmetry.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solver.h"
#include "tests/lib/arena.h"
#include "tests/lib/tap.h"

/* ---- positions ------------------------------------------------------------------------------- */

/* A position of random moves, with the half not over, after more moves each time. */
static void wander(const struct arena *arena, struct random *random, struct game_state *state) {
    const struct game *game = arena->board->game;
    uint32_t moves[SURFACE_CELLS_MAX];
    if (game->turn(arena->board, state) == GAME_OVER) {
        game->start(arena->board, state, 1);
        return;
    }
    int count = game->moves(arena->board, state, moves);
    game->play(arena->board, state, moves[random_below(random, (uint32_t)count)]);
    if (game->turn(arena->board, state) == GAME_OVER)
        game->start(arena->board, state, 1);
}

/* ---- classes --------------------------------------------------------------------------------- */

/* Empty, the mover's, the other's. */
static int colour_of(const struct triancey_state *state, int cell) {
    return set_has(state->set[state->mover], cell)    ? 1
           : set_has(state->set[!state->mover], cell) ? 2
                                                      : 0;
}

/* A neighbour and what lies behind it. A pawn has its own colour behind it. */
static int naive_arm(const struct surface *surface, const struct triancey_state *state, int cell,
                     int near) {
    int colour = colour_of(state, near), behind[2], count = 0;
    if (near >= surface->cells)
        return colour * 9 + colour * 3 + colour;
    for (int k = 0; k < 3; k++)
        if (surface->side[near][k] != cell)
            behind[count++] = colour_of(state, surface->side[near][k]);
    return behind[0] < behind[1] ? colour * 9 + behind[0] * 3 + behind[1]
                                 : colour * 9 + behind[1] * 3 + behind[0];
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* A number for what lies around a cell that symmetries of the ball do not change. */
static int naive_ball(const struct surface *surface, const struct triancey_state *state, int cell) {
    int arm[3];
    for (int k = 0; k < 3; k++)
        arm[k] = naive_arm(surface, state, cell, surface->side[cell][k]);
    qsort(arm, 3, sizeof *arm, by_number);
    return ((colour_of(state, cell) * 27 + arm[0]) * 27 + arm[1]) * 27 + arm[2];
}

enum { BALLS = 3 * 27 * 27 * 27 };

/* How many cells there are of each class that occurs, least first. Returns how many classes. */
static int sorted_counts(const int *count, int size, int *sorted) {
    int found = 0;
    for (int i = 0; i < size; i++)
        if (count[i])
            sorted[found++] = count[i];
    qsort(sorted, (size_t)found, sizeof *sorted, by_number);
    return found;
}

/* Cells are divided into classes as naive balls divide them, and each class that can occur is met
 * sooner or later. */
static void test_classes(void) {
    static const struct {
        const char *game, *grid;
    } arenas[] = {{"selacata", "word abc cells 48"},
                  {"triancey", "word abd cells 24"},
                  {"archipel", "cylinder 6x3"},
                  {"selacata", "word abc cells 126"}};
    static int naive[BALLS];
    bool seen[PATTERN_CLASSES] = {false}, ball_seen[BALLS] = {false};
    int wrong = 0, classes = 0, balls = 0, positions = enough(2000, 20000);
    struct random random;
    random_seed(&random, 3);
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++) {
        struct arena arena;
        struct game_state state;
        if (!open_arena(&arena, arenas[i].game, arenas[i].grid))
            return;
        struct patterns *patterns = patterns_new(arena.inside);
        const struct triancey_state *s = triancey_state(&state);
        arena.board->game->start(arena.board, &state, 1);
        for (int n = 0; n < positions; n++) {
            struct pattern_counts counts;
            int count[PATTERN_CLASSES], a[SURFACE_CELLS_MAX], b[SURFACE_CELLS_MAX];
            wander(&arena, &random, &state);
            patterns_count(patterns, s->set[s->mover], s->set[!s->mover], &counts);
            memset(naive, 0, sizeof naive);
            for (int cell = 0; cell < arena.grid->cells; cell++) {
                int ball = naive_ball(&arena.inside->surface, s, cell);
                naive[ball]++;
                balls += !ball_seen[ball];
                ball_seen[ball] = true;
            }
            for (int class = 0; class < PATTERN_CLASSES; class ++) {
                count[class] = counts.of[class];
                classes += count[class] && !seen[class];
                seen[class] = seen[class] || count[class];
            }
            int found = sorted_counts(naive, BALLS, a);
            wrong += found != sorted_counts(count, PATTERN_CLASSES, b) ||
                     memcmp(a, b, (size_t)found * sizeof *a) != 0;
        }
        free(patterns);
        close_arena(&arena);
    }
    is_int(wrong, 0, "positions are divided into classes as they look");
    ok(classes == balls && classes > 500 && balls <= PATTERN_CLASSES,
       "%d classes were met, as %d naive ones, of %d", classes, balls, PATTERN_CLASSES);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* What a move is said to leave is what the position after it is said to be. */
static void test_moves(const char *game, const char *grid, int positions) {
    struct arena arena;
    struct random random;
    struct game_state state, next;
    int wrong = 0, differ = 0, quiet = 0, moved = 0;
    if (!open_arena(&arena, game, grid))
        return;
    struct patterns *patterns = patterns_new(arena.inside);
    const struct triancey_state *s = triancey_state(&state), *t = triancey_state(&next);
    random_seed(&random, 4);
    arena.board->game->start(arena.board, &state, 1);
    for (int n = 0; n < positions; n++) {
        struct pattern_view view;
        uint32_t moves[SURFACE_CELLS_MAX];
        wander(&arena, &random, &state);
        const uint64_t *own = s->set[s->mover], *other = s->set[!s->mover];
        int before = patterns_value(patterns, own, other);
        patterns_see_all(patterns, own, other, &view);
        int count = arena.board->game->moves(arena.board, &state, moves);
        for (int i = 0; i < count; i++) {
            game_copy(arena.board, &next, &state);
            arena.board->game->play(arena.board, &next, moves[i]);
            int value = patterns_after(patterns, &view, own, other, t->set[s->mover]);
            wrong += value != patterns_value(patterns, t->set[!s->mover], t->set[s->mover]);
            differ += value != before;
            quiet +=
                set_count(SURFACE_WORDS, t->set[s->mover]) == set_count(SURFACE_WORDS, own) + 1;
            moved++;
        }
    }
    ok(wrong == 0 && differ > moved / 2 && quiet > moved / 10 && quiet < moved,
       "%s on %s: moves are judged as what they leave (%d of %d wrong, %d quiet)", game, grid,
       wrong, moved, quiet);
    free(patterns);
    close_arena(&arena);
}

/* A symmetry of the board changes no value. */
static void test_symmetries(void) {
    enum { POSITIONS = 200 };
    static uint16_t image[SYMMETRIES_MAX][SURFACE_CELLS_MAX];
    struct arena arena;
    struct random random;
    struct game_state state;
    int wrong = 0, found;
    if (!open_arena(&arena, "selacata", "torus 4x4"))
        return;
    struct patterns *patterns = patterns_new(arena.inside);
    const struct triancey_state *s = triancey_state(&state);
    found = symmetries_find(&arena.inside->surface, image, SYMMETRIES_MAX);
    random_seed(&random, 5);
    arena.board->game->start(arena.board, &state, 1);
    for (int n = 0; n < POSITIONS; n++) {
        uint64_t set[2][SURFACE_WORDS] = {{0}};
        const uint16_t *to = image[random_below(&random, (uint32_t)found)];
        wander(&arena, &random, &state);
        for (int colour = 0; colour < 2; colour++)
            for (int c = set_next(SURFACE_WORDS, s->set[colour], 0); c >= 0;
                 c = set_next(SURFACE_WORDS, s->set[colour], c + 1))
                set_add(set[colour], to[c]);
        wrong += patterns_value(patterns, set[s->mover], set[!s->mover]) !=
                 patterns_value(patterns, s->set[s->mover], s->set[!s->mover]);
    }
    ok(wrong == 0 && found > 1, "%d symmetries change no value", found);
    free(patterns);
    close_arena(&arena);
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

/* The errors of the values are smaller than those of the margin that the board shows; the network
 * makes them smaller where there is one. */
static void test_truth(const char *game, const char *grid, double share) {
    enum { POSITIONS = 300 };
    struct arena arena;
    struct random random;
    struct game_state state;
    struct table *table = table_new(8);
    double errors = 0, errors_sum = 0, errors_shown = 0;
    if (!open_arena(&arena, game, grid))
        return;
    struct patterns *patterns = patterns_new(arena.inside), *sum = patterns_new(arena.inside);
    bool fewest = arena.inside->variant->fewest;
    patterns_tune(sum, &pattern_weights[fewest]);
    const struct triancey_state *s = triancey_state(&state);
    random_seed(&random, 8);
    arena.board->game->start(arena.board, &state, 1);
    for (int n = 0; n < POSITIONS;) {
        wander(&arena, &random, &state);
        int empty = arena.grid->cells - triancey_cells(arena.inside, s, 0) -
                    triancey_cells(arena.inside, s, 1);
        if (empty > 18 || triancey_islands(arena.inside, s))
            continue;
        int margin = solve(&arena, &state, table);
        double value = patterns_value(patterns, s->set[s->mover], s->set[!s->mover]);
        double value_sum = patterns_value(sum, s->set[s->mover], s->set[!s->mover]);
        double error = value / PATTERN_CELL - margin, error_sum = value_sum / PATTERN_CELL - margin;
        int error_shown = triancey_margin(arena.inside, s, s->mover) - margin;
        errors += error * error;
        errors_sum += error_sum * error_sum;
        errors_shown += error_shown * error_shown;
        n++;
    }
    errors = sqrt(errors / POSITIONS);
    errors_sum = sqrt(errors_sum / POSITIONS);
    errors_shown = sqrt(errors_shown / POSITIONS);
    ok(errors < share * errors_shown, "%s on %s: errs by %.1f, what is shown by %.1f", game, grid,
       errors, errors_shown);
    ok(fewest ? errors < errors_sum : errors == errors_sum, "the sum of weights alone by %.2f",
       errors_sum);
    table_free(table);
    free(patterns);
    free(sum);
    close_arena(&arena);
}

int main(void) {
    test_classes();
    test_moves("selacata", "word abc cells 48", enough(300, 3000));
    test_moves("triancey", "word abc cells 24", enough(300, 3000));
    test_moves("archipel", "cylinder 6x3", enough(300, 3000));
    test_moves("selacata", "word abc cells 126", enough(50, 500));
    test_moves("triancey", "word abc cells 256", enough(20, 200));
    test_symmetries();
    test_truth("selacata", "crepe", 0.5);
    test_truth("triancey", "eau", 0.5);
    test_truth("archipel", "archipel", 0.5);
    return done();
}
