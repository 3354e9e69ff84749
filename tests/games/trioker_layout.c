/* trioker_layout.c - files of layouts for the rapid game of Trioker: what is read, and what is
 * wrong.
 */
#include "games/trioker.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

#define PANEL "[panel]\nshape = "
#define HANDS "[hands]\nplayers 2 = 5\nplayers 3 = 5\nplayers 4 = 5\n"
#define MONEY                                                                                      \
    "[money]\nplayers 2 = 9\nplayers 3 = 9\nplayers 4 = 9\nbank = 9\nwinner = 0\nothers = 0\n"

/* A layout without a fault, and the end of a long path in the message of one with a fault. */
static void test_good(void) {
    static const char path[] = "trioker-layout.tmp",
                      far[] =
                          "./././././././././././././././././././././././././././././././././././"
                          "./././././././././././././././././././trioker-layout.tmp";
    struct trioker_layout layout;
    struct error error;
    FILE *file = fopen(path, "w");
    if (!ok(file != NULL, "a layout can be written"))
        return;
    fputs(PANEL "triangle 2\nstart = 1\n" HANDS MONEY "[cells]\n3 = take each 99\n0 = give\n",
          file);
    fclose(file);
    struct grid *grid = trioker_layout_load(&layout, path, &error);
    ok(grid && grid->cells == 4 && layout.start == 1 && layout.hand[3] == 5 &&
           layout.money[4] == 9 && layout.effect[3] == TRIOKER_TAKE_EACH &&
           layout.amount[3] == 99 && layout.effect[0] == TRIOKER_GIVE && !layout.effect[1],
       "a layout of one's own");
    grid_free(grid);
    file = fopen(path, "a");
    fputs("4 = give\n", file);
    fclose(file);
    ok(!trioker_layout_load(&layout, far, &error) &&
           strstr(error.text, "/trioker-layout.tmp: [cells] 4: ") && strlen(error.text) < 140,
       "%s", error.text);
    remove(path);
}

static void test_wrong(void) {
    static const struct {
        const char *text, *because;
    } rows[] = {
        {"[panel]\nshape = hexagon 3,4\n", "[panel] start: missing"},
        {"[panel]\nshape = blob\nstart = 1\n", "[money]"},
        {"[panel]\nstart = x\n", "[panel] start: must be a number from 0 to 79"},
        {"[panel]\nstart = 1\nstart = 2\n", "[panel] start: is given twice"},
        {"[hands]\nplayers 5 = 2\n", "[hands] players 5: unknown"},
        {"[hands]\nplayers 2 = 26\n", "from 1 to 25"},
        {"[cells]\n3 = pay bank 0\n", "[cells] 3: must be pay or take"},
        {"[cells]\n3 = give 2\n", "[cells] 3: must be pay or take"},
        {"[cells]\n80 = give\n", "[cells] 80: a key must be"},
        {"[cells]\n8 = give\n8 = give\n", "[cells] 8: is given twice"},
        {"[cats]\n8 = give\n", "[cats] 8: unknown section or key"},
        {"nonsense\n", "line 1"},
        {PANEL "blob\nstart = 1\n" HANDS MONEY, "[panel] shape: blob"},
        {PANEL "triangle 9\nstart = 1\n" HANDS MONEY, "[panel] shape: too many cells"},
        {PANEL "triangle 2\nstart = 4\n" HANDS MONEY, "[panel] start: there is no such cell"},
        {PANEL "triangle 2\nstart = 1\n" HANDS MONEY "[cells]\n3 = give\n4 = give\n",
         "[cells] 4: there is no such cell"},
        {PANEL "triangle 2\nstart = 1\n" HANDS "[money]\n", "[money] bank: missing"},
        {PANEL "triangle 2\nstart = 1\n" HANDS "[money]\nbank = 9\n", "[money] winner: missing"},
        {PANEL "triangle 2\nstart = 1\n" HANDS "[money]\nbank = 9\nwinner = 0\n",
         "[money] others: missing"},
        {PANEL "triangle 2\nstart = 1\n" MONEY, "[hands] players 2: missing"},
        {PANEL "triangle 2\nstart = 1\n" HANDS "[money]\nbank = 9\nwinner = 0\nothers = 0\n",
         "[money] players 2: missing"},
        {PANEL
         "triangle 2\nstart = 1\n[hands]\nplayers 2 = 5\nplayers 3 = 9\nplayers 4 = 5\n" MONEY,
         "[hands] players 3: there are only 25 pieces"},
        {"[money]\nbank = 10000\n", "[money] bank: must be a number from 0 to 9999"},
        {"[money]\nbank = +1\n", "[money] bank: must be a number"},
        {"[money]\nbank = :\n", "[money] bank: must be a number"},
        {"[money]\nbank = 1 2\n", "[money] bank: must be a number"},
        {"[money]\nbanks = 1\n", "[money] banks: unknown"},
        {"[hands]\nbank = 1\n", "[hands] bank: unknown"},
        {"[hands]\nplayers 2 = 0\n", "[hands] players 2: must be a number from 1 to 25"},
        {"[cells]\n3 = pay bank 100\n", "[cells] 3: must be pay or take"},
        {"[panel]\nstart = 1\nnonsense\n", "line 3"},
        {"[cats]\nnonsense\n", "line 2"},
        {"[cats]\na = b\nnonsense\n", "[cats] a: unknown"},
    };
    static const char path[] = "trioker-layout.tmp";
    struct trioker_layout layout;
    struct error error;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FILE *file = fopen(path, "w");
        if (!ok(file != NULL, "a layout can be written"))
            return;
        fputs(rows[i].text, file);
        fclose(file);
        ok(!trioker_layout_load(&layout, path, &error) && strstr(error.text, rows[i].because), "%s",
           error.text);
    }
    remove(path);
    ok(!trioker_layout_load(&layout, path, &error) && strstr(error.text, path), "%s", error.text);
}

int main(void) {
    test_good();
    test_wrong();
    return done();
}
