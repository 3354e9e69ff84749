/* raster.c - cuts a picture into the dots of terminal characters, and finds room for texts by
 * trying every place and counting the dots of the cell that lie there. */
#include "config.h"

#include "draw/draw_terminal.h"

#include "base/needed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room around the board for the numbers of cells across glued edges. ASIDE: a dot above the board,
 * so that horizontal edges run through the inside of characters, where they are less in the way of
 * numbers. */
enum { MARGIN_COLUMNS = 3, ASIDE = 1, MARGIN_ROWS = 1, COLUMNS_MIN = 12, ROWS_MIN = 5 };

/* How far a picture may be stretched in width, and in height. */
#define WIDER  1.9
#define HIGHER 1.2

/* How far a value stands on the way from its cell's middle to the corner, and how many of its dots
 * are to be inside the cell. */
#define TO_CORNER 0.55
enum { ENOUGH_DOTS = 6 };

/* How far from an edge a text may stand. */
enum { REACH_COLUMNS = 5, REACH_ROWS = 2 };

static struct raster_place *place_at(const struct raster *raster, int column, int row) {
    return &raster->place[row * raster->columns + column];
}

static double dot_x(const struct raster *raster, int x) {
    return (double)x * raster->scale_x + raster->shift_x;
}

static double dot_y(const struct raster *raster, int y) {
    return (double)y * raster->scale_y + raster->shift_y;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* On which side of the line from a to b a point lies: positive if clockwise on the screen. */
static double raster_turn(const double *a, const double *b, double x, double y) {
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static int clamp(double value, int most) {
    return value < 0 ? 0 : value > most ? most : (int)value;
}

/* Gives a cell all dots whose middle lies in it. */
static void fill_cell(struct raster *raster, int cell) {
    double corner[3][2], least[2] = {INFINITY, INFINITY}, greatest[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        corner[k][0] = dot_x(raster, raster->picture->cell[cell].corner[k].x);
        corner[k][1] = dot_y(raster, raster->picture->cell[cell].corner[k].y);
        for (int i = 0; i < 2; i++) {
            least[i] = fmin(least[i], corner[k][i]);
            greatest[i] = fmax(greatest[i], corner[k][i]);
        }
    }
    double sense = raster_turn(corner[0], corner[1], corner[2][0], corner[2][1]) < 0 ? -1 : 1;
    int right = clamp(greatest[0], raster->columns * RASTER_ACROSS - 1);
    int bottom = clamp(greatest[1], raster->rows * RASTER_DOWN - 1);
    for (int y = clamp(least[1], bottom); y <= bottom; y++)
        for (int x = clamp(least[0], right); x <= right; x++) {
            bool inside = true;
            for (int k = 0; k < 3; k++)
                inside &=
                    sense * raster_turn(corner[k], corner[(k + 1) % 3], x + 0.5, y + 0.5) >= 0;
            if (inside)
                place_at(raster, x / RASTER_ACROSS, y / RASTER_DOWN)
                    ->cell[y % RASTER_DOWN * RASTER_ACROSS + x % RASTER_ACROSS] = (int16_t)cell;
        }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* How an edge looks in one character, which is twice as high as wide: its dots are square. */
static char slope_of(double dx, double dy) {
    if (fabs(dy) < 0.7 * fabs(dx))
        return '-';
    if (fabs(dx) < 0.2 * fabs(dy))
        return '|';
    return dx * dy > 0 ? '\\' : '/';
}

/* Finds the character that has a dot, and the dot's bit in it. */
static struct raster_place *find_dot(const struct raster *raster, double x, double y,
                                     unsigned char *dot) {
    int column = clamp(x, raster->columns * RASTER_ACROSS - 1);
    int row = clamp(y, raster->rows * RASTER_DOWN - 1);
    *dot = (unsigned char)(1 << (row % RASTER_DOWN * RASTER_ACROSS + column % RASTER_ACROSS));
    return place_at(raster, column / RASTER_ACROSS, row / RASTER_DOWN);
}

static void mark_edge(struct raster *raster, double x, double y, char slope) {
    unsigned char dot;
    struct raster_place *place = find_dot(raster, x, y, &dot);
    place->lines |= dot;
    place->slope = slope;
}

static void mark_link(struct raster *raster, double x, double y, char slope) {
    unsigned char dot, beside;
    find_dot(raster, x, y, &dot)->links |= dot;
    struct raster_place *place =
        slope == '-' ? find_dot(raster, x, y + 1, &beside) : find_dot(raster, x + 1, y, &beside);
    place->links |= beside;
}

/* Calls `mark` for each dot of a line. */
static void draw_line(struct raster *raster, struct grid_point from, struct grid_point to,
                      void (*mark)(struct raster *raster, double x, double y, char slope)) {
    /* Two cells share a line, so it has the same dots in either direction. */
    if (to.x < from.x || (to.x == from.x && to.y < from.y)) {
        struct grid_point swap = from;
        from = to;
        to = swap;
    }
    double x = dot_x(raster, from.x), y = dot_y(raster, from.y);
    double dx = dot_x(raster, to.x) - x, dy = dot_y(raster, to.y) - y;
    int steps = (int)ceil(fmax(fabs(dx), fabs(dy)));
    char slope = slope_of(dx, dy);
    for (int i = 0; i <= steps; i++)
        mark(raster, x + dx * i / (steps ? steps : 1), y + dy * i / (steps ? steps : 1), slope);
}

void raster_find(const struct raster *raster, struct grid_point at, int *column, int *row) {
    *column = clamp(dot_x(raster, at.x) / RASTER_ACROSS, raster->columns - 1);
    *row = clamp(dot_y(raster, at.y) / RASTER_DOWN, raster->rows - 1);
}

void raster_link(struct raster *raster, struct grid_point from, struct grid_point to) {
    draw_line(raster, from, to, mark_link);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void raster_write_text(struct raster *raster, int column, int row, const char *text,
                              int owner) {
    for (int i = 0; text[i]; i++) {
        if (column + i < 0 || column + i >= raster->columns || row < 0 || row >= raster->rows)
            continue;
        struct raster_place *place = place_at(raster, column + i, row);
        place->letter = text[i];
        place->owner = (int16_t)owner;
    }
}

/* How many dots of a text at this place belong to a cell (or to none); -1 if it does not fit. */
static int dots_of(const struct raster *raster, int column, int row, int length, int cell) {
    int dots = 0;
    if (column < 0 || row < 0 || column + length > raster->columns || row >= raster->rows)
        return -1;
    for (int i = 0; i < length; i++) {
        const struct raster_place *place = place_at(raster, column + i, row);
        if (place->letter)
            return -1;
        for (int dot = 0; dot < RASTER_DOTS; dot++)
            dots += place->cell[dot] == cell;
    }
    return dots;
}

/* Whether another text stands right beside this place. */
static bool touches(const struct raster *raster, int column, int row, int length) {
    return (column > 0 && place_at(raster, column - 1, row)->letter) ||
           (column + length < raster->columns && place_at(raster, column + length, row)->letter);
}

/* Finds the place for a text that has the most dots inside a cell, where more than `enough` count
 * no more; among equals, the place nearest to a point. Returns how many dots; -1: there is no
 * place. */
static int find_inside(const struct raster *raster, int cell, int length, int enough,
                       const double point[2], int *best_column, int *best_row) {
    int most = -1;
    double nearest = INFINITY;
    for (int row = 0; row < raster->rows; row++)
        for (int column = 0; column + length <= raster->columns; column++) {
            int dots = dots_of(raster, column, row, length, cell);
            double away = hypot((column + length / 2.0) * RASTER_ACROSS - point[0],
                                (row + 0.5) * RASTER_DOWN - point[1]);
            dots = dots < enough ? dots : enough;
            if (touches(raster, column, row, length))
                dots -= length * RASTER_DOTS / 2;
            if (dots < most || (dots == most && away >= nearest))
                continue;
            most = dots;
            nearest = away;
            *best_column = column;
            *best_row = row;
        }
    return most;
}

static void find_middle(const struct raster *raster, int cell, double middle[2]) {
    const struct grid_point *corner = raster->picture->cell[cell].corner;
    middle[0] =
        (dot_x(raster, corner[0].x) + dot_x(raster, corner[1].x) + dot_x(raster, corner[2].x)) / 3;
    middle[1] =
        (dot_y(raster, corner[0].y) + dot_y(raster, corner[1].y) + dot_y(raster, corner[2].y)) / 3;
}

void raster_write_corner(struct raster *raster, int cell, int k, char letter, int owner) {
    const struct grid_point *corner = &raster->picture->cell[cell].corner[k];
    const char text[2] = {letter, '\0'};
    double point[2];
    int column = 0, row = 0;
    find_middle(raster, cell, point);
    point[0] += (dot_x(raster, corner->x) - point[0]) * TO_CORNER;
    point[1] += (dot_y(raster, corner->y) - point[1]) * TO_CORNER;
    if (find_inside(raster, cell, 1, ENOUGH_DOTS, point, &column, &row) >= 0)
        raster_write_text(raster, column, row, text, owner);
}

bool raster_write_inside(struct raster *raster, int cell, const char *text, int owner, int share) {
    int length = (int)strlen(text), best_column = 0, best_row = 0;
    double middle[2];
    find_middle(raster, cell, middle);
    int most =
        find_inside(raster, cell, length, length * RASTER_DOTS, middle, &best_column, &best_row);
    if (most < 0 || most * 100 < share * length * RASTER_DOTS)
        return false;
    raster_write_text(raster, best_column, best_row, text, owner);
    return true;
}

/* Finds the place beside an edge: its middle, moved out of the cell by half a text. */
static void find_beside(const struct raster *raster, const struct picture_edge *edge, int length,
                        double *x, double *y) {
    const struct grid_point *corner = raster->picture->cell[edge->cell].corner;
    double from[2] = {dot_x(raster, edge->from.x), dot_y(raster, edge->from.y)};
    double to[2] = {dot_x(raster, edge->to.x), dot_y(raster, edge->to.y)};
    double out[2] = {to[1] - from[1], from[0] - to[0]};
    double size = hypot(out[0], out[1]), inside = 0;
    for (int k = 0; k < 3; k++)
        inside += raster_turn(from, to, dot_x(raster, corner[k].x), dot_y(raster, corner[k].y));
    double sense = inside < 0 ? -1 : 1;
    *x = (from[0] + to[0]) / 2 + sense * out[0] / size * (length + 1);
    *y = (from[1] + to[1]) / 2 + sense * out[1] / size * RASTER_DOWN / 2;
}

bool raster_write_beside(struct raster *raster, const struct picture_edge *edge, const char *text,
                         int owner) {
    int length = (int)strlen(text), best_column = -1, best_row = 0;
    double x, y, nearest = INFINITY;
    find_beside(raster, edge, length, &x, &y);
    int left = (int)floor(x / RASTER_ACROSS - length / 2.0 + 0.5), top = (int)(y / RASTER_DOWN);
    for (int row = top - REACH_ROWS; row <= top + REACH_ROWS; row++)
        for (int column = left - REACH_COLUMNS; column <= left + REACH_COLUMNS; column++) {
            int dots = dots_of(raster, column, row, length, RASTER_OUTSIDE);
            double away =
                hypot((column + length / 2.0) * RASTER_ACROSS - x, (row + 0.5) * RASTER_DOWN - y);
            if (dots < length * RASTER_DOTS || away >= nearest ||
                touches(raster, column, row, length))
                continue;
            nearest = away;
            best_column = column;
            best_row = row;
        }
    if (best_column < 0)
        return false;
    raster_write_text(raster, best_column, best_row, text, owner);
    return true;
}

void raster_write_at(struct raster *raster, struct grid_point at, const char *text, int owner) {
    double column = dot_x(raster, at.x) / RASTER_ACROSS - (double)strlen(text) / 2;
    raster_write_text(raster, (int)floor(column + 0.5), (int)(dot_y(raster, at.y) / RASTER_DOWN),
                      text, owner);
}

/* ---- the raster ------------------------------------------------------------------------------ */

static int at_least(int value, int least) {
    return value < least ? least : value;
}

/* Whether anything is written beside the cells. */
static bool has_beside(const struct picture *picture) {
    for (int i = 0; i < picture->edges; i++)
        if (picture->edge[i].across >= 0 || picture->edge[i].colour != PICTURE_EMPTY)
            return true;
    return picture->labels > 0;
}

/* If all cells have the same height, changes the scale so that a row of cells takes whole or half
 * characters, and texts fit equally well in each row. */
static double snap(const struct picture *picture, double scale) {
    int height = 0;
    for (int i = 0; i < picture->cells; i++) {
        const struct grid_point *corner = picture->cell[i].corner;
        int least = corner[0].y, greatest = corner[0].y;
        for (int k = 1; k < 3; k++) {
            least = corner[k].y < least ? corner[k].y : least;
            greatest = corner[k].y > greatest ? corner[k].y : greatest;
        }
        if (height > 0 && greatest - least != height)
            return scale;
        height = greatest - least;
    }
    double dots = height * scale,
           halves = RASTER_DOWN / 2; /* even. NOLINT(bugprone-integer-division) */
    return dots >= RASTER_DOWN ? floor(dots / halves) * halves / height : scale;
}

/* Chooses the scale, then only as many columns and rows as are needed. */
static void fit(struct raster *raster, int columns, int rows) {
    struct grid_point least, greatest;
    bool margin = has_beside(raster->picture);
    int beside = margin ? MARGIN_COLUMNS : 0, above = margin ? MARGIN_ROWS : 0;
    picture_bounds(raster->picture, &least, &greatest);
    double width = at_least(greatest.x - least.x, 1), height = at_least(greatest.y - least.y, 1);
    columns = at_least(columns, COLUMNS_MIN);
    rows = at_least(rows, ROWS_MIN);
    double x = (columns - 2 * beside) * RASTER_ACROSS - 1;
    double y = (rows - 2 * above) * RASTER_DOWN - 1 - ASIDE;
    raster->scale_x = fmin(x / width, WIDER * y / height);
    raster->scale_y = snap(raster->picture, fmin(y / height, HIGHER * raster->scale_x));
    raster->shift_x = beside * RASTER_ACROSS - least.x * raster->scale_x + 0.5;
    raster->shift_y = above * RASTER_DOWN - least.y * raster->scale_y + 0.5 + ASIDE;
    raster->columns = 2 * beside + (int)(width * raster->scale_x) / RASTER_ACROSS + 1;
    raster->rows = 2 * above + ((int)(height * raster->scale_y) + ASIDE) / RASTER_DOWN + 1;
}

void raster_make(struct raster *raster, const struct picture *picture, int columns, int rows) {
    *raster = (struct raster){.picture = picture};
    fit(raster, columns, rows);
    size_t places = (size_t)raster->columns * (size_t)raster->rows;
    raster->place = needed(calloc(places, sizeof *raster->place));
    for (size_t i = 0; i < places; i++)
        for (int dot = 0; dot < RASTER_DOTS; dot++)
            raster->place[i].cell[dot] = RASTER_OUTSIDE;
    for (int i = 0; i < picture->cells; i++)
        fill_cell(raster, i);
    for (int i = 0; i < picture->cells; i++)
        for (int k = 0; k < 3; k++)
            draw_line(raster, picture->cell[i].corner[k], picture->cell[i].corner[(k + 1) % 3],
                      mark_edge);
}

void raster_free(struct raster *raster) {
    free(raster->place);
    raster->place = NULL;
}
