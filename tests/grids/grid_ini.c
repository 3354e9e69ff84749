/* grid_ini.c - tests of grid files: round trips, and every kind of fault with the message it gets.
 */
#include "base/data.h"
#include "base/error.h"
#include "grids/build.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct error error;

/* All faults of a text, one line each. */
static char faults[16384];

static void keep_fault(void *context, enum error_kind kind, const char *text) {
    (void)context;
    (void)kind;
    size_t used = strlen(faults);
    snprintf(faults + used, sizeof faults - used, "%s\n", text);
}

static struct grid *parse(const char *text, size_t length) {
    faults[0] = '\0';
    return grid_parse("test", text, length, keep_fault, NULL);
}

static void is_fault(const char *text, const char *wanted) {
    struct grid *grid = parse(text, strlen(text));
    if (!ok(!grid && strstr(faults, wanted), "%s", wanted))
        diag("got: %s", grid ? "a grid" : faults);
    grid_free(grid);
}

/* ---- round trips ----------------------------------------------------------------------------- */

static void test_round_trip(void) {
    static const char *const names[] = {"torus 6x4",  "cylinder 5x6", "cylinder 2x1",
                                        "triangle 8", "hexagon 3,4",  "ancey",
                                        "archipel",   "bonjour-256"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct grid *grid = grid_find(names[i], &error);
        char *text = grid ? grid_to_ini(grid) : NULL;
        struct grid *again = text ? parse(text, strlen(text)) : NULL;
        ok(again && memcmp(grid, again, sizeof *grid) == 0, "%s is written and read back",
           names[i]);
        grid_free(grid);
        grid_free(again);
        free(text);
    }
}

/* ---- one change to a good file --------------------------------------------------------------- */

static const char good[] = "; a comment\n[grid]\nname = small\ncells = 8\n"
                           "period 1 = 20 0\nperiod 2 = 0 20\n\n[cells]\n"
                           "0 = 10,0 0,10 0,0\n1 = 0,10 10,0 10,10\n"
                           "2 = 20,0 10,10 10,0\n3 = 10,10 20,0 20,10\n"
                           "4 = 10,10 0,20 0,10\n5 = 0,20 10,10 10,20\n"
                           "6 = 20,10 10,20 10,10\n7 = 10,20 20,10 20,20\n";

