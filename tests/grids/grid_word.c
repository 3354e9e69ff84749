/* grid_word.c - tests of the boards made from words. The pinned numbers must never change: records
 * and engines rely on the same word giving the same board for ever. */
#include "base/error.h"
#include "base/random.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct error error;

/* FNV-1a over the sides, each as two bytes, the low one first. */
static uint64_t hash_of(const struct grid *grid) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++) {
            uint16_t side = (uint16_t)grid->side[i][k];
            hash = (hash ^ (side & 255)) * 0x100000001b3u;
            hash = (hash ^ side >> 8) * 0x100000001b3u;
        }
    return hash;
}

static void test_pinned(void) {
    static const struct {
        const char *word;
        int cells;
        enum grid_surface surface;
        const char *hash;
    } pinned[] = {
        {"cestlavie", 48, GRID_TORUS, "fdabcc293f50e385"},
        {"notredame", 48, GRID_TORUS, "2bbc000baab830fd"},
        {"a", 8, GRID_TORUS, "f584238dc74cdda5"},
        {"Triancey", 10, GRID_TORUS, "2e0bdf6dc237a594"},
        {"selacata", 40, GRID_TORUS, "41a9e19edbdd683d"},
        {"42", 100, GRID_TORUS, "569d403c881c637d"},
        {"bonjour", 256, GRID_TORUS, "9e528a86458d260d"},
        {"a", 8, GRID_CYLINDER, "705700d7eb5f391b"},
        {"archipel", 60, GRID_CYLINDER, "82277c73c4003d41"},
        {"abcdefghijklmnopqrstuvwxyz012345", 256, GRID_CYLINDER, "f0f15e06acdbec9a"},
    };
    for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
        struct grid *grid =
            grid_from_word(pinned[i].word, pinned[i].cells, pinned[i].surface, &error);
        char hash[17] = "";
        if (grid)
            snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_of(grid));
        is_string(hash, pinned[i].hash, "%s with %d cells is what it always was", pinned[i].word,
                  pinned[i].cells);
        grid_free(grid);
    }
}

static bool same_board(const struct grid *a, const struct grid *b) {
    return a && b && a->cells == b->cells && memcmp(a->side, b->side, sizeof a->side) == 0 &&
           memcmp(a->point, b->point, sizeof a->point) == 0 &&
           memcmp(a->period, b->period, sizeof a->period) == 0;
}

static void test_frozen(void) {
    static const struct {
        const char *name;
        int cells;
        enum grid_surface surface;
    } frozen[] = {{"cestlavie", 48, GRID_TORUS}, {"foiegras", 48, GRID_TORUS},
                  {"degaulle", 48, GRID_TORUS},  {"crepe", 48, GRID_TORUS},
                  {"cancan", 48, GRID_TORUS},    {"gerard", 48, GRID_TORUS},
                  {"calais", 48, GRID_TORUS},    {"porte", 48, GRID_TORUS},
                  {"loire", 48, GRID_TORUS},     {"eau", 48, GRID_TORUS},
                  {"creme", 48, GRID_TORUS},     {"notredame", 48, GRID_TORUS},
                  {"classic", 100, GRID_TORUS},  {"archipel", 60, GRID_CYLINDER}};
    for (size_t i = 0; i < sizeof frozen / sizeof frozen[0]; i++) {
        struct grid *file = grid_find(frozen[i].name, &error);
        struct grid *made =
            grid_from_word(frozen[i].name, frozen[i].cells, frozen[i].surface, &error);
        ok(same_board(file, made), "%s.ini is the board of its word", frozen[i].name);
        grid_free(file);
        grid_free(made);
    }
}

/* ---- every size and many words --------------------------------------------------------------- */

