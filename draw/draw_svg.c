/* draw_svg.c - draws a picture as SVG, from the back to the front: ghosts of glued cells, cells,
 * edges, pieces, words. Colours are classes of a style sheet, so that one drawing can be light or
 * dark. */
#include "config.h"

#include "draw/draw_svg.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longer side of the board, in units of the drawing; sizes of letters in the same. */
enum { LONGER_SIDE = 1000, MARGIN = 24, LINE = 44, LETTERS = 28, WORDS_WIDTH = 560 };

/* The layout of a hand: room for its owner's name, from piece to piece, and from row to row. */
enum { HAND_NAME = 170, HAND_STEP = 70, HAND_SIDE = 66, HAND_HEIGHT = 72 };

struct canvas {
    const struct picture *picture;
    struct text *text;
    double scale, left, top; /* of the board's coordinates */
    double width, height;    /* of the whole */
    double radius;           /* of the circle inside of a usual cell */
};

struct place {
    double x, y;
};

/* ---- geometry -------------------------------------------------------------------------------- */

static struct place at(const struct canvas *canvas, struct grid_point p, struct grid_point shift) {
    return (struct place){(p.x + shift.x - canvas->left) * canvas->scale,
                          (p.y + shift.y - canvas->top) * canvas->scale};
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

static void corners_of(const struct canvas *canvas, int cell, struct grid_point shift,
                       struct place corner[3]) {
    for (int k = 0; k < 3; k++)
        corner[k] = at(canvas, canvas->picture->cell[cell].corner[k], shift);
}

static int compare_radii(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The median radius of the cells: letters have one size, wherever there is room for it. */
static double usual_radius(const struct canvas *canvas) {
    double radius[PICTURE_CELLS_MAX];
    int cells = canvas->picture->cells;
    if (cells == 0)
        return LETTERS;
    for (int i = 0; i < cells; i++) {
        struct place corner[3], middle;
        corners_of(canvas, i, NOT_SHIFTED, corner);
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
static int hand_columns(const struct canvas *canvas) {
    return (int)((canvas->width - 2 * MARGIN - HAND_NAME) / HAND_STEP);
}

static int hand_rows(const struct canvas *canvas, int side) {
    const struct picture_hand *hand = &canvas->picture->hand[side];
    int columns = hand_columns(canvas), rows = (hand->pieces + hand->hidden - 1) / columns + 1;
    return rows > 1 ? rows : 1;
}

static int hands_rows(const struct canvas *canvas) {
    int rows = 0;
    for (int i = 0; i < canvas->picture->sides; i++)
        rows += hand_rows(canvas, i);
    return rows;
}

/* Finds the frame around the board, glued cells included, and the scale. */
static void frame(struct canvas *canvas, const struct svg_words *words) {
    struct grid_point least, greatest;
    const struct picture *picture = canvas->picture;
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
    canvas->scale = LONGER_SIDE / longer;
    canvas->width = fmax((right - left) * canvas->scale, WORDS_WIDTH) + 2 * MARGIN;
    canvas->height = (bottom - top) * canvas->scale + 2 * MARGIN;
    canvas->left = (left + right) / 2 - canvas->width / 2 / canvas->scale;
    canvas->top = top - MARGIN / canvas->scale;
    if (words->title) {
        canvas->top -= LINE / canvas->scale;
        canvas->height += LINE;
    }
    canvas->height +=
        (words->caption ? LINE : 0) + (has_hands(picture)   ? hands_rows(canvas) * HAND_HEIGHT
                                       : picture->sides > 0 ? LINE
                                                            : 0);
    canvas->radius = usual_radius(canvas);
}

/* ---- style ----------------------------------------------------------------------------------- */

static const char *const class_names[PICTURE_COLOURS] = {
    [PICTURE_EMPTY] = "empty",   [PICTURE_LIGHT] = "pale", [PICTURE_DARK] = "deep",
    [PICTURE_YELLOW] = "yellow", [PICTURE_RED] = "red",    [PICTURE_WHITE] = "white",
    [PICTURE_BLUE] = "blue",     [PICTURE_GREEN] = "green"};

/* The shades of a colour: its ground, its ground when marked, and the letters on it. */
struct tint {
    const char *ground, *marked, *letters;
};

struct scheme {
    const char *paper, *ink, *edge;
    struct tint tint[PICTURE_COLOURS];
};

static const struct scheme light = {.paper = "#ffffff",
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

static const struct scheme dark = {.paper = "#181b20",
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

static void add_scheme(struct text *text, const struct scheme *scheme) {
    text_addf(text, ".paper{fill:%s}.words{fill:%s}.line{stroke:%s}.ghost{stroke:%s}\n",
              scheme->paper, scheme->ink, scheme->edge, scheme->edge);
    for (int i = 0; i < PICTURE_COLOURS; i++)
        text_addf(text, ".%s{fill:%s}.%s.marked{fill:%s}.on-%s{fill:%s}.ring-%s{stroke:%s}\n",
                  class_names[i], scheme->tint[i].ground, class_names[i], scheme->tint[i].marked,
                  class_names[i], scheme->tint[i].letters, class_names[i], scheme->tint[i].letters);
}

static void add_style(struct text *text, enum svg_theme theme) {
    text_add(text, "<style>\n"
                   "text{font-family:'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif;"
                   "text-anchor:middle}\n"
                   ".line{stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\n"
                   ".seam{stroke-width:4;stroke-dasharray:10 8}.rim{stroke-width:5}\n"
                   ".ghost{opacity:.45;stroke-width:1.5;stroke-linejoin:round}\n"
                   ".ring{fill:none;stroke-width:4}.dots{stroke-dasharray:2 7;"
                   "stroke-linecap:round}\n.closed{opacity:.4}.last{font-weight:bold}\n");
    add_scheme(text, theme == SVG_DARK ? &dark : &light);
    if (theme == SVG_AUTO) {
        text_add(text, "@media (prefers-color-scheme: dark){\n");
        add_scheme(text, &dark);
        text_add(text, "}\n");
    }
    text_add(text, "</style>\n<defs><pattern id=\"hatch\" width=\"14\" height=\"14\" "
                   "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                   "<path d=\"M0 0V14\" stroke=\"#000\" stroke-opacity=\".28\" "
                   "stroke-width=\"5\"/></pattern></defs>\n");
}

bool svg_theme_find(const char *name, enum svg_theme *theme) {
    static const char *const names[] = {"auto", "light", "dark"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) {
            *theme = (enum svg_theme)i;
            return true;
        }
    return false;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void add_plain(struct text *text, const char *plain) {
    char room[TEXT_CHARACTER];
    for (const char *next; (next = text_escape(&plain, room));)
        text_add(text, next);
}

static void add_words(struct text *text, double x, double y, double size, const char *classes,
                      const char *words) {
    text_addf(text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">", classes, x,
              y + size * 0.36, size);
    add_plain(text, words);
    text_add(text, "</text>\n");
}

/* A triangle of a colour; red is hatched. */
static void add_triangle(struct text *text, const struct place corner[3],
                         enum picture_colour colour, const char *before, const char *behind) {
    char path[96];
    snprintf(path, sizeof path, "d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/>", corner[0].x, corner[0].y,
             corner[1].x, corner[1].y, corner[2].x, corner[2].y);
    text_addf(text, "<path class=\"%s%s%s\" %s\n", before, class_names[colour], behind, path);
    if (colour == PICTURE_RED)
        text_addf(text, "<path fill=\"url(#hatch)\" %s\n", path);
}

/* Adds the values of a piece, each close to its corner. */
static void add_values(struct text *text, const char value[3], const struct place corner[3],
                       const struct place *middle, double size, const char *classes) {
    for (int k = 0; k < 3; k++) {
        char letter[2] = {value[k], '\0'};
        add_words(text, corner[k].x + (middle->x - corner[k].x) * 0.52,
                  corner[k].y + (middle->y - corner[k].y) * 0.52, size, classes, letter);
    }
}

/* Adds a cell's number, and its note on the broader side of the triangle. */
static void add_note(struct text *text, const struct picture_cell *cell,
                     const struct place corner[3], const struct place *middle, double radius,
                     const char *classes) {
    int below = 0;
    for (int k = 0; k < 3; k++)
        below += corner[k].y > middle->y;
    double way = radius * (below > 1 ? 0.45 : -0.45);
    add_words(text, middle->x, middle->y - way * 0.7, radius * 0.6, classes, cell->label);
    add_words(text, middle->x, middle->y + way, radius * 0.8, classes, cell->note);
}

static void add_label(const struct canvas *canvas, const struct picture_cell *cell,
                      const struct place corner[3]) {
    struct place middle;
    double radius = fmin(circle_inside(corner, &middle), canvas->radius);
    double size = radius * (strlen(cell->label) > 2 ? 0.8 : 1);
    const char *name = class_names[cell->colour];
    char classes[40];
    struct text *text = canvas->text;
    if (cell->marks & (PICTURE_LAST | PICTURE_TAKEN))
        text_addf(text, "<circle class=\"ring ring-%s%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                  name, cell->marks & PICTURE_LAST ? "" : " dots", middle.x, middle.y,
                  radius * (cell->value[0] ? 0.25 : 0.88));
    snprintf(classes, sizeof classes, "on-%s%s%s", name,
             cell->marks & PICTURE_CLOSED ? " closed" : "",
             cell->marks & PICTURE_LAST ? " last" : "");
    if (cell->value[0])
        add_values(text, cell->value, corner, &middle, radius * 0.85, classes);
    else if (cell->note[0])
        add_note(text, cell, corner, &middle, radius, classes);
    else
        add_words(text, middle.x, middle.y, size, classes, cell->label);
}

static void add_cell(const struct canvas *canvas, int i) {
    const struct picture_cell *cell = &canvas->picture->cell[i];
    struct place corner[3];
    corners_of(canvas, i, NOT_SHIFTED, corner);
    add_triangle(canvas->text, corner, cell->colour, "line ",
                 cell->marks & (PICTURE_LAST | PICTURE_TAKEN) ? " marked" : "");
    if (cell->label[0] || cell->value[0])
        add_label(canvas, cell, corner);
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
static void add_ghost(const struct canvas *canvas, int i) {
    const struct picture_edge *edge = &canvas->picture->edge[i];
    if (edge->across < 0 || is_drawn_before(canvas->picture, i))
        return;
    const struct picture_cell *cell = &canvas->picture->cell[edge->across];
    struct place corner[3], middle;
    corners_of(canvas, edge->across, edge->shift, corner);
    double size = fmin(circle_inside(corner, &middle), canvas->radius) * 0.8;
    text_addf(canvas->text, "<g class=\"ghost\">\n");
    add_triangle(canvas->text, corner, cell->colour, "", "");
    text_addf(canvas->text,
              "<text class=\"on-%s\" stroke=\"none\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">%s"
              "</text></g>\n",
              class_names[cell->colour], middle.x, middle.y + size * 0.36, size, cell->label);
}

/* Adds an edge of the rim: dashed if it is glued; with a pawn if it belongs to a side. */
static void add_edge(const struct canvas *canvas, const struct picture_edge *edge) {
    struct place a = at(canvas, edge->from, NOT_SHIFTED), b = at(canvas, edge->to, NOT_SHIFTED);
    text_addf(canvas->text, "<path class=\"line %s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
              edge->across >= 0 ? "seam" : "rim", a.x, a.y, b.x, b.y);
    if (edge->colour != PICTURE_EMPTY)
        text_addf(canvas->text, "<circle class=\"line %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                  class_names[edge->colour], (a.x + b.x) / 2, (a.y + b.y) / 2,
                  canvas->radius * 0.4);
}

static void add_piece(const struct canvas *canvas, const struct picture_piece *piece) {
    struct place end[2] = {at(canvas, piece->point[0], NOT_SHIFTED),
                           at(canvas, piece->point[piece->points - 1], NOT_SHIFTED)};
    double radius = canvas->radius * (piece->points > 1 ? 1.2 : 0.85);
    struct text *text = canvas->text;
    if (piece->points > 1)
        text_addf(text,
                  "<path class=\"line\" style=\"stroke-width:%.1f\" d=\"M%.1f %.1fL%.1f "
                  "%.1f\"/>\n",
                  radius * 0.8, end[0].x, end[0].y, end[1].x, end[1].y);
    for (int k = 0; k < piece->points; k++) {
        struct place p = at(canvas, piece->point[k], NOT_SHIFTED);
        const char *name = class_names[piece->colour[k]];
        bool marked = piece->marks & (PICTURE_LAST | PICTURE_TAKEN);
        text_addf(text, "<circle class=\"line %s%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", name,
                  marked ? " marked" : "", p.x, p.y, radius);
        if (piece->colour[k] == PICTURE_RED)
            text_addf(text, "<circle fill=\"url(#hatch)\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                      p.x, p.y, radius);
        if (marked)
            text_addf(text, "<circle class=\"ring ring-%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
                      name, p.x, p.y, radius * 0.75);
        if (piece->label[0]) {
            char classes[40];
            snprintf(classes, sizeof classes, "on-%s", name);
            add_words(text, p.x, p.y, radius, classes, piece->label);
        }
    }
}

/* Adds a triangle of a colour and who plays it, from x on. */
static void add_side(const struct canvas *canvas, const struct picture_side *side, double x,
                     double y) {
    struct place corner[3] = {{x, y + 12}, {x + 14, y - 14}, {x + 28, y + 12}};
    add_triangle(canvas->text, corner, side->colour, "line ", "");
    text_addf(canvas->text,
              "<text class=\"words\" style=\"text-anchor:start\" x=\"%.1f\" y=\"%.1f\" "
              "font-size=\"%d\">%s</text>\n",
              x + 42, y + LETTERS * 0.36, LETTERS, _(side->name));
}

/* Adds all sides in one line. */
static void add_sides(const struct canvas *canvas, double y) {
    double step = canvas->width / (canvas->picture->sides + 1);
    for (int i = 0; i < canvas->picture->sides; i++)
        add_side(canvas, &canvas->picture->side[i], step * (i + 1) - 64, y);
}

/* Adds a ring around each of the points in a row that have ended the game. */
static void add_line(const struct canvas *canvas, const struct picture_line *line) {
    double radius = canvas->radius * 1.55;
    for (int k = 0; k < line->points; k++) {
        struct place p = at(canvas, line->point[k], NOT_SHIFTED);
        text_addf(canvas->text,
                  "<circle class=\"line\" style=\"fill:none;stroke-width:%.1f\" cx=\"%.1f\" "
                  "cy=\"%.1f\" r=\"%.1f\"/>\n",
                  canvas->radius * 0.35, p.x, p.y, radius);
    }
}

/* Adds a piece of a hand, or with values NULL the back of one. */
static void add_held(const struct canvas *canvas, const char *values, enum picture_colour colour,
                     double x, double y) {
    double high = HAND_SIDE * 0.866;
    struct place corner[3] = {{x, y - high / 2},
                              {x + HAND_SIDE / 2.0, y + high / 2},
                              {x - HAND_SIDE / 2.0, y + high / 2}};
    struct place middle;
    double radius = circle_inside(corner, &middle);
    char classes[40];
    snprintf(classes, sizeof classes, "on-%s", class_names[colour]);
    add_triangle(canvas->text, corner, colour, "line ", "");
    if (values)
        add_values(canvas->text, values, corner, &middle, radius * 0.95, classes);
    else
        add_words(canvas->text, middle.x, middle.y, radius, classes, "?");
}

/* Adds the hands of all sides, in rows. */
static void add_hands(const struct canvas *canvas, double y) {
    int columns = hand_columns(canvas);
    for (int i = 0; i < canvas->picture->sides; i++) {
        const struct picture_hand *hand = &canvas->picture->hand[i];
        const struct picture_side *side = &canvas->picture->side[i];
        add_side(canvas, side, MARGIN, y);
        for (int k = 0; k < hand->pieces + hand->hidden; k++)
            add_held(canvas, k < hand->pieces ? hand->piece[k] : NULL,
                     k < hand->pieces ? side->colour : PICTURE_EMPTY,
                     MARGIN + HAND_NAME + HAND_STEP * (k % columns + 0.5),
                     y + k / columns * HAND_HEIGHT); /* rows. NOLINT(bugprone-integer-division) */
        y += hand_rows(canvas, i) * HAND_HEIGHT;
    }
}

void draw_svg(const struct picture *picture, enum svg_theme theme, const struct svg_words *words,
              struct text *text) {
    struct canvas canvas = {.picture = picture, .text = text};
    frame(&canvas, words);
    text_addf(text,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
              "height=\"%.0f\" role=\"img\">\n",
              canvas.width, canvas.height, canvas.width, canvas.height);
    text_add(text, "<title>");
    add_plain(text, words->title ? words->title : "a board");
    text_add(text, "</title>\n");
    add_style(text, theme);
    text_add(text, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    for (int i = 0; i < picture->edges; i++)
        add_ghost(&canvas, i);
    for (int i = 0; i < picture->cells; i++)
        add_cell(&canvas, i);
    for (int i = 0; i < picture->edges; i++)
        add_edge(&canvas, &picture->edge[i]);
    for (int i = 0; i < picture->pieces; i++)
        add_piece(&canvas, &picture->piece[i]);
    add_line(&canvas, &picture->line);
    for (int i = 0; i < picture->labels; i++) {
        struct place p = at(&canvas, picture->label[i].at, NOT_SHIFTED);
        add_words(text, p.x, p.y, canvas.radius, "words", picture->label[i].text);
    }
    double bottom = canvas.height - LINE / 2.0;
    if (words->title)
        add_words(text, canvas.width / 2, LINE / 2.0 + 6, LETTERS, "words", words->title);
    if (words->caption) {
        add_words(text, canvas.width / 2, bottom, LETTERS, "words", words->caption);
        bottom -= LINE;
    }
    if (has_hands(picture))
        add_hands(&canvas, bottom + LINE / 2.0 - (hands_rows(&canvas) - 0.5) * HAND_HEIGHT);
    else if (picture->sides > 0)
        add_sides(&canvas, bottom);
    text_add(text, "</svg>\n");
}

/* Errors of writing are noticed by output_write(), or on standard output by main(). */
static bool svg_write_text(void *context, FILE *file, struct error *error) {
    const struct text *text = context;
    (void)error;
    fwrite(text->bytes, 1, text->length, file);
    return true;
}

bool draw_svg_save(const char *path, const struct picture *picture, enum svg_theme theme,
                   const struct svg_words *words, struct error *error) {
    struct text text = {0};
    draw_svg(picture, theme, words, &text);
    bool done = text.failed ? error_memory(error)
                            : output_write(strcmp(path, "-") == 0 ? NULL : path, svg_write_text,
                                           &text, error);
    text_free(&text);
    return done;
}
