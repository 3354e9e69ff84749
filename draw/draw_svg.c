/* draw_svg.c - a pen that writes SVG. Colours are classes of a style sheet, so that one drawing can
 * be light or dark. */
#include "config.h"

#include "draw/draw_svg.h"

#include "base/error.h"
#include "base/output.h"
#include "draw/drawing.h"

#include <stdio.h>
#include <string.h>

/* The calls of the pen come first: a pen is one of these. */
struct svg_pen {
    struct pen pen;
    struct text *text;
    bool ghost;
};

/* ---- style ----------------------------------------------------------------------------------- */

static const char *const class_names[PICTURE_COLOURS] = {
    [PICTURE_EMPTY] = "empty",   [PICTURE_LIGHT] = "pale", [PICTURE_DARK] = "deep",
    [PICTURE_YELLOW] = "yellow", [PICTURE_RED] = "red",    [PICTURE_WHITE] = "white",
    [PICTURE_BLUE] = "blue",     [PICTURE_GREEN] = "green"};

static void add_scheme(struct text *text, const struct pen_scheme *scheme) {
    text_addf(text, ".paper{fill:%s}.words{fill:%s}.line{stroke:%s}.ghost{stroke:%s}\n",
              scheme->paper, scheme->ink, scheme->edge, scheme->edge);
    for (int i = 0; i < PICTURE_COLOURS; i++)
        text_addf(text, ".%s{fill:%s}.%s.marked{fill:%s}.on-%s{fill:%s}.ring-%s{stroke:%s}\n",
                  class_names[i], scheme->tint[i].ground, class_names[i], scheme->tint[i].marked,
                  class_names[i], scheme->tint[i].letters, class_names[i], scheme->tint[i].letters);
}

