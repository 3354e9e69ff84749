/* drawing.c - where everything lies in a drawing, and how large it is. */
#include "config.h"

#include "draw/drawing.h"

#include "base/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the looks of a pen ---------------------------------------------------------------------- */

const struct pen_scheme pen_light = {.paper = "#ffffff",
                                     .ink = "#22262e",
                                     .edge = "#5b6472",
                                     .tint = {[PICTURE_EMPTY] = {"#eef0f4", "#dfe4ee", "#3a4250"},
                                              [PICTURE_LIGHT] = {"#f4f1e8", "#fff8dc", "#3a4250"},
                                              [PICTURE_DARK] = {"#c3c9d4", "#d5dcea", "#22262e"},
                                              [PICTURE_YELLOW] = {"#f5c842", "#ffe48c", "#2b2200"},
                                              [PICTURE_RED] = {"#b8322c", "#e05e54", "#ffffff"},
                                              [PICTURE_WHITE] = {"#ffffff", "#fff8dc", "#22262e"},
                                              [PICTURE_BLUE] = {"#2f62b8", "#5c8fe6", "#ffffff"},
                                              [PICTURE_GREEN] = {"#2c8a50", "#4fb878", "#ffffff"}}};

const struct pen_scheme pen_dark = {.paper = "#181b20",
                                    .ink = "#e8ebf0",
                                    .edge = "#8d97a8",
                                    .tint = {[PICTURE_EMPTY] = {"#2c323c", "#414b5c", "#d5dae3"},
                                             [PICTURE_LIGHT] = {"#5d6676", "#77829a", "#ffffff"},
                                             [PICTURE_DARK] = {"#2c323c", "#414b5c", "#d5dae3"},
                                             [PICTURE_YELLOW] = {"#dcae2c", "#ffdf7a", "#241c00"},
                                             [PICTURE_RED] = {"#a32b26", "#d65a50", "#ffffff"},
                                             [PICTURE_WHITE] = {"#d9d9d3", "#ffffff", "#1d1d1d"},
                                             [PICTURE_BLUE] = {"#2b59a6", "#5c8fe6", "#ffffff"},
                                             [PICTURE_GREEN] = {"#27794a", "#4fb878", "#ffffff"}}};

const struct pen_stroke pen_strokes[PEN_LINES] = {
    [PEN_LINE] = {2, 0, 0}, [PEN_SEAM] = {4, 10, 8}, [PEN_RIM] = {5, 0, 0},
    [PEN_RING] = {4, 0, 0}, [PEN_DOTS] = {4, 2, 7},
};

/* Sizes of the board (its longer side) and of letters, in units of the drawing. */
enum { LONGER_SIDE = 1000, MARGIN = 24, LINE = 44, LETTERS = 28, WORDS_WIDTH = 560 };

/* The layout of a hand: room for its owner's name, from piece to piece, and from row to row. */
enum { HAND_NAME = 170, HAND_STEP = 70, HAND_SIDE = 66, HAND_HEIGHT = 72 };

/* ---- geometry -------------------------------------------------------------------------------- */

static struct place at(const struct drawing *drawing, struct grid_point p,
                       struct grid_point shift) {
    return (struct place){(p.x + shift.x - drawing->left) * drawing->scale,
                          (p.y + shift.y - drawing->top) * drawing->scale};
}

static const struct grid_point NOT_SHIFTED = {0, 0};

/* The circle inscribed in a triangle: finds its middle and returns its radius. */
static double circle_inside(const struct place corner[3], struct place *middle) {
    double around = 0, x = 0, y = 0;
    for (int k = 0; k < 3; k++) {
        const struct place *a = &corner[(k + 1) % 3], *b = &corner[(k + 2) % 3];
        double side = hypot(b->x - a->x, b->y - a->y);
        around += side;
        x += side * corner[k].x;
        y += side * corner[k].y;
    }
    *middle = (struct place){x / around, y / around};
    return fabs((corner[1].x - corner[0].x) * (corner[2].y - corner[0].y) -
                (corner[1].y - corner[0].y) * (corner[2].x - corner[0].x)) /
           around;
}

static void corners_of(const struct drawing *drawing, int cell, struct grid_point shift,
                       struct place corner[3]) {
    for (int k = 0; k < 3; k++)
        corner[k] = at(drawing, drawing->picture->cell[cell].corner[k], shift);
}