static bool is_good(const struct grid *grid) {
    if (!grid || !grid_is_trivalent(grid, &error))
        return false;
    for (int c = 0; c < grid->corners; c++) {
        int degree = grid->around_start[c + 1] - grid->around_start[c];
        if (grid->closed[c] ? degree < 4 || degree > 8 : degree < 2 || degree > 5)
            return false;
    }
    /* No angle under 25 degrees: its tangent is at least 7/15. */
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++) {
            const struct grid_point *p = grid->point[i];
            int64_t bx = p[(k + 1) % 3].x - p[k].x, by = p[(k + 1) % 3].y - p[k].y;
            int64_t cx = p[(k + 2) % 3].x - p[k].x, cy = p[(k + 2) % 3].y - p[k].y;
            if (15 * (bx * cy - by * cx) < 7 * (bx * cx + by * cy))
                return false;
        }
    return true;
}

static void test_sizes(void) {
    for (int surface = GRID_CYLINDER; surface <= GRID_TORUS; surface++) {
        int bad = 0, tried = 0;
        for (int cells = 8; cells <= 256; cells += cells < 64 ? 2 : enough(16, 2))
            for (int n = 0; n < (cells < 20 ? 40 : 2); n++, tried++) {
                char word[16];
                snprintf(word, sizeof word, "size%d", n);
                struct grid *grid = grid_from_word(word, cells, (enum grid_surface)surface, &error);
                if (!is_good(grid)) {
                    diag("%s %d: %s", word, cells, error.text);
                    bad++;
                }
                grid_free(grid);
            }
        is_int(bad, 0, "%d boards of every size on a %s", tried,
               surface == GRID_TORUS ? "torus" : "cylinder");
    }
}

/* Equal for boards that differ in numbering only, hardly ever for others: the cells are coloured by
 * the colours around them, again and again. */
static uint64_t shape_of(const struct grid *grid) {
    uint64_t colour[GRID_CELLS_MAX], next[GRID_CELLS_MAX], sum = 0;
    for (int i = 0; i < grid->cells; i++) {
        colour[i] = 1;
        for (int k = 0; k < 3; k++) {
            int c = grid->corner[i][k];
            colour[i] *= (uint64_t)(grid->around_start[c + 1] - grid->around_start[c]);
        }
    }
    for (int round = 0; round < 12; round++) {
        sum = 0;
        for (int i = 0; i < grid->cells; i++) {
            uint64_t around = 0;
            for (int k = 0; k < 3; k++)
                around += random_mix(colour[grid->side[i][k]], 7);
            next[i] = random_mix(colour[i], around);
            sum += random_mix(next[i], 1);
        }
        memcpy(colour, next, sizeof colour);
    }
    return sum;
}

