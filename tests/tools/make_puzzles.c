/* make_puzzles.c - writes games/puzzles/: shapes drawn here, the pieces to fill them with drawn by
 * a seed so that there are about as many solutions as asked for, and the figures that go with them.
 *
 *     make_puzzles FOLDER [NAME]...
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "engine/trioker/puzzle.h"
#include "grids/grid.h"
#include "tests/lib/puzzle_section.h"

enum { ALL = (1 << TRIOKER_PIECES) - 1, ROWS_MAX = 8, HALF_WIDTH = 500, ROW_HEIGHT = 866 };

/* The picture has a `#` for each cell, in rows from the top; one whose row and column have an even
 * sum is a triangle with its tip up, the others have it down. */
struct plan {
    const char *name, *title;
    int wanted; /* solutions up to rotation, with as many pieces as cells; 0: any number, with all
                   pieces */
    const char *joker;
    bool tip;
    const char *row[ROWS_MAX];
};

static const struct plan plans[] = {
    /* From the sheet that comes with the game. */
    {"hexagon6", "Small hexagon", 0, NULL, false, {"###", "###"}},
    {"hexagon", "Giant hexagon", 0, NULL, false, {"..#####", ".#######", ".#######", "..#####"}},
    {"hexagon-joker",
     "Giant hexagon with the Joker",
     0,
     "23",
     false,
     {"..#####", ".#######", ".#######", "..#####"}},
    {"super-triangle",
     "Super triangle",
     0,
     "23",
     true,
     {"....#", "...###", "..#####", ".#######", "#########"}},
    {"duck", "Duck", 40, NULL, false, {"..###......", ".####....#.", "...#######.", "....###"}},
    /* With all pieces. */
    {"trapezoid", "Trapezoid", 0, NULL, false, {"...###", "..#####", ".#######", "#########"}},
    {"bar", "Bar", 0, NULL, false, {".###########", "#############"}},
    {"bridge", "Bridge", 0, "23", false, {".#########", ".#########", ".###...###"}},
    {"crown", "Crown", 0, "23", false, {"..#...#...#", ".###########", ".###########"}},
    {"heart", "Heart", 0, NULL, false, {"###.###", "#######", ".#####", "..###", "...#"}},
    {"horseshoe", "Horseshoe", 0, NULL, false, {"..#####", ".#######", ".###.###", ".##...##"}},
    {"windmill", "Windmill", 0, NULL, false, {"..##", "..####", "#######", ".######", "...###"}},
    {"fir", "Fir", 0, NULL, false, {"....#", "...###", "..#####", "...###", "..#####", ".#######"}},
    {"gem", "Gem", 0, "23", false, {"..#######", ".#########", ".#########"}},
    {"steps", "Staircase", 0, NULL, false, {"########", "....########", "........########"}},
    {"tower", "Tower", 0, NULL, false, {"####", "####", "####", "####", "####", "####"}},
    {"letter-t",
     "Letter T",
     0,
     NULL,
     false,
     {"#############", ".....###", ".....###", ".....###", ".....##"}},
    /* With some of the pieces, from small to large. */
    {"star", "Star", 1, NULL, false, {"..#", "#####", "#####", "..#"}},
    {"boomerang", "Boomerang", 350, NULL, false, {"#######", "###", ".###"}},
    {"bird", "Bird", 90, NULL, false, {"###...###", "..#####", "...###"}},
    {"key", "Key", 600, NULL, false, {"###", "##########", ".....#...#"}},
    {"hourglass", "Hourglass", 15, NULL, false, {".#####", "..###", "..###", ".#####"}},
    {"pyramid", "Pyramid", 3, NULL, false, {"....#", "...###", "..#####", ".#######"}},
    {"snake", "Snake", 150, NULL, false, {".####", "...####", ".....####", ".......####"}},
    {"rocket",
     "Rocket",
     12,
     NULL,
     false,
     {"....#", "...###", "...###", "...###", "..#####", "..#...#"}},
    {"tree", "Tree", 45, NULL, false, {"....#", "...###", "..#####", "...###", "..#####", "....#"}},
    {"whale", "Whale", 7, NULL, false, {"..#", ".###...#", "..########", "....#####"}},
    {"diamond",
     "Diamond",
     1,
     NULL,
     false,
     {"....#", "...###", "..#####", "..#####", "...###", "....#"}},
    {"wreath", "Wreath", 4, NULL, false, {"..#####", ".##...##", ".##...##", "..#####"}},
    {"mushroom", "Mushroom", 4, NULL, false, {"..#####", ".#######", "...###", "...###"}},
    {"house", "House", 1, NULL, false, {"....#", "...###", "..#####", "..#####", "..#####"}},
    {"cat", "Cat", 22, NULL, false, {"..#...#", "..#####", "...###", "....#####", ".....####"}},
    {"mountain", "Mountain", 2, NULL, false, {"....#", "...###.#", "..######", ".########"}},
    {"arrow",
     "Arrow",
     30,
     NULL,
     false,
     {"....#", "...###", "..#####", ".#######", "...###", "....#"}},
    {"fish", "Fish", 1, NULL, false, {"....###", "...#######", "...#######", "....###"}},
    {"cup", "Cup", 6, NULL, false, {".##....", ".#####.", ".#####.", ".#####.", "..###.."}},
    {"boat", "Boat", 9, NULL, false, {".....##", "....###", "....####", "..########", "...####"}},
    {"butterfly", "Butterfly", 1, NULL, false, {"###...###", "#########", ".###.###"}},
};

