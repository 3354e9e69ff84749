/* grid.c - tests of grids/grid.h: structure and regular shapes. */
#include "grids/grid.h"
#include "base/data.h"
#include "base/error.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct error error;

/* ---- facts that hold on every grid ----------------------------------------------------------- */

static int euler(const struct grid *grid) {
    int sides = 0;
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++)
            sides += grid->side[i][k] < 0 ? 2 : 1;
    return grid->corners - sides / 2 + grid->cells;
}

static bool has_corner(const struct grid *grid, int cell, int corner) {
    const int16_t *c = grid->corner[cell];
    return c[0] == corner || c[1] == corner || c[2] == corner;
}

/* The side that joins two corners of a cell is met backwards in its neighbour. */
static bool sides_match(const struct grid *grid) {
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++) {
            int to = grid->side[i][k], matches = 0;
            for (int j = 0; to >= 0 && j < 3; j++)
                matches += grid->side[to][j] == i &&
                           grid->corner[to][j] == grid->corner[i][(k + 1) % 3] &&
                           grid->corner[to][(j + 1) % 3] == grid->corner[i][k];
            if (to >= 0 && matches != 1)
                return false;
        }
    return true;
}

static bool cells_turn_clockwise(const struct grid *grid) {
    for (int i = 0; i < grid->cells; i++) {
        const struct grid_point *p = grid->point[i];
        if ((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x) <= 0)
            return false;
    }
    return true;
}

/* Around a corner each cell leads to the next over the side before that corner. */
static bool corners_are_walked(const struct grid *grid) {
    int total = 0;
    for (int c = 0; c < grid->corners; c++) {
        int start = grid->around_start[c], count = grid->around_start[c + 1] - start;
        total += count;
        for (int n = 0; n < count; n++) {
            int cell = grid->around[start + n], next = grid->around[start + (n + 1) % count];
            int k = 0;
            while (k < 3 && grid->corner[cell][k] != c)
                k++;
            if (k == 3)
                return false;
            bool last = n == count - 1 && !grid->closed[c];
            int over = grid->side[cell][(k + 2) % 3];
            if (last ? over >= 0 : over != next || !has_corner(grid, next, c))
                return false;
        }
    }
    return total == 3 * grid->cells;
}

static void check_grid(const char *text, int cells, int corners, int characteristic) {
    struct grid *grid = grid_find(text, &error);
    if (!ok(grid != NULL, "%s is built", text)) {
        diag("%s", error.text);
        return;
    }
    is_int(grid->cells, cells, "%s: cells", text);
    is_int(grid->corners, corners, "%s: corners", text);
    is_int(euler(grid), characteristic, "%s: corners - sides + cells", text);
    ok(sides_match(grid), "%s: sides match", text);
    ok(cells_turn_clockwise(grid), "%s: cells turn clockwise", text);
    ok(corners_are_walked(grid), "%s: cells stand around corners in order", text);
    grid_free(grid);
}

static void test_structure(void) {
    check_grid("torus 2x2", 8, 4, 0);
    check_grid("torus 6x4", 48, 24, 0);
    check_grid("torus 16x8", 256, 128, 0);
    check_grid("cylinder 5x6", 60, 35, 0);
    check_grid("cylinder 2x1", 4, 4, 0);
    check_grid("triangle 1", 1, 3, 1);
    check_grid("triangle 8", 64, 45, 1);
    check_grid("triangle 16", 256, 153, 1);
    check_grid("hexagon 2", 24, 19, 1);
    check_grid("hexagon 6", 216, 127, 1);
    check_grid("hexagon 3,4", 73, 48, 1);
    check_grid("hexagon-4,3", 73, 48, 1);
    check_grid("parallelogram 1x12", 24, 26, 1);
    check_grid("parallelogram 16x8", 256, 153, 1);
    check_grid("ancey", 48, 24, 0);
    check_grid("classic", 100, 50, 0);
    check_grid("archipel", 60, 35, 0);
    check_grid("bonjour", 48, 24, 0);
}

/* ---- numbering ------------------------------------------------------------------------------- */

static void write_sides(const struct grid *grid, char *text, size_t size) {
    size_t used = 0;
    for (int i = 0; i < grid->cells && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%d,%d,%d", i ? " " : "",
                                 grid->side[i][0], grid->side[i][1], grid->side[i][2]);
}