static int compare_radii(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The median radius of the cells: letters have one size, wherever there is room for it. */
static double usual_radius(const struct drawing *drawing) {
    double radius[PICTURE_CELLS_MAX];
    int cells = drawing->picture->cells;
    if (cells == 0)
        return LETTERS;
    for (int i = 0; i < cells; i++) {
        struct place corner[3], middle;
        corners_of(drawing, i, NOT_SHIFTED, corner);
        radius[i] = circle_inside(corner, &middle);
    }
    qsort(radius, (size_t)cells, sizeof *radius, compare_radii);
    return radius[cells / 2];
}

static bool has_hands(const struct picture *picture) {
    for (int i = 0; i < picture->sides; i++)
        if (picture->hand[i].pieces + picture->hand[i].hidden > 0)
            return true;
    return false;
}

/* How many pieces of a hand are in a row; how many rows one hand takes, and all hands together. */
static int hand_columns(const struct drawing *drawing) {
    return (int)((drawing->width - 2 * MARGIN - HAND_NAME) / HAND_STEP);
}

static int hand_rows(const struct drawing *drawing, int side) {
    const struct picture_hand *hand = &drawing->picture->hand[side];
    int columns = hand_columns(drawing), rows = (hand->pieces + hand->hidden - 1) / columns + 1;
    return rows > 1 ? rows : 1;
}

static int hands_rows(const struct drawing *drawing) {
    int rows = 0;
    for (int i = 0; i < drawing->picture->sides; i++)
        rows += hand_rows(drawing, i);
    return rows;
}

/* Finds the frame around the board, glued cells included, and the scale. */
static void frame(struct drawing *drawing) {
    struct grid_point least, greatest;
    const struct picture *picture = drawing->picture;
    picture_bounds(picture, &least, &greatest);
    double left = least.x, top = least.y, right = greatest.x, bottom = greatest.y;
    double longer = fmax(fmax(right - left, bottom - top), 1);
    for (int i = 0; i < picture->edges; i++) {
        const struct picture_edge *edge = &picture->edge[i];
        for (int k = 0; edge->across >= 0 && k < 3; k++) {
            const struct grid_point *corner = &picture->cell[edge->across].corner[k];
            left = fmin(left, corner->x + edge->shift.x);
            right = fmax(right, corner->x + edge->shift.x);
            top = fmin(top, corner->y + edge->shift.y);
            bottom = fmax(bottom, corner->y + edge->shift.y);
        }
    }
    drawing->scale = LONGER_SIDE / longer;
    drawing->width = fmax((right - left) * drawing->scale, WORDS_WIDTH) + 2 * MARGIN;
    drawing->height = (bottom - top) * drawing->scale + 2 * MARGIN;
    drawing->left = (left + right) / 2 - drawing->width / 2 / drawing->scale;
    drawing->top = top - MARGIN / drawing->scale;
    if (drawing->title) {
        drawing->top -= LINE / drawing->scale;
        drawing->height += LINE;
    }
    drawing->height +=
        (drawing->caption ? LINE : 0) + (has_hands(picture)   ? hands_rows(drawing) * HAND_HEIGHT
                                         : picture->sides > 0 ? LINE
                                                              : 0);
    drawing->radius = usual_radius(drawing);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void add_words(const struct drawing *drawing, double x, double y, double size,
                      const struct pen_ink *ink, const char *words) {
    drawing->pen->words(drawing->pen, (struct place){x, y}, size, ink, words);
}

static void add_circle(const struct drawing *drawing, struct place middle, double radius,
                       const struct pen_look *look) {
    drawing->pen->circle(drawing->pen, middle, radius, look);
}

static void add_triangle(const struct drawing *drawing, const struct place corner[3],
                         enum picture_colour colour, enum pen_line line, bool marked) {
    const struct pen_look look = {.filled = true, .marked = marked, .colour = colour, .line = line};
    drawing->pen->path(drawing->pen, corner, 3, &look);
}

static const struct pen_ink plain = {0};

/* Adds the values of a piece, each close to its corner. */
static void add_values(const struct drawing *drawing, const char value[3],
                       const struct place corner[3], const struct place *middle, double size,
                       const struct pen_ink *ink) {
    for (int k = 0; k < 3; k++) {
        char letter[2] = {value[k], '\0'};
        add_words(drawing, corner[k].x + (middle->x - corner[k].x) * 0.52,
                  corner[k].y + (middle->y - corner[k].y) * 0.52, size, ink, letter);
    }
}

/* Adds a cell's number, and its note on the broader side of the triangle. */
static void add_note(const struct drawing *drawing, const struct picture_cell *cell,
                     const struct place corner[3], const struct place *middle, double radius,
                     const struct pen_ink *ink) {
    int below = 0;
    for (int k = 0; k < 3; k++)
        below += corner[k].y > middle->y;
    double way = radius * (below > 1 ? 0.45 : -0.45);
    add_words(drawing, middle->x, middle->y - way * 0.7, radius * 0.6, ink, cell->label);
    add_words(drawing, middle->x, middle->y + way, radius * 0.8, ink, cell->note);
}

static void add_label(const struct drawing *drawing, const struct picture_cell *cell,
                      const struct place corner[3]) {
    struct place middle;
    double radius = fmin(circle_inside(corner, &middle), drawing->radius);
    double size = radius * (strlen(cell->label) > 2 ? 0.8 : 1);
    const struct pen_look ring = {.colour = cell->colour,
                                  .line = cell->marks & PICTURE_LAST ? PEN_RING : PEN_DOTS};
    const struct pen_ink ink = {.label = true,
                                .colour = cell->colour,
                                .closed = cell->marks & PICTURE_CLOSED,
                                .last = cell->marks & PICTURE_LAST};
    if (cell->marks & (PICTURE_LAST | PICTURE_TAKEN))
        add_circle(drawing, middle, radius * (cell->value[0] ? 0.25 : 0.88), &ring);
    if (cell->value[0])
        add_values(drawing, cell->value, corner, &middle, radius * 0.85, &ink);
    else if (cell->note[0])
        add_note(drawing, cell, corner, &middle, radius, &ink);
    else
        add_words(drawing, middle.x, middle.y, size, &ink, cell->label);
}

static void add_cell(const struct drawing *drawing, int i) {
    const struct picture_cell *cell = &drawing->picture->cell[i];
    struct place corner[3];
    corners_of(drawing, i, NOT_SHIFTED, corner);
    add_triangle(drawing, corner, cell->colour, PEN_LINE,
                 cell->marks & (PICTURE_LAST | PICTURE_TAKEN));
    if (cell->label[0] || cell->value[0])
        add_label(drawing, cell, corner);
}

static bool is_drawn_before(const struct picture *picture, int edge) {
    const struct picture_edge *a = &picture->edge[edge];
    for (int i = 0; i < edge; i++) {
        const struct picture_edge *b = &picture->edge[i];
        if (a->across == b->across && a->shift.x == b->shift.x && a->shift.y == b->shift.y)
            return true;
    }
    return false;
}

/* Adds the ghost of the cell across a glued edge, where it would lie. */
static void add_ghost(const struct drawing *drawing, int i) {
    const struct picture_edge *edge = &drawing->picture->edge[i];
    if (edge->across < 0 || is_drawn_before(drawing->picture, i))
        return;
    const struct picture_cell *cell = &drawing->picture->cell[edge->across];
    const struct pen_ink ink = {.label = true, .colour = cell->colour};
    struct place corner[3], middle;
    corners_of(drawing, edge->across, edge->shift, corner);
    double size = fmin(circle_inside(corner, &middle), drawing->radius) * 0.8;
    drawing->pen->ghost(drawing->pen, true);
    add_triangle(drawing, corner, cell->colour, PEN_NO_LINE, false);
    add_words(drawing, middle.x, middle.y, size, &ink, cell->label);
    drawing->pen->ghost(drawing->pen, false);
}

/* Adds an edge of the rim, with a pawn if it belongs to a side. */
static void add_edge(const struct drawing *drawing, const struct picture_edge *edge) {
    const struct place end[2] = {at(drawing, edge->from, NOT_SHIFTED),
                                 at(drawing, edge->to, NOT_SHIFTED)};
    const struct pen_look line = {.line = edge->across >= 0 ? PEN_SEAM : PEN_RIM};
    const struct pen_look pawn = {.filled = true, .colour = edge->colour, .line = PEN_LINE};
    drawing->pen->path(drawing->pen, end, 2, &line);
    if (edge->colour != PICTURE_EMPTY)
        add_circle(drawing, (struct place){(end[0].x + end[1].x) / 2, (end[0].y + end[1].y) / 2},
                   drawing->radius * 0.4, &pawn);
}

static void add_piece(const struct drawing *drawing, const struct picture_piece *piece) {
    const struct place end[2] = {at(drawing, piece->point[0], NOT_SHIFTED),
                                 at(drawing, piece->point[piece->points - 1], NOT_SHIFTED)};
    double radius = drawing->radius * (piece->points > 1 ? 1.2 : 0.85);
    const struct pen_look bar = {.line = PEN_LINE, .width = radius * 0.8};
    if (piece->points > 1)
        drawing->pen->path(drawing->pen, end, 2, &bar);
    for (int k = 0; k < piece->points; k++) {
        struct place p = at(drawing, piece->point[k], NOT_SHIFTED);
        bool marked = piece->marks & (PICTURE_LAST | PICTURE_TAKEN);
        const struct pen_look stone = {
            .filled = true, .marked = marked, .colour = piece->colour[k], .line = PEN_LINE};
        const struct pen_look ring = {.colour = piece->colour[k], .line = PEN_RING};
        const struct pen_ink ink = {.label = true, .colour = piece->colour[k]};
        add_circle(drawing, p, radius, &stone);
        if (marked)
            add_circle(drawing, p, radius * 0.75, &ring);
        if (piece->label[0])
            add_words(drawing, p.x, p.y, radius, &ink, piece->label);
    }
}

/* Adds a triangle of a colour and who plays it, from x on. */
static void add_side(const struct drawing *drawing, const struct picture_side *side, double x,
                     double y) {
    struct place corner[3] = {{x, y + 12}, {x + 14, y - 14}, {x + 28, y + 12}};
    const struct pen_ink ink = {.start = true};
    add_triangle(drawing, corner, side->colour, PEN_LINE, false);
    add_words(drawing, x + 42, y, LETTERS, &ink, _(side->name));
}

/* Adds all sides in one line. */
static void add_sides(const struct drawing *drawing, double y) {
    double step = drawing->width / (drawing->picture->sides + 1);
    for (int i = 0; i < drawing->picture->sides; i++)
        add_side(drawing, &drawing->picture->side[i], step * (i + 1) - 64, y);
}

/* Adds a piece of a hand, or with values NULL the back of one. */
static void add_held(const struct drawing *drawing, const char *values, enum picture_colour colour,
                     double x, double y) {
    double high = HAND_SIDE * 0.866;
    struct place corner[3] = {{x, y - high / 2},
                              {x + HAND_SIDE / 2.0, y + high / 2},
                              {x - HAND_SIDE / 2.0, y + high / 2}};
    struct place middle;
    double radius = circle_inside(corner, &middle);
    const struct pen_ink ink = {.label = true, .colour = colour};
    add_triangle(drawing, corner, colour, PEN_LINE, false);
    if (values)
        add_values(drawing, values, corner, &middle, radius * 0.95, &ink);
    else
        add_words(drawing, middle.x, middle.y, radius, &ink, "?");
}

/* Adds the hands of all sides, in rows. */
static void add_hands(const struct drawing *drawing, double y) {
    int columns = hand_columns(drawing);
    for (int i = 0; i < drawing->picture->sides; i++) {
        const struct picture_hand *hand = &drawing->picture->hand[i];
        const struct picture_side *side = &drawing->picture->side[i];
        add_side(drawing, side, MARGIN, y);
        for (int k = 0; k < hand->pieces + hand->hidden; k++)
            add_held(drawing, k < hand->pieces ? hand->piece[k] : NULL,
                     k < hand->pieces ? side->colour : PICTURE_EMPTY,
                     MARGIN + HAND_NAME + HAND_STEP * (k % columns + 0.5),
                     y + k / columns * HAND_HEIGHT); /* rows. NOLINT(bugprone-integer-division) */
        y += hand_rows(drawing, i) * HAND_HEIGHT;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

void drawing_begin(struct drawing *drawing, const struct picture *picture, const char *title,
                   const char *caption) {
    *drawing = (struct drawing){.picture = picture, .title = title, .caption = caption};
    frame(drawing);
}

void drawing_paint(struct drawing *drawing, struct pen *pen) {
    const struct picture *picture = drawing->picture;
    drawing->pen = pen;
    for (int i = 0; i < picture->edges; i++)
        add_ghost(drawing, i);
    for (int i = 0; i < picture->cells; i++)
        add_cell(drawing, i);
    for (int i = 0; i < picture->edges; i++)
        add_edge(drawing, &picture->edge[i]);
    for (int i = 0; i < picture->pieces; i++)
        add_piece(drawing, &picture->piece[i]);
    /* A ring around each of the points in a row that have ended the game. */
    const struct pen_look ring = {.line = PEN_LINE, .width = drawing->radius * 0.35};
    for (int k = 0; k < picture->line.points; k++)
        add_circle(drawing, at(drawing, picture->line.point[k], NOT_SHIFTED),
                   drawing->radius * 1.55, &ring);
    for (int i = 0; i < picture->labels; i++) {
        struct place p = at(drawing, picture->label[i].at, NOT_SHIFTED);
        add_words(drawing, p.x, p.y, drawing->radius, &plain, picture->label[i].text);
    }
    double bottom = drawing->height - LINE / 2.0;
    if (drawing->title)
        add_words(drawing, drawing->width / 2, LINE / 2.0 + 6, LETTERS, &plain, drawing->title);
    if (drawing->caption) {
        add_words(drawing, drawing->width / 2, bottom, LETTERS, &plain, drawing->caption);
        bottom -= LINE;
    }
    if (has_hands(picture))
        add_hands(drawing, bottom + LINE / 2.0 - (hands_rows(drawing) - 0.5) * HAND_HEIGHT);
    else if (picture->sides > 0)
        add_sides(drawing, bottom);
}
