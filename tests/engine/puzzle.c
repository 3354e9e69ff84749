/* puzzle.c - tests the solver of puzzles against known figures and a plain search. */
#include "engine/trioker/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/random.h"
#include "engine/player/stopwatch.h"
#include "games/trioker.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

enum { ALL = (1 << TRIOKER_PIECES) - 1, WITH_JOKER = ALL | 1 << TRIOKER_JOKER };

static struct error error;

/* ---- every solution is one, and comes once --------------------------------------------------- */

struct seen {
    const struct puzzle_task *task;
    struct puzzle_turn turns[PUZZLE_TURNS_MAX];
    int turn_count;
    long long solutions, wrong, first, again;
    struct puzzle_solution last;
    uint64_t hash; /* of all solutions, in their order */
};

static int value_at(const struct puzzle_task *task, int piece, int rotation, int k) {
    int corner = (k + rotation) % 3;
    if (piece == TRIOKER_JOKER)
        return corner == 0 ? TRIOKER_WILD : task->joker[corner - 1];
    return trioker_corner(task->joker, piece, rotation, k);
}

/* Whether the first `cells` cells of a solution agree. */
static bool is_right(const struct puzzle_task *task, const struct puzzle_solution *solution,
                     int cells) {
    const struct grid *grid = task->grid;
    int value[GRID_CORNERS_MAX];
    trioker_set used = 0;
    memset(value, -1, sizeof value);
    for (int cell = 0; cell < cells; cell++) {
        int piece = solution->piece[cell], rotation = solution->rotation[cell];
        if (used >> piece & 1 || !(task->pieces >> piece & 1) || rotation < 0 || rotation > 2)
            return false;
        used |= 1u << piece;
        for (int k = 0; k < 3; k++) {
            int lies = value_at(task, piece, rotation, k), *there = &value[grid->corner[cell][k]];
            if (lies != TRIOKER_WILD && *there >= 0 && *there != lies)
                return false;
            if (lies != TRIOKER_WILD)
                *there = lies;
        }
    }
    return true;
}

static bool look(void *context, const struct puzzle_solution *solution) {
    struct seen *seen = context;
    int cells = seen->task->grid->cells;
    seen->solutions++;
    seen->wrong += !is_right(seen->task, solution, cells);
    seen->first += puzzle_is_first(solution, cells, seen->turns, seen->turn_count);
    seen->again += seen->solutions > 1 && memcmp(&seen->last, solution, sizeof *solution) == 0;
    seen->last = *solution;
    for (int cell = 0; cell < cells; cell++)
        seen->hash =
            seen->hash * 31 + (uint64_t)(3 * solution->piece[cell] + solution->rotation[cell]);
    return true;
}

/* ---- a plain search -------------------------------------------------------------------------- */

/* Lays pieces cell by cell. */
static long long count_plainly(const struct puzzle_task *task, struct puzzle_solution *solution,
                               int cell) {
    long long count = 0;
    trioker_set used = 0;
    for (int i = 0; i < cell; i++)
        used |= 1u << solution->piece[i];
    if (cell == task->grid->cells)
        return 1;
    for (int piece = 0; piece <= TRIOKER_JOKER; piece++) {
        int rotations = piece == TRIOKER_JOKER ? 3 : trioker_rotations(piece);
        if (used >> piece & 1 || !(task->pieces >> piece & 1))
            continue;
        for (int rotation = 0; rotation < rotations; rotation++) {
            solution->piece[cell] = (int8_t)piece;
            solution->rotation[cell] = (int8_t)rotation;
            if (is_right(task, solution, cell + 1))
                count += count_plainly(task, solution, cell + 1);
        }
    }
    return count;
}

static trioker_set draw_set(struct random *random, int count) {
    trioker_set set = 0;
    while (__builtin_popcount(set) < count)
        set |= 1u << random_below(random, TRIOKER_JOKER + 1);
    return set;
}

