/* puzzle_shapes.c - the included puzzles have the solutions that their files state, and the
 * patience has its odds. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/trioker/odds.h"
#include "engine/trioker/puzzle.h"
#include "grids/grid.h"
#include "tests/lib/puzzle_section.h"
#include "tests/lib/tap.h"

enum { THREADS = 4, ALL = (1 << TRIOKER_PIECES) - 1 };

static struct error error;

/* What there must be among them. */
struct tally {
    int puzzles, to_play, unique, hundred, with_joker, without_tips;
};

static bool hear(void *context, const struct puzzle_solution *solution) {
    (void)solution;
    ++*(long long *)context;
    return true;
}

static struct puzzle_task task_of(const struct trioker_shape *shape) {
    return (struct puzzle_task){.grid = shape->grid,
                                .pieces = shape->pieces,
                                .joker = {shape->joker[0], shape->joker[1]},
                                .wild_at_tip = shape->wild_at_tip,
                                .threads = THREADS,
                                .hard = INT64_MAX};
}

static void test_shape(const char *name, struct tally *tally) {
    struct trioker_shape shape;
    struct puzzle_turn turns[PUZZLE_TURNS_MAX];
    struct puzzle_result result, counted;
    long long listed = 0;
    if (!ok(trioker_shape_find(name, &shape, &error), "%s: a sound file", name)) {
        diag("%s", error.text);
        return;
    }
    struct puzzle_task task = task_of(&shape);
    is_string(shape.grid->name, name, "%s: called as its file", name);
    ok(shape.title[0] != '\0', "%s: it has a title", name);
    if (shape.nodes <= enough(250000, INT_MAX)) {
        puzzle_solve(&task, &counted, &error);
        task.found = hear;
        task.context = &listed;
        ok(puzzle_solve(&task, &result, &error) && result.complete, "%s: searched", name);
        is_int(listed, shape.solutions, "%s: as many solutions as it says", name);
        is_int((long long)counted.solutions, shape.solutions, "%s: as many are counted", name);
        is_int((long long)result.nodes, shape.nodes, "%s: after as many nodes", name);
    }
    int pieces = __builtin_popcount(shape.pieces), turn_count = puzzle_turns(shape.grid, turns);
    bool to_play = shape.solutions > 0 && pieces == shape.grid->cells && pieces < TRIOKER_PIECES;
    tally->puzzles++;
    tally->to_play += to_play && pieces >= 12 && pieces <= 21;
    tally->unique += to_play && shape.solutions == turn_count;
    tally->hundred += to_play && shape.solutions >= 100;
    tally->with_joker += (int)(shape.pieces >> TRIOKER_JOKER & 1);
    tally->without_tips += puzzle_free_tips(shape.grid) == 0;
    trioker_shape_free(&shape);
}

/* The section of a file is written as it is read. */
static void test_section(const char *name) {
    struct trioker_shape shape, again;
    char path[] = "puzzle-XXXXXX.ini";
    int descriptor = mkstemps(path, 4);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (!ok(file && trioker_shape_find(name, &shape, &error), "%s: to be written", name))
        return;
    char *section = trioker_shape_section(&shape), *grid = grid_to_ini(shape.grid);
    fprintf(file, "%s%s", section, grid);
    fclose(file);
    ok(trioker_shape_find(path, &again, &error), "%s: read again", name);
    ok(memcmp(shape.grid, again.grid, sizeof *shape.grid) == 0, "%s: the same grid", name);
    trioker_shape_free(&shape);
    trioker_shape_free(&again);
    ok(memcmp(&shape, &again, sizeof shape) == 0, "%s: and the same puzzle", name);
    remove(path);
    free(section);
    free(grid);
}

/* What is not known is not written: each of the numbers may be missing. */
static void test_unknown(void) {
    struct trioker_shape shape = {.title = "t", .pieces = 1, .solutions = 568, .nodes = -1};
    char *section = trioker_shape_section(&shape);
    ok(strstr(section, "solutions = 568\n") && !strstr(section, "nodes"), "only the solutions");
    free(section);
    shape.solutions = -1;
    shape.nodes = 7;
    section = trioker_shape_section(&shape);
    ok(strstr(section, "nodes = 7\n") && !strstr(section, "solutions"), "only the nodes");
    free(section);
}

/* ---- files with faults ----------------------------------------------------------------------- */

static void is_fault(const char *section, const char *wanted) {
    struct trioker_shape shape;
    char path[] = "puzzle-XXXXXX.ini";
    int descriptor = mkstemps(path, 4);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (!ok(file != NULL, "a file for a fault"))
        return;
    fprintf(file, "[grid]\nname = x\ncells = 1\n[cells]\n0 = 0,0 2,0 1,2\n%s\n", section);
    fclose(file);
    ok(!trioker_shape_find(path, &shape, &error) && strstr(error.text, wanted), "refused: %s",
       error.text);
    remove(path);
}