static const struct {
    const char *old, *new, *wanted;
} changes[] = {
    {"name = small\n", "", "test: [grid] name: missing"},
    {"name = small", "name = a b", "[grid] name: must be"},
    {"name = small", "name =", "[grid] name: must be"},
    {"name = small", "name = small\nname = small", "[grid] name: is given twice"},
    {"name = small", "nom = small", "[grid] nom: unknown key"},
    {"[grid]", "[gird]", "[gird] name: unknown section"},
    {"cells = 8\n", "", "[grid] cells: missing"},
    {"cells = 8", "cells = 8\ncells = 8", "[grid] cells: is given twice"},
    {"cells = 8", "cells = 8x", "[grid] cells: must be a number"},
    {"cells = 8", "cells = 0", "[grid] cells: must be a number"},
    {"cells = 8", "cells = 99999999999999999999", "[grid] cells: must be a number"},
    {"cells = 8", "cells = 257", "[grid] cells: must be a number"},
    {"cells = 8", "cells = 7", "[cells] 7: too many, [grid] says cells = 7"},
    {"cells = 8", "cells = 9", "[cells] 8: missing"},
    {"period 1 = 20 0", "period 1 = 20", "[grid] period 1: must be two whole numbers"},
    {"period 1 = 20 0", "period 1 = 20 0 0", "[grid] period 1: must be two whole numbers"},
    {"period 1 = 20 0", "period 1 = 2e1 0", "[grid] period 1: must be two whole numbers"},
    {"period 1 = 20 0", "period 1 = 2000000 0", "[grid] period 1: must be two whole numbers"},
    {"period 1 = 20 0\n", "", "[grid] period 1: missing"},
    {"period 1 = 20 0", "period 1 = 20 0\nperiod 1 = 20 0", "[grid] period 1: is given twice"},
    {"period 1 = 20 0", "period 3 = 20 0", "[grid] period 3: unknown key"},
    {"period 1 = 20 0", "period 1 = 0 0",
     "[grid] period 1, period 2: the periods must be neither zero nor parallel"},
    {"period 1 = 20 0", "period 1 = 0 -40", "the periods must be neither zero nor parallel"},
    {"period 1 = 20 0", "period 1 = 1 0", "cell 0: it overlaps itself"},
    {"period 1 = 20 0", "period 1 = 10 0",
     "cells 0 and 2 share a side and lie on the same side of it"},
    {"period 1 = 20 0", "period 1 = 21 0", "cell 0: no neighbour across its side 0,10 to 0,0"},
    {"3 = 10,10 20,0 20,10\n", "", "[cells] 3: missing"},
    {"3 = 10,10", "2 = 10,10", "[cells] 2: is given twice"},
    {"3 = 10,10", "x = 10,10", "[cells] x: a key must be a cell's number"},
    {"3 = 10,10", "-3 = 10,10", "[cells] -3: a key must be a cell's number"},
    {"3 = 10,10", "256 = 10,10", "[cells] 256: a key must be a cell's number"},
    {"3 = 10,10", "3 = 10;10", "[cells] 3: must be three corners"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0", "[cells] 3: must be three corners"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0 20,10 0,0", "[cells] 3: must be three corners"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0 20,10.5", "[cells] 3: must be three corners"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0 20,1000001", "[cells] 3: must be three corners"},
    {"3 = 10,10 20,0 20,10", "3 = 10,1020,0 20,10", "[cells] 3: must be three corners"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0\n 20,10", "[cells] 3: is given twice"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,10 30,10", "cell 3: its three corners lie on one line"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0 20,11", "cell 3: no neighbour across its side"},
    {"3 = 10,10 20,0 20,10", "3 = 10,10 20,0 19,10",
     "cell 6: a corner of cell 3 lies in the middle of its side 10,10 to 20,10"},
    {"3 = 10,10 20,0 20,10", "3 = 0,10 20,0 20,10", "cells 1 and 3 overlap"},
    {"3 = 10,10 20,0 20,10", "3 = 10,0 20,0 20,10", "cells 2 and 3 overlap"},
    {"3 = 10,10 20,0 20,10", "3 = 30,10 40,0 40,11", "cell 3: no neighbour"},
    {"3 = 10,10 20,0 20,10", "3 = 0,10 10,0 10,10", "share a side and lie on the same side of it"},
    {"3 = 10,10 20,0 20,10", "3 = -900000,-900000 900000,900001 20,10",
     "cell 3: it is far larger than the periods"},
    {"7 = 10,20 20,10 20,20\n", "7 = 10,20 20,10 20,20\n[borders]\n7 = 1\n",
     "cell 7: listed on border 1, but none of its sides is open"},
    {"7 = 10,20 20,10 20,20\n", "7 = 10,20 20,10 20,20\n[borders]\n7 = 3\n",
     "[borders] 7: must be 1 or 2"},
    {"7 = 10,20 20,10 20,20\n", "7 = 10,20 20,10 20,20\n[borders]\n8 = 1\n",
     "[borders] 8: there is no such cell"},
    {"7 = 10,20 20,10 20,20\n", "7 = 10,20 20,10 20,20\n[borders]\n7 = 1\n7 = 1\n",
     "[borders] 7: is given twice"},
    {"7 = 10,20 20,10 20,20\n", "7 = 10,20 20,10 20,20\n[borders]\nseven = 1\n",
     "[borders] seven: a key must be"},
    {"7 = 10,20 20,10 20,20\n", "7 = 10,20 20,", "[cells] 7: must be three corners"},
    {"7 = 10,20 20,10 20,20\n", "7", "neither a [section], nor `key = value`, nor a comment"},
    {"; a comment", "; \x01", "line 1: a byte of value 1 is not text"},
    {"; a comment", "a comment", "line 1: neither a [section]"},
    {"; a comment", "key = 1", "[] key: unknown section"},
};

static void test_changes(void) {
    struct grid *grid = parse(good, strlen(good));
    if (!ok(grid && grid->cells == 8, "the file that is to be changed is good"))
        diag("%s", faults);
    grid_free(grid);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char text[1024];
        const char *at = strstr(good, changes[i].old);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, changes[i].new,
                 at + strlen(changes[i].old));
        is_fault(text, changes[i].wanted);
    }
}

/* ---- whole files ----------------------------------------------------------------------------- */

#define PLANE(n)            "[grid]\nname = p\ncells = " n "\n[cells]\n"
#define CYLINDER(n, period) "[grid]\nname = c\ncells = " n "\nperiod 1 = " period "\n[cells]\n"