/* Draws pieces until a plain search could be done with them, and compares. */
static void compare_plainly(const char *shape, int pieces, int times) {
    struct grid *grid = grid_find(shape, &error);
    struct puzzle_solution solution;
    struct random random;
    long long plain = 0, found = 0, counted = 0, wrong = 0;
    random_seed(&random, 1);
    for (int i = 0; i < times; i++) {
        struct puzzle_task task = {
            .grid = grid,
            .pieces = draw_set(&random, pieces),
            .joker = {(uint8_t)random_below(&random, 4), (uint8_t)random_below(&random, 4)},
            .hard = INT64_MAX};
        struct puzzle_result result;
        struct seen seen = {.task = &task};
        plain += count_plainly(&task, &solution, 0);
        counted += puzzle_solve(&task, &result, &error) ? (long long)result.solutions : -1;
        task.found = look;
        task.context = &seen;
        found += puzzle_solve(&task, &result, &error) ? (long long)result.solutions : -1;
        wrong += seen.wrong + seen.again;
    }
    ok(plain > 0, "%s, %d pieces: there are solutions", shape, pieces);
    is_int(counted, plain, "%s, %d pieces: as many as a plain search counts", shape, pieces);
    is_int(found, plain, "%s, %d pieces: as many are listed", shape, pieces);
    is_int(wrong, 0, "%s, %d pieces: all of them right, none twice in a row", shape, pieces);
    grid_free(grid);
}

/* ---- the game -------------------------------------------------------------------------------- */

/* The game lays the pieces of a solution in any order, and every Joker as the solver does. */
static void compare_game(const char *shape, trioker_set pieces, bool tip) {
    struct grid *grid = grid_find(shape, &error);
    int wrong = 0, found = 0, orders = 1;
    for (int i = 2; i <= grid->cells; i++)
        orders *= i;
    for (int joker = 0; joker < TRIOKER_VALUES * TRIOKER_VALUES; joker++) {
        char setup[GAME_SETUP_SIZE];
        struct game_state state;
        struct puzzle_result result;
        struct puzzle_task task = {.grid = grid,
                                   .pieces = pieces | 1u << TRIOKER_JOKER,
                                   .joker = {(uint8_t)(joker / 4), (uint8_t)(joker % 4)},
                                   .wild_at_tip = tip,
                                   .hard = INT64_MAX};
        snprintf(setup, sizeof setup, "joker 1 pieces %u values %d%d tip %d", pieces, joker / 4,
                 joker % 4, tip);
        struct game_board *board = game_prepare_text(&trioker_puzzle, grid, setup, &error);
        puzzle_solve(&task, &result, &error);
        trioker_puzzle.start(board, &state, 1);
        uint64_t sequences = game_perft(board, &state, grid->cells, NULL, NULL);
        wrong += sequences != result.solutions * (uint64_t)orders;
        found += result.solutions > 0;
        game_board_free(board);
    }
    ok(wrong == 0 && found > 0, "%s%s: all 16 Jokers lie where the solver has them (%d can)", shape,
       tip ? ", wild at a tip" : "", found);
    grid_free(grid);
}

/* ---- known figures --------------------------------------------------------------------------- */

struct fact {
    const char *shape;
    trioker_set pieces;
    bool wild_at_tip;
    int tips, turns;
    long long solutions;
};

static void test_fact(const struct fact *fact) {
    struct grid *grid = grid_find(fact->shape, &error);
    struct puzzle_task task = {.grid = grid,
                               .pieces = fact->pieces,
                               .joker = {2, 3},
                               .wild_at_tip = fact->wild_at_tip,
                               .hard = INT64_MAX};
    struct puzzle_result result, threads;
    struct seen seen = {.task = &task};
    if (!ok(grid && puzzle_solve(&task, &result, &error), "%s: solved", fact->shape))
        return;
    diag("%s: %.3f s, %llu nodes", fact->shape, result.seconds, (unsigned long long)result.nodes);
    seen.turn_count = puzzle_turns(grid, seen.turns);
    is_int(seen.turn_count, fact->turns, "%s: its rotations", fact->shape);
    is_int(puzzle_free_tips(grid), fact->tips, "%s: its free tips", fact->shape);
    is_int((long long)result.solutions, fact->solutions, "%s: its solutions", fact->shape);
    ok(result.complete, "%s: that is all", fact->shape);
    task.found = look;
    task.context = &seen;
    task.threads = 4;
    puzzle_solve(&task, &threads, &error);
    is_int(seen.solutions, fact->solutions, "%s: four threads list as many", fact->shape);
    is_int(seen.wrong, 0, "%s: all of them right", fact->shape);
    is_int(seen.first * fact->turns, fact->solutions, "%s: up to rotation", fact->shape);
    grid_free(grid);
}