static int compare(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void test_many(void) {
    enum { WORDS = 3000 };
    const int words = enough(500, WORDS);
    static uint64_t shapes[WORDS];
    int bad = 0, same = 0, degrees[9] = {0}, corners = 0;
    for (int n = 0; n < words; n++) {
        char word[16];
        snprintf(word, sizeof word, "w%d", n);
        struct grid *grid = grid_from_word(word, 48, GRID_TORUS, &error);
        bool good = is_good(grid);
        bad += !good;
        shapes[n] = good ? shape_of(grid) : 0;
        for (int c = 0; good && c < grid->corners; c++, corners++)
            degrees[grid->around_start[c + 1] - grid->around_start[c]]++;
        grid_free(grid);
    }
    is_int(bad, 0, "%d words give good boards", words);
    qsort(shapes, (size_t)words, sizeof shapes[0], compare);
    for (int n = 1; n < words; n++)
        same += shapes[n - 1] == shapes[n];
    /* Of up to four and a half million pairs: boards are practically never alike. */
    ok(same <= 2, "%d pairs of them are the same but for the numbers", same);
    diag("degrees 4 to 8: %.3f %.3f %.3f %.3f %.3f", (double)degrees[4] / corners,
         (double)degrees[5] / corners, (double)degrees[6] / corners, (double)degrees[7] / corners,
         (double)degrees[8] / corners);
    ok(degrees[6] < 0.6 * corners, "they are far from regular");
    ok(degrees[5] + degrees[6] + degrees[7] > 0.9 * corners, "most corners have degree 5, 6 or 7");
}

/* Reading order: a cell lies about where its number says. */
static void test_numbering(void) {
    struct grid *grid = grid_from_word("reading", 100, GRID_TORUS, &error);
    bool ordered = grid != NULL;
    for (int i = 0; grid && i < grid->cells; i++) {
        int y = (grid->point[i][0].y + grid->point[i][1].y + grid->point[i][2].y) / 3;
        int x = (grid->point[i][0].x + grid->point[i][1].x + grid->point[i][2].x) / 3;
        ordered = ordered && abs(y - i * 100) < 2500 && x >= 0 && x < 10000;
    }
    ok(ordered, "cells are numbered from top to bottom");
    grid_free(grid);
}

/* What may follow a word, and names that look like those of boards of words and are none. */
static void test_options(void) {
    static const struct {
        const char *text;
        int cells; /* 0: refused */
        const char *wanted;
    } rows[] = {
        {"word bonjour", 48, "bonjour"},
        {"word bonjour cells 12", 12, "bonjour-12"},
        {"word bonjour surface cylinder cells 16", 16, "bonjour-16-cylinder"},
        {"word bonjour cells 12 surface torus", 12, "bonjour-12"},
        {"bonjour-64-cylinder", 64, "bonjour-64-cylinder"},
        {"word bonjour cells", 0, "cells: its value is missing"},
        {"word bonjour cells 12x", 0, "cells 12x: write `word NAME"},
        {"word bonjour cells x", 0, "cells x: write `word NAME"},
        {"word bonjour cells -8", 0, "cells -8: write `word NAME"},
        {"word bonjour cells 257", 0, "cells 257: write `word NAME"},
        {"word bonjour surface plane", 0, "surface plane: write `word NAME"},
        {"word bonjour colour red", 0, "colour red: write `word NAME"},
        {"bonjour-64-torus", 0, ""},
        {"bonjour-64-cylinders", 0, ""},
        {"bon.jour-64", 0, ""},
    };
    char text[400];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct grid *grid = grid_find(rows[i].text, &error);
        bool good = rows[i].cells ? grid && grid->cells == rows[i].cells &&
                                        strcmp(grid->name, rows[i].wanted) == 0
                                  : !grid && strstr(error.text, rows[i].wanted);
        ok(good, "%s: %s", rows[i].text, grid ? grid->name : error.text);
        grid_free(grid);
    }
    snprintf(text, sizeof text, "word bonjour cells %0300d", 12);
    ok(!grid_find(text, &error) && strstr(error.text, "too long"), "%s", error.text);
}

static void test_refused(void) {
    static const struct {
        const char *word;
        int cells;
        enum grid_surface surface;
    } bad[] = {{"", 48, GRID_TORUS},      {"a b", 48, GRID_TORUS},  {"\xe9", 48, GRID_TORUS},
               {"odd", 47, GRID_TORUS},   {"few", 6, GRID_TORUS},   {"many", 258, GRID_TORUS},
               {"plane", 48, GRID_PLANE}, {"minus", -2, GRID_TORUS}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        error.text[0] = '\0';
        struct grid *grid = grid_from_word(bad[i].word, bad[i].cells, bad[i].surface, &error);
        ok(!grid && error.text[0], "refused: %s", error.text);
        grid_free(grid);
    }
    ok(grid_is_word("abcdefghijklmnopqrstuvwxyz012345"), "32 letters are a word");
    ok(!grid_is_word("abcdefghijklmnopqrstuvwxyz0123456"), "33 are not");
    ok(grid_is_word("\xd0\xa1\xd0\xb0\xd0\xb4") && grid_is_word("Zo\xc3\xa9"),
       "of any script, in UTF-8");
    ok(!grid_is_word("Zo\xc3") && !grid_is_word("a\xe2\x80\xa8z"),
       "but no bytes of none, and no blanks");
    struct grid *lower = grid_from_word("word", 48, GRID_TORUS, &error);
    struct grid *upper = grid_from_word("Word", 48, GRID_TORUS, &error);
    ok(!same_board(lower, upper), "case counts");
    grid_free(lower);
    grid_free(upper);
}

int main(void) {
    test_pinned();
    test_frozen();
    test_sizes();
    test_many();
    test_numbering();
    test_refused();
    test_options();
    return done();
}