static void test_surfaces(void) {
    is_fault("", "test: the file is empty");
    is_fault("\n\n; nothing\n", "[grid] name: missing");
    is_fault(PLANE("2") "0 = 0,0 2,0 0,2\n1 = 4,0 6,0 4,2\n",
             "cell 1: not connected with cell 0, from which 1 of 2 cells can be reached");
    is_fault(PLANE("2") "0 = 0,0 2,0 0,2\n1 = 0,0 -2,0 0,-2\n", "cell 1: not connected");
    is_fault(PLANE("2") "0 = 0,0 2,0 0,2\n1 = 0,0 0,2 -1,1\n2 = 0,0 1,0 0,-1\n",
             "[cells] 2: too many");
    is_fault(PLANE("3") "0 = 0,0 4,0 0,4\n1 = 0,0 2,0 0,-2\n2 = 2,0 4,0 4,-2\n",
             "cell 0: a corner of cell 1 lies in the middle of its side 0,0 to 4,0");
    is_fault(PLANE("2") "0 = 0,0 4,0 0,4\n1 = 1,1 5,1 1,5\n", "cells 0 and 1 overlap");
    is_fault(PLANE("1") "0 = 0,0 4,0 0,4\n[borders]\n1 = 1\n", "there is no such cell");
    is_fault(CYLINDER("2", "20 0") "0 = 10,0 0,10 0,0\n1 = 0,10 10,0 10,10\n",
             "the cells do not go all the way round the cylinder");
    is_fault(CYLINDER("2", "10 0") "0 = 10,0 0,10 0,0\n1 = 0,10 10,0 10,10\n",
             "cell 0: it has the neighbour 1 twice");
    is_fault(CYLINDER("2", "0 0") "0 = 10,0 0,10 0,0\n1 = 0,10 10,0 10,10\n",
             "[grid] period 1: the period must not be zero");
    is_fault("[grid]\nname = t\ncells = 2\nperiod 1 = 10 0\nperiod 2 = 0 10\n[cells]\n"
             "0 = 10,0 0,10 0,0\n1 = 0,10 10,0 10,10\n",
             "cell 0: it has the neighbour 1 twice");
    is_fault(CYLINDER("1", "10 0") "0 = 0,0 10,0 5,10\n",
             "cell 0: at the corner 0,0 it meets other cells only at a point");
}

/* A pinched board: the cells 0 and 5 of this strip meet at 0,0 without a common side. */
static void test_pinch(void) {
    is_fault(PLANE("7") "0 = 0,0 20,0 20,10\n1 = 20,0 20,10 40,10\n2 = 20,10 40,10 40,40\n"
                        "3 = 20,10 40,40 10,40\n4 = 20,10 10,40 10,30\n5 = 10,40 10,30 -20,30\n"
                        "6 = 10,30 -20,30 0,0\n",
             "it meets other cells only at a point");
}

static void test_hole(void) {
    /* A cylinder of 4x3 squares without one cell in the middle. */
    struct grid *grid = grid_find("cylinder 4x3", &error);
    struct grid_triangle triangles[GRID_CELLS_MAX];
    int count = 0;
    for (int i = 0; i < grid->cells; i++)
        if (i != 10) {
            triangles[count].border = GRID_BORDER;
            memcpy(triangles[count++].corner, grid->point[i], sizeof grid->point[i]);
        }
    faults[0] = '\0';
    struct grid *holed = grid_build("holed", count, triangles, 1, grid->period, keep_fault, NULL);
    ok(!holed && strstr(faults, "the cylinder has a hole"), "a cylinder with a hole is refused");
    grid_free(grid);
    grid_free(holed);
}