/* ---- threads, limits, stopping --------------------------------------------------------------- */

static void test_threads(const char *shape, trioker_set pieces, uint64_t limit,
                         long long solutions) {
    struct grid *grid = grid_find(shape, &error);
    struct puzzle_result result[4];
    uint64_t hash[4];
    for (int i = 0; i < 4; i++) {
        struct puzzle_task task = {.grid = grid,
                                   .pieces = pieces,
                                   .joker = {3, 1},
                                   .limit = limit,
                                   .threads = i + 1,
                                   .found = look,
                                   .hard = INT64_MAX};
        struct seen seen = {.task = &task};
        task.context = &seen;
        puzzle_solve(&task, &result[i], &error);
        hash[i] = seen.hash;
        ok(hash[i] == hash[0] && result[i].solutions == result[0].solutions,
           "%s, limit %d: %d threads find the same in the same order", shape, (int)limit, i + 1);
        is_int((long long)result[i].nodes, (long long)result[0].nodes,
               "%s, limit %d: %d threads report the same nodes", shape, (int)limit, i + 1);
        ok(result[i].complete == (limit == 0), "%s, limit %d: whether that is all", shape,
           (int)limit);
    }
    is_int((long long)result[0].solutions, solutions, "%s: so many", shape);
    grid_free(grid);
}

static void test_stop(void) {
    enum { MILLISECOND = 1000000 };
    struct grid *grid = grid_find("parallelogram 2x6", &error);
    struct puzzle_result result;
    struct stopwatch watch;
    struct puzzle_task task = {.grid = grid,
                               .pieces = WITH_JOKER,
                               .joker = {0, 1},
                               .threads = 3,
                               .watch = &watch,
                               .hard = 20 * MILLISECOND};
    stopwatch_reset(&watch);
    stopwatch_start(&watch);
    clock_t begin = clock();
    ok(puzzle_solve(&task, &result, &error), "a run that is stopped is no error");
    double spent = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ok(!result.complete, "it is not complete");
    ok(spent < 5, "it ended soon (%.3f s of the processor)", spent);
    struct seen seen = {.task = &task};
    task.found = look;
    task.context = &seen;
    struct grid *strip = grid_find("parallelogram 1x12", &error); /* with many solutions */
    task.grid = strip;
    stopwatch_reset(&watch);
    stopwatch_start(&watch);
    ok(puzzle_solve(&task, &result, &error) && !result.complete, "so does one that lists");
    ok(result.nodes > 0 && result.nodes >= result.solutions,
       "each solution is a node, also in what was not finished (%llu, %llu)",
       (unsigned long long)result.nodes, (unsigned long long)result.solutions);
    grid_free(strip);
    grid_free(grid);
}

/* Given pieces stay where they are, and only solutions with them are found. */
static void test_given(void) {
    struct grid *grid = grid_find("hexagon 2", &error);
    struct puzzle_task task = {.grid = grid,
                               .pieces = WITH_JOKER,
                               .joker = {2, 3},
                               .limit = 1,
                               .found = look,
                               .hard = INT64_MAX};
    struct seen seen = {.task = &task};
    struct puzzle_result result;
    task.context = &seen;
    ok(puzzle_solve(&task, &result, &error), "the hexagon with a Joker: one solution");
    struct puzzle_solution laid = seen.last;
    task.laid = &laid;
    task.given = (1u << grid->cells) - 1;
    task.limit = 0;
    puzzle_solve(&task, &result, &error);
    is_int((long long)result.solutions, 1, "all of it given: that one");
    ok(memcmp(&seen.last, &laid, sizeof laid) == 0, "and the same");
    for (int cell = 0; cell < grid->cells; cell++)
        if (laid.piece[cell] == TRIOKER_JOKER) {
            task.given = 1u << cell;
            puzzle_solve(&task, &result, &error);
            ok(result.solutions > 0 && result.solutions == result.with_joker,
               "the Joker given: all have it");
            laid.piece[cell] = 0;
            laid.rotation[cell] = 0;
            puzzle_solve(&task, &result, &error);
            ok(result.solutions > 0 && result.solutions < 1680, "another piece given");
            is_int(seen.last.piece[cell], 0, "it lies there");
            laid.rotation[cell] = 1;
            puzzle_solve(&task, &result, &error);
            is_int((long long)result.solutions, 0, "a rotation that no piece has: none");
        }
    grid_free(grid);
}

