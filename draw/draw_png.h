/* draw_png.h - a picture as PNG: a card for previews of an address, or the drawing alone. It looks
 * like the drawing as SVG (draw_svg.h) in light colours.
 *
 * Words are set in DejaVu Sans or what the system has in its place. Words with a letter that the
 * font does not have are left out: a name in another script is better missing than a row of boxes.
 */
#ifndef TRIANCEY_DRAW_DRAW_PNG_H
#define TRIANCEY_DRAW_DRAW_PNG_H

#include "base/text.h"
#include "games/picture.h"

/* The picture that messengers show beside a link. They want it nearly twice as wide as high, and at
 * least this large. */
enum { PNG_CARD_WIDTH = 600, PNG_CARD_HEIGHT = 315, PNG_LINES = 5 };

/* The words on a card, plain text; what is too long is cut. */
struct png_card {
    const char *site;            /* the name of the site that the address belongs to */
    const char *title;           /* up to four lines of it fit */
    const char *line[PNG_LINES]; /* NULL: none */
};

/* Adds the bytes of a card; picture NULL: the sign of the game in place of a board. False and a
 * message. */
bool draw_png_card(const struct picture *picture, const struct png_card *card, struct text *png,
                   struct error *error);

/* Adds the bytes of a drawing with a title above it (NULL: none), as wide as a drawing is in units.
 * False and a message. */
bool draw_png(const struct picture *picture, const char *title, struct text *png,
              struct error *error);

/* Adds the sign of the game, a square of this many pixels. False and a message. */
bool draw_png_sign(int side, struct text *png, struct error *error);

#endif