/* Faults of grids that a program builds: the reader of files would have found them earlier. */
static void test_build(void) {
    enum { FAR = GRID_COORDINATE_MAX + 1 };
    static const struct {
        const char *name;
        int count, periods;
        struct grid_point corner, period[2]; /* the other two corners are 0,0 and 0,2 */
        const char *wanted;
    } rows[] = {
        {"", 1, 0, {2, 0}, {{0, 0}}, "the name must be"},
        {"a b", 1, 0, {2, 0}, {{0, 0}}, "the name must be"},
        {"a", 0, 0, {2, 0}, {{0, 0}}, "0 cells: there must be 1 to 256"},
        {"a", GRID_CELLS_MAX + 1, 0, {2, 0}, {{0, 0}}, "257 cells: there must be 1 to 256"},
        {"a", 1, 1, {2, 0}, {{FAR, 0}}, "period 1: coordinates must be within"},
        {"a", 1, 2, {2, 0}, {{9, 0}, {0, -FAR}}, "period 2: coordinates must be within"},
        {"a", 1, 1, {2, 0}, {{0, 0}}, "the period must not be zero"},
        {"a", 1, 2, {2, 0}, {{3, 3}, {-9, -9}}, "neither zero nor parallel"},
        {"a", 1, 0, {FAR, 0}, {{0, 0}}, "cell 0: coordinates must be within"},
        {"a", 1, 0, {-FAR, 0}, {{0, 0}}, "cell 0: coordinates must be within"},
        {"a", 1, 0, {2, FAR}, {{0, 0}}, "cell 0: coordinates must be within"},
        {"a", 1, 0, {2, -FAR}, {{0, 0}}, "cell 0: coordinates must be within"},
        {"a", 1, 0, {0, 5}, {{0, 0}}, "cell 0: its three corners lie on one line"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 3; k++) { /* whichever corner it is */
            struct grid_triangle triangle = {.corner = {{0, 2}, {0, 2}, {0, 2}},
                                             .border = GRID_BORDER};
            triangle.corner[k] = rows[i].corner;
            triangle.corner[(k + 1) % 3] = (struct grid_point){0, 0};
            faults[0] = '\0';
            struct grid *grid = grid_build(rows[i].name, rows[i].count, &triangle, rows[i].periods,
                                           rows[i].period, keep_fault, NULL);
            ok(!grid && strstr(faults, rows[i].wanted), "built by a program: %s", faults);
            grid_free(grid);
        }
}

/* A caller may ask for no message, however many faults there are. */
static void test_unheard(void) {
    struct grid_triangle triangles[GRID_CELLS_MAX];
    for (int i = 0; i < GRID_CELLS_MAX; i++)
        triangles[i] = (struct grid_triangle){{{0, 0}, {0, 2}, {2, 0}}, GRID_BORDER};
    ok(!grid_build("a", GRID_CELLS_MAX, triangles, 0, NULL, NULL, NULL),
       "many faults, without a message");
}

/* A cell may lie between two borders, but not have two sides on one border. */
static void test_borders(void) {
    static const int16_t both[1][3] = {{GRID_BORDER_1, GRID_BORDER_2, GRID_BORDER}},
                         twice[4][3] = {{1, 2, 3},
                                        {0, GRID_BORDER_2, GRID_BORDER_2},
                                        {0, GRID_BORDER_1, GRID_BORDER_2},
                                        {0, GRID_BORDER_1, GRID_BORDER_2}},
                         first[4][3] = {{1, 2, 3},
                                        {0, GRID_BORDER_1, GRID_BORDER_2},
                                        {0, GRID_BORDER_1, GRID_BORDER_1},
                                        {0, GRID_BORDER_1, GRID_BORDER_2}},
                         fine[4][3] = {{1, 2, 3},
                                       {0, GRID_BORDER_1, GRID_BORDER_2},
                                       {0, GRID_BORDER_1, GRID_BORDER_2},
                                       {0, GRID_BORDER_1, GRID_BORDER_2}};
    static const struct {
        int cells;
        const int16_t (*side)[3];
        const char *wanted; /* NULL: nothing */
    } rows[] = {{1, both, "cell 0: one of its sides is open"},
                {4, twice, "cell 1: two of its sides lead to border 2"},
                {4, first, "cell 2: two of its sides lead to border 1"},
                {4, fine, NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct grid *grid = grid_from_sides("b", rows[i].cells, rows[i].side, &error);
        bool played = grid && grid_is_trivalent(grid, &error);
        ok(grid && (rows[i].wanted ? !played && strstr(error.text, rows[i].wanted) : played),
           "borders: %s", rows[i].wanted ? error.text : "each once in a cell");
        grid_free(grid);
    }
    ok(!grid_from_sides("a b", 4, fine, &error) && strstr(error.text, "the name must be"), "%s",
       error.text);
    ok(!grid_from_sides("b", 0, fine, &error) && strstr(error.text, "0 cells"), "%s", error.text);
    ok(!grid_from_sides("b", GRID_CELLS_MAX + 1, fine, &error) && strstr(error.text, "257 cells"),
       "%s", error.text);
}

static void test_many_faults(void) {
    char text[8192] = "[grid]\nname = t\ncells = 100\n[cells]\n";
    is_fault(text, "test: and 60 more faults");
    int lines = 0;
    for (const char *at = faults; *at; at++)
        lines += *at == '\n';
    is_int(lines, 41, "only the first forty are told one by one");
}

static void test_bytes(void) {
    char text[sizeof good];
    memcpy(text, good, sizeof good);
    text[4] = '\0';
    struct grid *grid = parse(text, strlen(good));
    ok(!grid && strstr(faults, "line 1: a byte of value 0 is not text"), "a zero byte is refused");
    grid_free(grid);
    char longer[10000];
    snprintf(longer, sizeof longer, "; %08250d\n%s", 0, good);
    is_fault(longer, "line 1: longer than 8191 bytes");
    snprintf(longer, sizeof longer, "\xef\xbb\xbf%s", good);
    for (char *at = strchr(longer, '\n'); at; at = strchr(at + 2, '\n')) {
        memmove(at + 1, at, strlen(at) + 1);
        *at = '\r';
    }
    grid = parse(longer, strlen(longer));
    ok(grid != NULL, "a byte order mark and CRs are no fault");
    grid_free(grid);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* An empty file, one that is too long, a pipe. */
static void test_odd_files(void) {
    char folder[] = "/tmp/triancey-grid-XXXXXX", path[64];
    if (!ok(mkdtemp(folder) != NULL, "a temporary folder"))
        return;
    snprintf(path, sizeof path, "%s/a.ini", folder);
    FILE *file = fopen(path, "w");
    ok(!grid_load(path, &error) && strstr(error.text, "empty"), "%s", error.text);
    ok(file && ftruncate(fileno(file), 70000) == 0, "a long file");
    ok(!grid_load(path, &error) && strstr(error.text, "too long"), "%s", error.text);
    if (file)
        fclose(file);
    unlink(path);
    alarm(60); /* opening a pipe may wait for ever */
    ok(mkfifo(path, 0666) == 0 && !grid_load(path, &error) &&
           strstr(error.text, "not a regular file"),
       "%s", error.text);
    alarm(0);
    unlink(path);
    rmdir(folder);
}

/* Boards of the library have the names of their files. */
static void test_names(void) {
    char **names = grid_library();
    for (char **name = names; name && *name; name++) {
        char subpath[80], other[100];
        snprintf(subpath, sizeof subpath, "grids/%s.ini", *name);
        char *path = data_path(subpath);
        struct grid *grid = path ? grid_load(path, &error) : NULL;
        ok(grid && grid_is_named_as(grid, path) && grid_is_of_library(path),
           "%s is named after its file", *name);
        snprintf(other, sizeof other, "/tmp/%s-2.ini", *name);
        ok(grid && !grid_is_named_as(grid, other) && !grid_is_of_library(other),
           "%s is another name", other);
        grid_free(grid);
        free(path);
    }
    free(names);
}

static void test_files(void) {
    ok(!grid_load("/nonexistent/x.ini", &error) && strstr(error.text, "No such file"), "%s",
       error.text);
    ok(!grid_load("/", &error) && strstr(error.text, "it is a folder"), "%s", error.text);
    ok(!grid_load("/dev/null", &error) && strstr(error.text, "not a regular file"), "%s",
       error.text);
    test_odd_files();
    char path[] = "/tmp/triancey-grid-XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!ok(file != NULL, "a temporary file"))
        return;
    fputs(good, file);
    fclose(file);
    struct grid *grid = grid_load(path, &error);
    ok(grid && strcmp(grid->name, "small") == 0, "a file is loaded");
    grid_free(grid);
    file = fopen(path, "a");
    fputs("8 = 0,0 1,1 2,0\n", file);
    fclose(file);
    ok(!grid_load(path, &error) && strstr(error.text, path) && strstr(error.text, "[cells] 8"),
       "an error names the file: %s", error.text);
    ok(!grid_check(path, NULL, NULL), "a fault, without a message");
    unlink(path);
}

int main(void) {
    test_round_trip();
    test_changes();
    test_surfaces();
    test_pinch();
    test_hole();
    test_build();
    test_unheard();
    test_borders();
    test_many_faults();
    test_bytes();
    test_files();
    test_names();
    return done();
}