static void test_vectors(void) {
    FILE *file = fopen(test_data("grids/boards.txt"), "r");
    if (!ok(file != NULL, "tests/grids/boards.txt is there"))
        return;
    char line[4096], shape[16], sides[4096];
    int cells, at, boards = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "torus %15s cells %d sides %n", shape, &cells, &at) != 2)
            continue;
        char name[32];
        snprintf(name, sizeof name, "torus %s", shape);
        struct grid *grid = grid_find(name, &error);
        if (!ok(grid != NULL, "%s", name))
            continue;
        write_sides(grid, sides, sizeof sides);
        is_string(sides, line + at, "%s: the sides of an independent program", name);
        grid_free(grid);
        boards++;
    }
    fclose(file);
    is_int(boards, 5, "all boards compared");
}

static void is_sides(const char *text, int cell, int a, int b, int c) {
    struct grid *grid = grid_find(text, &error);
    ok(grid && grid->side[cell][0] == a && grid->side[cell][1] == b && grid->side[cell][2] == c,
       "%s: cell %d has the sides %d,%d,%d", text, cell, a, b, c);
    grid_free(grid);
}

static void test_numbering(void) {
    is_sides("cylinder 3x2", 0, 1, 5, GRID_BORDER_2);
    is_sides("cylinder 3x2", 7, 6, 8, GRID_BORDER_1);
    is_sides("triangle 3", 0, GRID_BORDER, 2, GRID_BORDER);
    is_sides("triangle 3", 2, 0, 3, 1);
    is_sides("triangle 3", 5, 1, 6, 4);
    is_sides("hexagon 1", 0, 1, 3, GRID_BORDER);
    is_sides("hexagon 1", 4, 5, GRID_BORDER, 3);
    struct grid *grid = grid_find("hexagon 3,4", &error);
    int top = 0; /* the first row of a hexagon whose top is 3 long has 3 down and 4 up cells */
    while (grid && grid->point[top][0].y == 0)
        top++;
    is_int(top, 7, "hexagon 3,4: its top side is 3 long");
    grid_free(grid);
}