static void test_refusals(void) {
    static const struct {
        const char *shape, *wanted;
        trioker_set pieces;
    } bad[] = {
        {"hexagon 2", "more cells than the 23 pieces", ALL - 1},
        {"triangle 5", "more cells than the 24 pieces", ALL},
        {"triangle 6", "at most 25 cells", WITH_JOKER},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct grid *grid = grid_find(bad[i].shape, &error);
        struct puzzle_task task = {.grid = grid, .pieces = bad[i].pieces, .hard = INT64_MAX};
        struct puzzle_result result;
        ok(!puzzle_solve(&task, &result, &error) && strstr(error.text, bad[i].wanted), "%s: %s",
           bad[i].shape, error.text);
        grid_free(grid);
    }
    static const int16_t sides[2][3] = {{1, -1, -1}, {0, -1, -1}};
    struct grid *grid = grid_from_sides("abstract", 2, sides, &error);
    struct puzzle_task task = {.grid = grid, .pieces = ALL, .hard = INT64_MAX};
    struct puzzle_result result;
    ok(!puzzle_solve(&task, &result, &error) && strstr(error.text, "needs corners"), "%s",
       error.text);
    grid_free(grid);
}

static void test_text(void) {
    struct puzzle_solution solution = {.piece = {5, TRIOKER_JOKER, 23}, .rotation = {1, 2, 0}};
    const uint8_t joker[2] = {0, 1};
    static const char *const wanted[] = {"0:120", "1:1*0", "2:333"};
    char text[PUZZLE_PIECE_TEXT];
    for (int cell = 0; cell < 3; cell++) {
        puzzle_write_piece(&solution, cell, joker, text);
        is_string(text, wanted[cell], "a piece as it lies");
    }
}

/* Puzzles with at least so many solutions take seconds. */
enum { MANY = 100000 };

int main(void) {
    static const struct fact facts[] = {
        {"hexagon 2", ALL, false, 0, 6, 0},
        {"hexagon 2", WITH_JOKER, false, 0, 6, 1680},
        {"hexagon 2", WITH_JOKER, true, 0, 6, 0},
        {"parallelogram 2x6", ALL, false, 2, 2, 240},
        {"parallelogram 6x2", ALL, false, 2, 2, 240},
        {"parallelogram 1x12", ALL, false, 2, 2, 206472},
        {"parallelogram 3x4", ALL, false, 2, 2, 120},
        {"triangle 5", WITH_JOKER, true, 3, 3, 36},
        {"hexagon 1", ALL, false, 0, 6, 3216},
    };
    bool nightly = enough(0, 1);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].solutions < MANY || nightly)
            test_fact(&facts[i]);
    compare_plainly("hexagon 1", 9, 30);
    compare_plainly("parallelogram 3x1", 8, 30);
    compare_plainly("triangle 3", 11, 10);
    compare_plainly("parallelogram 1x5", 10, 12);
    compare_plainly("parallelogram 1x5", 12, 4);
    compare_plainly("torus 3x2", 25, 3);
    compare_plainly("cylinder 3x1", 10, 20);
    for (int tip = 0; tip < 2; tip++) {
        compare_game("triangle 2", 0x00a5a5, tip);
        compare_game("parallelogram 1x2", 0x0f0f1c, tip);
    }
    test_threads("parallelogram 3x4", ALL, 0, 120);
    if (nightly)
        test_threads("parallelogram 2x6", ALL, 0, 240);
    test_threads("parallelogram 2x6", ALL, 7, 7);
    test_threads("parallelogram 2x6", WITH_JOKER, 1, 1);
    test_stop();
    test_given();
    test_refusals();
    test_text();
    return done();
}