static void test_faults(void) {
    is_fault("[puzzle]\npieces = 000 004", "[puzzle] pieces: 004 is not a piece");
    is_fault("[puzzle]\npieces = 012 120", "[puzzle] pieces: 120 is given twice");
    is_fault("[puzzle]\npieces = *23", "*23 is not a piece");
    is_fault("[puzzle]\njoker = 24", "[puzzle] joker: must be two values");
    is_fault("[puzzle]\njoker = 233", "must be two values");
    is_fault("[puzzle]\nwild = here", "must be tip or anywhere");
    is_fault("[puzzle]\nsolutions = -1", "must be a whole number");
    is_fault("[puzzle]\nnodes = many", "must be a whole number");
    is_fault("[puzzle]\ncolour = red", "unknown key");
    is_fault("[panel]\nx = 1", "unknown section");
    struct trioker_shape shape;
    static const char *const bad[][2] = {{"nosuch", "neither a known shape"},
                                         {"triangle", "write triangle N"},
                                         {"no/such.ini", "No such file"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok(!trioker_shape_find(bad[i][0], &shape, &error) && strstr(error.text, bad[i][1]),
           "refused: %s", error.text);
}

/* ---- the patience ---------------------------------------------------------------------------- */

static void test_odds(const char *name, trioker_set pieces, int drawn, long long good,
                      long long all) {
    struct trioker_shape shape;
    struct odds_result odds;
    if (!ok(trioker_shape_find(name, &shape, &error), "%s: found", name))
        return;
    struct puzzle_task task = task_of(&shape);
    task.pieces = pieces;
    ok(puzzle_odds(&task, drawn, &odds, &error), "%s: the odds of %d pieces", name, drawn);
    is_int((long long)odds.good, good, "%s: sets of %d that can fill it", name, drawn);
    is_int((long long)odds.all, all, "%s: of so many", name);
    trioker_shape_free(&shape);
}

/* Each set by itself. */
static void compare_odds(const char *name, int drawn) {
    struct trioker_shape shape;
    long long good = 0, all = 0;
    if (!ok(trioker_shape_find(name, &shape, &error), "%s: found", name))
        return;
    struct puzzle_task task = task_of(&shape);
    task.limit = 1;
    /* Twelve of the pieces, among them the Joker. */
    trioker_set from = 0x1249A67 | 1u << TRIOKER_JOKER;
    for (trioker_set set = from; set; set = (set - 1) & from) {
        struct puzzle_result result;
        if (__builtin_popcount(set) != drawn)
            continue;
        task.pieces = set;
        all++;
        good += puzzle_solve(&task, &result, &error) && result.solutions > 0;
    }
    test_odds(name, from, drawn, good, all);
    trioker_shape_free(&shape);
}

static void test_odds_refused(void) {
    struct trioker_shape shape;
    struct odds_result odds;
    trioker_shape_find("hexagon6", &shape, &error);
    struct puzzle_task task = task_of(&shape);
    ok(!puzzle_odds(&task, 25, &odds, &error) && strstr(error.text, "from 1 to 24"), "%s",
       error.text);
    ok(!puzzle_odds(&task, 0, &odds, &error) && strstr(error.text, "from 1 to 24"), "%s",
       error.text);
    trioker_shape_free(&shape);
}

int main(void) {
    struct tally tally = {0};
    char **names = trioker_shape_names();
    for (int i = 0; names && names[i]; i++)
        test_shape(names[i], &tally);
    free(names);
    ok(tally.puzzles >= 36, "%d puzzles ship", tally.puzzles);
    ok(tally.to_play >= 21, "%d of them are to be played with some of the pieces", tally.to_play);
    ok(tally.unique >= 4, "%d of these have one solution up to rotation", tally.unique);
    ok(tally.hundred >= 2, "%d of these have a hundred at least", tally.hundred);
    ok(tally.with_joker >= 4, "%d puzzles have the Joker", tally.with_joker);
    ok(tally.without_tips >= 2, "%d puzzles have no free tip", tally.without_tips);
    test_section("duck");
    test_section("super-triangle");
    test_section("heart");
    test_unknown();
    test_faults();
    test_odds("hexagon6", ALL, 10, 688778, 1961256);
    test_odds("hexagon6", ALL, 6, 432, 134596);
    test_odds("hexagon6", ALL, 5, 0, 42504);
    test_odds("hexagon6", ALL, 24, 1, 1);
    compare_odds("hexagon6", 7);
    compare_odds("parallelogram 2x2", 9);
    test_odds_refused();
    return done();
}
