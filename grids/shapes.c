/* shapes.c - the regular boards: torus WxH, cylinder WxH, triangle N, hexagon N, hexagon A,B,
 * parallelogram WxH.
 *
 * The numbering and the order of sides are part of what engines and records rely on: never change
 * them. GRIDS.md describes them.
 */
#include "grids/build.h"

#include "base/error.h"
#include "base/language.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    SQUARE = 1000,    /* side of a square of torus and cylinder */
    HALF_WIDTH = 500, /* of a unit triangle */
    ROW_HEIGHT = 866  /* of a unit triangle, which then looks equilateral */
};

struct cells {
    int count;
    struct grid_triangle triangle[GRID_CELLS_MAX];
};

static void add_cell(struct cells *cells, int border, struct grid_point a, struct grid_point b,
                     struct grid_point c) {
    cells->triangle[cells->count++] = (struct grid_triangle){{a, b, c}, border};
}

/* ---- squares cut in two: torus and cylinder -------------------------------------------------- */

/* The sides of a cell come in this order: the cut, left or right, top or bottom. */
static void add_squares(struct cells *cells, int width, int height) {
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++) {
            int x = c * SQUARE, y = r * SQUARE;
            struct grid_point top_left = {x, y}, top_right = {x + SQUARE, y};
            struct grid_point low_left = {x, y + SQUARE}, low_right = {x + SQUARE, y + SQUARE};
            /* Only a cylinder has an open top and an open bottom. */
            add_cell(cells, GRID_BORDER, top_right, low_left, top_left);
            add_cell(cells, GRID_BORDER, low_left, top_right, low_right);
        }
}

static struct grid *make_squares(const char *name, bool torus, int width, int height,
                                 struct error *error) {
    if (width < 2 || height < (torus ? 2 : 1) || 2 * width * height > GRID_CELLS_MAX)
        return error_null(error,
                          torus ? _("%s: a torus is at least 2x2 and has at most %d cells")
                                : _("%s: a cylinder is at least 2x1 and has at most %d cells"),
                          name, GRID_CELLS_MAX);
    struct cells cells = {.count = 0};
    add_squares(&cells, width, height);
    if (!torus)
        for (int c = 0; c < width; c++) {
            cells.triangle[2 * c].border = GRID_BORDER_2;
            cells.triangle[2 * ((height - 1) * width + c) + 1].border = GRID_BORDER_1;
        }
    struct grid_point period[2] = {{width * SQUARE, 0}, {0, height * SQUARE}};
    error->text[0] = '\0';
    return grid_build(name, cells.count, cells.triangle, torus ? 2 : 1, period, fault_keep_first,
                      error);
}

static struct grid *make_torus(const char *name, int width, int height, struct error *error) {
    return make_squares(name, true, width, height, error);
}

static struct grid *make_cylinder(const char *name, int width, int height, struct error *error) {
    return make_squares(name, false, width, height, error);
}

/* ---- unit triangles: triangle, hexagon, parallelogram ---------------------------------------- */

/* The unit triangle, tip up or down, whose box has this left upper corner. */
static void add_unit(struct cells *cells, bool up, int left, int top) {
    int middle = left + HALF_WIDTH, right = left + 2 * HALF_WIDTH, low = top + ROW_HEIGHT;
    if (up)
        add_cell(cells, GRID_BORDER, (struct grid_point){middle, top},
                 (struct grid_point){right, low}, (struct grid_point){left, low});
    else
        add_cell(cells, GRID_BORDER, (struct grid_point){left, top},
                 (struct grid_point){right, top}, (struct grid_point){middle, low});
}

/* The triangle of side `size`, tip up, without the triangles of side `cut` at its three tips. Cells
 * go row by row from the top, in a row from left to right. */
static struct grid *make_cut_triangle(const char *name, int size, int cut, struct error *error) {
    int count = size * size - 3 * cut * cut;
    if (count < 1 || count > GRID_CELLS_MAX)
        return error_null(error, _("%s: there must be 1 to %d cells"), name, GRID_CELLS_MAX);
    struct cells cells = {.count = 0};
    for (int row = cut; row < size; row++)
        for (int i = 0; i <= 2 * row; i++) {
            bool up = i % 2 == 0;
            int column = i / 2;
            /* A down cell lies right of the up cell of its column; both tips are cut alike. */
            int to_left = column, to_right = row - column - !up;
            int from_left_tip = size - 1 - row + to_left,
                from_right_tip = size - 1 - row + to_right;
            if (from_left_tip < cut - !up || from_right_tip < cut - !up)
                continue;
            add_unit(&cells, up, (size - 1 - row + i) * HALF_WIDTH, (row - cut) * ROW_HEIGHT);
        }
    error->text[0] = '\0';
    return grid_build(name, cells.count, cells.triangle, 0, NULL, fault_keep_first, error);
}