enum { PLANS = sizeof plans / sizeof *plans };

static void die(const char *name, const char *why) {
    fprintf(stderr, "make_puzzles: %s: %s\n", name, why);
    exit(EXIT_FAILURE);
}

static void keep_fault(void *context, enum error_kind kind, const char *text) {
    (void)kind;
    if (!*(char *)context)
        snprintf(context, ERROR_SIZE, "%s", text);
}

static struct grid *draw_grid(const struct plan *plan) {
    struct grid_triangle triangle[GRID_CELLS_MAX];
    struct error error = {.text = ""};
    int count = 0;
    for (int r = 0; r < ROWS_MAX && plan->row[r]; r++)
        for (int c = 0; plan->row[r][c]; c++) {
            int left = c * HALF_WIDTH, top = r * ROW_HEIGHT, low = top + ROW_HEIGHT;
            struct grid_triangle up = {
                {{left + HALF_WIDTH, top}, {left + 2 * HALF_WIDTH, low}, {left, low}}, GRID_BORDER};
            struct grid_triangle down = {
                {{left, top}, {left + 2 * HALF_WIDTH, top}, {left + HALF_WIDTH, low}}, GRID_BORDER};
            if (plan->row[r][c] == '#')
                triangle[count++] = (r + c) % 2 == 0 ? up : down;
        }
    struct grid *grid = grid_build(plan->name, count, triangle, 0, NULL, keep_fault, error.text);
    if (!grid)
        die(plan->name, error.text);
    return grid;
}

static bool ignore_solution(void *context, const struct puzzle_solution *solution) {
    (void)context;
    (void)solution;
    return true;
}

/* Lists the solutions, no more than the limit (0: all), so that the nodes are those of a list. */
static struct puzzle_result solve(const struct trioker_shape *shape, uint64_t limit) {
    struct puzzle_task task = {.grid = shape->grid,
                               .pieces = shape->pieces,
                               .joker = {shape->joker[0], shape->joker[1]},
                               .wild_at_tip = shape->wild_at_tip,
                               .limit = limit,
                               .threads = 1,
                               .found = ignore_solution,
                               .hard = INT64_MAX};
    struct puzzle_result result;
    struct error error;
    if (!puzzle_solve(&task, &result, &error))
        die(shape->grid->name, error.text);
    return result;
}

/* How far a number of solutions is from the one that is wanted. */
static double distance(uint64_t solutions, uint64_t wanted) {
    return solutions == 0 ? 1e9 : fabs(log((double)solutions / (double)wanted));
}

/* Draws many sets and takes the first of those that come closest to the target. */
static struct puzzle_result draw_pieces(const struct plan *plan, struct trioker_shape *shape) {
    enum { DRAWS = 20000 };
    struct puzzle_turn turns[PUZZLE_TURNS_MAX];
    struct puzzle_result best = {.solutions = 0};
    struct random random;
    trioker_set set = 0;
    uint64_t wanted = (uint64_t)plan->wanted * (uint64_t)puzzle_turns(shape->grid, turns);
    random_seed(&random, 1);
    for (int i = 0; i < DRAWS && best.solutions != wanted; i++) {
        shape->pieces = 0;
        while (__builtin_popcount(shape->pieces) < shape->grid->cells)
            shape->pieces |= 1u << random_below(&random, TRIOKER_PIECES);
        struct puzzle_result result = solve(shape, 4 * wanted);
        if (result.complete &&
            distance(result.solutions, wanted) < distance(best.solutions, wanted)) {
            best = result;
            set = shape->pieces;
        }
    }
    if (!set)
        die(plan->name, "no set of pieces fills it");
    shape->pieces = set;
    return best;
}

static void write_puzzle(const struct plan *plan, const char *folder) {
    struct trioker_shape shape = {.grid = draw_grid(plan), .pieces = ALL, .wild_at_tip = plan->tip};
    char path[1024];
    snprintf(shape.title, sizeof shape.title, "%s", plan->title);
    if (plan->joker && trioker_joker_read(plan->joker, shape.joker))
        shape.pieces |= 1u << TRIOKER_JOKER;
    struct puzzle_result result = plan->wanted ? draw_pieces(plan, &shape) : solve(&shape, 0);
    shape.solutions = (int64_t)result.solutions;
    shape.nodes = (int64_t)result.nodes;
    printf("%-16s %2d cells %2d pieces %9lld solutions %10lld nodes %6.2f s\n", plan->name,
           shape.grid->cells, __builtin_popcount(shape.pieces), (long long)shape.solutions,
           (long long)shape.nodes, result.seconds);
    fflush(stdout);
    snprintf(path, sizeof path, "%s/%s.ini", folder, plan->name);
    char *grid = grid_to_ini(shape.grid), *section = trioker_shape_section(&shape);
    FILE *file = fopen(path, "w");
    if (!file || !grid || !section || fprintf(file, "%s\n%s", section, grid) < 0 ||
        fclose(file) != 0)
        die(path, "cannot be written");
    free(grid);
    free(section);
    grid_free(shape.grid);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: make_puzzles FOLDER [NAME]...\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < PLANS; i++) {
        bool wanted = argc == 2;
        for (int k = 2; k < argc; k++)
            wanted = wanted || strcmp(argv[k], plans[i].name) == 0;
        if (wanted)
            write_puzzle(&plans[i], argv[1]);
    }
    return EXIT_SUCCESS;
}