static void add_style(struct text *text, enum svg_theme theme) {
    const struct pen_stroke *stroke = pen_strokes;
    text_addf(text,
              "<style>\ntext{font-family:'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif;"
              "text-anchor:middle}\n"
              ".line{stroke-width:%g;stroke-linejoin:round;stroke-linecap:round}\n"
              ".seam{stroke-width:%g;stroke-dasharray:%g %g}.rim{stroke-width:%g}\n"
              ".ghost{opacity:%g;stroke-width:%g;stroke-linejoin:round}\n"
              ".ring{fill:none;stroke-width:%g}.dots{stroke-dasharray:%g %g;"
              "stroke-linecap:round}\n.closed{opacity:%g}.last{font-weight:bold}\n",
              stroke[PEN_LINE].width, stroke[PEN_SEAM].width, stroke[PEN_SEAM].dash,
              stroke[PEN_SEAM].gap, stroke[PEN_RIM].width, PEN_GHOST_ALPHA, PEN_GHOST_WIDTH,
              stroke[PEN_RING].width, stroke[PEN_DOTS].dash, stroke[PEN_DOTS].gap,
              PEN_CLOSED_ALPHA);
    add_scheme(text, theme == SVG_DARK ? &pen_dark : &pen_light);
    if (theme == SVG_AUTO) {
        text_add(text, "@media (prefers-color-scheme: dark){\n");
        add_scheme(text, &pen_dark);
        text_add(text, "}\n");
    }
    text_addf(text,
              "</style>\n<defs><pattern id=\"hatch\" width=\"%d\" height=\"%d\" "
              "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
              "<path d=\"M0 0V%d\" stroke=\"#000\" stroke-opacity=\"%g\" "
              "stroke-width=\"%d\"/></pattern></defs>\n",
              PEN_HATCH_STEP, PEN_HATCH_STEP, PEN_HATCH_STEP, PEN_HATCH_ALPHA, PEN_HATCH_WIDTH);
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

/* ---- the calls ------------------------------------------------------------------------------- */

static const char *const line_names[PEN_LINES] = {
    [PEN_NO_LINE] = "",     [PEN_LINE] = "line",      [PEN_SEAM] = "line seam",
    [PEN_RIM] = "line rim", [PEN_RING] = "ring ring", [PEN_DOTS] = "ring ring",
};

/* Adds a shape, whose form is given as attributes: its own, and if it is filled with red, the
 * hatching over it. */
static void add_shape(struct text *text, const char *tag, const struct pen_look *look,
                      const char *form) {
    text_addf(text, "<%s class=\"%s", tag, line_names[look->line]);
    if (look->filled)
        text_addf(text, "%s%s%s", look->line == PEN_NO_LINE ? "" : " ", class_names[look->colour],
                  look->marked ? " marked" : "");
    else if (look->line == PEN_RING || look->line == PEN_DOTS)
        text_addf(text, "-%s%s", class_names[look->colour], look->line == PEN_DOTS ? " dots" : "");
    text_add(text, "\"");
    if (look->width > 0)
        text_addf(text, " style=\"%sstroke-width:%.1f\"", *tag == 'c' ? "fill:none;" : "",
                  look->width);
    text_addf(text, " %s/>\n", form);
    if (look->filled && look->colour == PICTURE_RED)
        text_addf(text, "<%s fill=\"url(#hatch)\" %s/>\n", tag, form);
}

static struct svg_pen *svg_pen_of(struct pen *pen) {
    return (struct svg_pen *)pen;
}

static void svg_path(struct pen *pen, const struct place *point, int points,
                     const struct pen_look *look) {
    char form[96];
    if (points == 3)
        snprintf(form, sizeof form, "d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"", point[0].x, point[0].y,
                 point[1].x, point[1].y, point[2].x, point[2].y);
    else
        snprintf(form, sizeof form, "d=\"M%.1f %.1fL%.1f %.1f\"", point[0].x, point[0].y,
                 point[1].x, point[1].y);
    add_shape(svg_pen_of(pen)->text, "path", look, form);
}

static void svg_circle(struct pen *pen, struct place middle, double radius,
                       const struct pen_look *look) {
    char form[96];
    snprintf(form, sizeof form, "cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", middle.x, middle.y, radius);
    add_shape(svg_pen_of(pen)->text, "circle", look, form);
}

static void svg_words(struct pen *pen, struct place at, double size, const struct pen_ink *ink,
                      const char *words) {
    struct text *text = svg_pen_of(pen)->text;
    text_addf(text, "<text class=\"%s%s%s%s\"", ink->label ? "on-" : "words",
              ink->label ? class_names[ink->colour] : "", ink->closed ? " closed" : "",
              ink->last ? " last" : "");
    text_add(text, ink->start ? " style=\"text-anchor:start\"" : "");
    text_add(text, svg_pen_of(pen)->ghost ? " stroke=\"none\"" : "");
    /* Letters of this size have their middle on the place. */
    text_addf(text, " x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">", at.x, at.y + size * 0.36, size);
    text_add_escaped(text, words);
    text_add(text, "</text>\n");
}

static void svg_ghost(struct pen *pen, bool begins) {
    svg_pen_of(pen)->ghost = begins;
    text_add(svg_pen_of(pen)->text, begins ? "<g class=\"ghost\">\n" : "</g>\n");
}

/* ---- the document ---------------------------------------------------------------------------- */

void draw_svg(const struct picture *picture, enum svg_theme theme, const struct svg_words *words,
              struct text *text) {
    struct svg_pen pen = {{svg_path, svg_circle, svg_words, svg_ghost}, text, false};
    struct drawing drawing;
    drawing_begin(&drawing, picture, words->title, words->caption);
    text_addf(text,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
              "height=\"%.0f\" role=\"img\">\n",
              drawing.width, drawing.height, drawing.width, drawing.height);
    text_add(text, "<title>");
    text_add_escaped(text, words->title ? words->title : "a board");
    text_add(text, "</title>\n");
    add_style(text, theme);
    text_add(text, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    drawing_paint(&drawing, &pen.pen);
    text_add(text, "</svg>\n");
}

bool draw_svg_save(const char *path, const struct picture *picture, enum svg_theme theme,
                   const struct svg_words *words, struct error *error) {
    struct text text = {0};
    draw_svg(picture, theme, words, &text);
    bool done = output_write_text(strcmp(path, "-") == 0 ? NULL : path, &text, error);
    text_free(&text);
    return done;
}