static struct grid *make_triangle(const char *name, int side, int unused, struct error *error) {
    (void)unused;
    return make_cut_triangle(name, side, 0, error);
}

static struct grid *make_hexagon(const char *name, int a, int b, struct error *error) {
    return make_cut_triangle(name, 2 * a + b, a, error);
}

/* Rows from the top, each half a side further left, and in a row from left to right. */
static struct grid *make_parallelogram(const char *name, int width, int height,
                                       struct error *error) {
    if (2 * width * height > GRID_CELLS_MAX)
        return error_null(error, _("%s: there must be 1 to %d cells"), name, GRID_CELLS_MAX);
    struct cells cells = {.count = 0};
    for (int row = 0; row < height; row++)
        for (int i = 0; i < 2 * width; i++)
            add_unit(&cells, i % 2 == 0, (height - 1 - row + i) * HALF_WIDTH, row * ROW_HEIGHT);
    error->text[0] = '\0';
    return grid_build(name, cells.count, cells.triangle, 0, NULL, fault_keep_first, error);
}

/* ---- their names ----------------------------------------------------------------------------- */

static const struct shape {
    const char *word;
    char separator;   /* between its two numbers; 0 if it has only one */
    bool one_for_two; /* one number may stand for two equal ones */
    struct grid *(*make)(const char *name, int first, int second, struct error *error);
    const char *form; /* marked by N_() */
} shapes[] = {
    {"torus", 'x', false, make_torus, N_("torus WxH, at least 2x2")},
    {"cylinder", 'x', false, make_cylinder, N_("cylinder WxH, at least 2x1")},
    {"triangle", 0, true, make_triangle, N_("triangle N, at least 1")},
    {"hexagon", ',', true, make_hexagon, N_("hexagon N or hexagon A,B, each at least 1")},
    {"parallelogram", 'x', false, make_parallelogram, N_("parallelogram WxH, at least 1x1")},
};

static const struct shape *find_shape(const char *text) {
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        size_t length = strlen(shapes[i].word);
        if (strncmp(text, shapes[i].word, length) == 0 && strchr(" -", text[length]))
            return &shapes[i]; /* strchr() finds the final zero too */
    }
    return NULL;
}

bool grid_is_shape(const char *text) {
    return find_shape(text) != NULL;
}

/* A number from 1 to 999 without leading zeros; moves *text past it. 0 if there is none. */
static int shapes_read_number(const char **text) {
    int number = 0;
    const char *at = *text;
    if (*at == '0')
        return 0;
    while (isdigit((unsigned char)*at) && at - *text < 3)
        number = 10 * number + (*at++ - '0');
    *text = at;
    return number;
}

struct grid *grid_from_shape(const char *text, struct error *error) {
    const struct shape *shape = find_shape(text);
    if (!shape)
        return error_null(error,
                          _("%.60s: not a shape; the shapes are torus WxH, cylinder WxH, triangle "
                            "N, hexagon N, hexagon A,B and parallelogram WxH"),
                          text);
    const char *at = text + strlen(shape->word);
    at += *at != '\0';
    int first = shapes_read_number(&at), second = first;
    bool well_formed = first > 0;
    if (*at && *at == shape->separator) {
        at++;
        second = shapes_read_number(&at);
        well_formed = well_formed && second > 0;
    } else if (!shape->one_for_two) {
        well_formed = false;
    }
    if (!well_formed || *at)
        return error_null(error, _("%.60s: write %s"), text, _(shape->form));
    char name[GRID_NAME_MAX + 1];
    if (shape->separator && second != first)
        snprintf(name, sizeof name, "%s-%d%c%d", shape->word, first, shape->separator, second);
    else if (shape->one_for_two)
        snprintf(name, sizeof name, "%s-%d", shape->word, first);
    else
        snprintf(name, sizeof name, "%s-%dx%d", shape->word, first, second);
    return shape->make(name, first, second, error);
}