static void test_ancey(void) {
    struct grid *grid = grid_find("ancey", &error);
    static const int facts[][2] = {{0, 1}, {0, 8}, {0, 32}, {21, 16}, {21, 28}, {21, 26}};
    for (int f = 0; f < 6; f++) {
        const int16_t *side = grid ? grid->side[facts[f][0]] : (const int16_t[]){-1, -1, -1};
        int wanted = facts[f][1];
        ok(side[0] == wanted || side[1] == wanted || side[2] == wanted,
           "ancey: %d is a neighbour of %d", wanted, facts[f][0]);
    }
    grid_free(grid);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void test_names(void) {
    static const char *const names[][2] = {
        {"torus 6x4", "torus-6x4"},
        {"hexagon 2,2", "hexagon-2"},
        {"hexagon 3,4", "hexagon-3,4"},
        {"triangle-8", "triangle-8"},
        {"parallelogram 2x6", "parallelogram-2x6"},
        {"ancey", "ancey"},
        {"word ancey", "ancey"},
        {"foo-60", "foo-60"},
        {"word foo cells 60", "foo-60"},
        {"foo-60-cylinder", "foo-60-cylinder"},
        {"word torus", "word-torus"},
        {"word foo surface cylinder cells 48", "foo-48-cylinder"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct grid *grid = grid_find(names[i][0], &error);
        is_string(grid ? grid->name : error.text, names[i][1], "the name of %s", names[i][0]);
        grid_free(grid);
    }
    static const char *const bad[][2] = {
        {"torus 1x2", "at least 2x2"},
        {"torus 0x0", "write torus WxH, at least 2x2"},
        {"torus 6", "write torus WxH"},
        {"torus 6x4x", "write torus"},
        {"torus -6x4", "write torus"},
        {"torus", "write torus"},
        {"torus 9x99999999999", "write torus"},
        {"torus 129x1", "at least"},
        {"triangle 17", "1 to 256 cells"},
        {"hexagon 0", "each at least 1"},
        {"hexagon 999,999", "1 to 256"},
        {"parallelogram 4", "write parallelogram WxH"},
        {"parallelogram 43x3", "1 to 256"},
        {"two words", "neither a file"},
        {"", "neither a file"},
        {"nosuch.ini", "No such file"},
        {"../nosuch", "No such file"},
        {"foo-9", "even number"},
        {"foo-258", "write"},
        {"word foo cells x", "write"},
        {"word foo cells", "missing"},
        {"word foo surface plane", "write"},
        {"word a_b", "letters and digits"},
        {"word ", "letters and digits"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "letters and digits"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct grid *grid = grid_find(bad[i][0], &error);
        ok(!grid && strstr(error.text, bad[i][1]), "\"%s\" is refused: %s", bad[i][0],
           grid ? "it is not" : error.text);
        grid_free(grid);
    }
}

static void test_library(void) {
    char **names = grid_library();
    int count = 0;
    bool sorted = true;
    for (; names && names[count]; count++) {
        sorted = sorted && (count == 0 || strcmp(names[count - 1], names[count]) < 0);
        struct grid *grid = grid_find(names[count], &error);
        ok(grid && grid_is_trivalent(grid, &error), "%s is good for the Triancey family",
           names[count]);
        is_string(grid ? grid->name : error.text, names[count], "%s has the name of its file",
                  names[count]);
        grid_free(grid);
    }
    ok(count >= 15 && sorted, "the library has %d boards, sorted", count);
    free(names);
    char *path = data_path("grids/ancey.ini");
    ok(path && access(path, R_OK) == 0, "ancey.ini is found");
    free(path);
    setenv("TRIANCEY_DATADIR", "/nonexistent", 1);
    path = data_path("x");
    is_string(path, "/nonexistent/x", "TRIANCEY_DATADIR goes before");
    free(path);
    names = grid_library();
    ok(names && !names[0], "no folder, no boards");
    free(names);
    unsetenv("TRIANCEY_DATADIR");
}

/* ---- from sides ------------------------------------------------------------------------------ */

static void test_sides(void) {
    struct grid *torus = grid_find("torus 3x3", &error);
    struct grid *grid =
        grid_from_sides("t", torus->cells, (const int16_t(*)[3])torus->side, &error);
    ok(grid && grid->surface == GRID_ABSTRACT && grid->corners == 0 &&
           memcmp(grid->side, torus->side, sizeof grid->side) == 0,
       "a grid from its sides alone");
    ok(grid && grid_is_trivalent(grid, &error), "it is trivalent");
    ok(grid && grid_to_ini(grid) == NULL, "it cannot be written");
    grid_free(grid);
    grid_free(torus);
    static const struct {
        const char *name;
        int cells;
        int16_t side[4][3];
        const char *error;
    } bad[] = {
        {"own", 2, {{0, 1, -1}, {0, -1, -1}}, "cell 0: it is its own neighbour"},
        {"twice", 2, {{1, -1, 1}, {0, 0, -1}}, "cell 0: it has the neighbour 1 twice"},
        {"lonely", 2, {{1, -1, -1}, {-1, -1, -1}}, "cell 0: it names the neighbour 1"},
        {"range", 2, {{2, -1, -1}, {0, -1, -1}}, "cell 0: there is no cell 2"},
        {"low", 2, {{1, -1, -1}, {0, -1, -4}}, "cell 1: there is no cell -4"},
        {"apart",
         4,
         {{1, -1, -1}, {0, -1, -1}, {3, -1, -1}, {2, -1, -1}},
         "cell 2: it is not connected"},
        {"few", 0, {{0}}, "0 cells"},
        {"a blank", 2, {{1, -1, -1}, {0, -1, -1}}, "name"},
        {"", 2, {{1, -1, -1}, {0, -1, -1}}, "name"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        grid = grid_from_sides(bad[i].name, bad[i].cells, bad[i].side, &error);
        ok(!grid && strstr(error.text, bad[i].error), "refused: %s", grid ? "not" : error.text);
        grid_free(grid);
    }
    static const int16_t borders[2][3] = {{1, -2, -3}, {0, -3, -2}};
    static const int16_t double_border[2][3] = {{1, -2, -2}, {0, -3, -2}};
    grid = grid_from_sides("b", 2, borders, &error);
    ok(grid && grid_is_trivalent(grid, &error), "different borders count as neighbours");
    grid_free(grid);
    grid = grid_from_sides("b", 2, double_border, &error);
    ok(grid && !grid_is_trivalent(grid, &error), "twice the same border does not: %s", error.text);
    grid_free(grid);
    grid = grid_find("triangle 8", &error);
    ok(grid && !grid_is_trivalent(grid, &error), "nor does a plain one: %s", error.text);
    grid_free(grid);
}

int main(void) {
    test_structure();
    test_vectors();
    test_numbering();
    test_ancey();
    test_names();
    test_library();
    test_sides();
    return done();
}
