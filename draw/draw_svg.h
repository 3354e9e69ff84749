/* draw_svg.h - a picture as SVG: for pages, manuals and print. Red is hatched, so that colours
 * differ without colour vision and on paper.
 */
#ifndef TRIANCEY_DRAW_DRAW_SVG_H
#define TRIANCEY_DRAW_DRAW_SVG_H

#include "base/text.h"
#include "games/picture.h"

enum svg_theme {
    SVG_AUTO, /* light or dark as the viewer prefers (CSS prefers-color-scheme) */
    SVG_LIGHT,
    SVG_DARK
};

/* "auto", "light", "dark". False: none of these. */
bool svg_theme_find(const char *name, enum svg_theme *theme);

/* Words around the picture, plain text: a line above it and one below; NULL: none. */
struct svg_words {
    const char *title, *caption;
};

/* Adds a whole SVG document. Memory that runs out marks the text as failed. */
void draw_svg(const struct picture *picture, enum svg_theme theme, const struct svg_words *words,
              struct text *text);

/* Writes the document into a file as output_write() does, "-" for standard output. False and a
 * message. */
bool draw_svg_save(const char *path, const struct picture *picture, enum svg_theme theme,
                   const struct svg_words *words, struct error *error);

#endif
