/* drawing.h - draws a picture with a pen, from the back to the front: ghosts of glued cells, cells,
 * edges, pieces, words.
 *
 * Glued edges are dashed; beyond them the cells that they lead to are drawn once more, faintly. The
 * last move is ringed, what it took has a dotted ring. Pieces that cover a cell show their values
 * at its corners; what the sides hold stands below the board.
 */
#ifndef TRIANCEY_DRAW_DRAWING_H
#define TRIANCEY_DRAW_DRAWING_H

#include "games/picture.h"

#include <stdbool.h>

/* ---- the looks of a pen ---------------------------------------------------------------------- */

/* The few calls that a drawing consists of, and the colours of all drawings. Drawing code names
 * roles; a pen (SVG as text, pixels by cairo) knows what they look like. */

/* In units of the drawing, x to the right and y downwards. */
struct place {
    double x, y;
};

enum pen_line {
    PEN_NO_LINE,
    PEN_LINE, /* of cells and pieces */
    PEN_SEAM, /* a glued edge: dashed */
    PEN_RIM,  /* a border */
    PEN_RING, /* in the colour of letters */
    PEN_DOTS, /* a ring of dots */
    PEN_LINES
};

/* How a shape looks. Red that fills something is hatched. */
struct pen_look {
    bool filled;
    bool marked; /* in the brighter ground of its colour */
    enum picture_colour colour;
    enum pen_line line;
    double width; /* of the line; 0: the usual one */
};

/* How words look: on the paper, or as a label on a colour. */
struct pen_ink {
    bool label;
    bool closed, last; /* faint; bold */
    bool start;        /* they begin at the place, instead of having their middle there */
    enum picture_colour colour;
};

struct pen {
    /* A triangle (3 points) or a line (2). */
    void (*path)(struct pen *pen, const struct place *point, int points,
                 const struct pen_look *look);
    void (*circle)(struct pen *pen, struct place middle, double radius,
                   const struct pen_look *look);
    void (*words)(struct pen *pen, struct place at, double size, const struct pen_ink *ink,
                  const char *words);
    /* Until it ends, everything is faint, with a thin line around. */
    void (*ghost)(struct pen *pen, bool begins);
};

/* ---- colours and widths ---------------------------------------------------------------------- */

/* The shades of a colour as "#rrggbb": its ground, its ground when marked, the letters on it. */
struct pen_tint {
    const char *ground, *marked, *letters;
};

struct pen_scheme {
    const char *paper, *ink, *edge;
    struct pen_tint tint[PICTURE_COLOURS];
};

extern const struct pen_scheme pen_light, pen_dark;

/* Lines by kind: how wide, and if dashed, the dash and the gap. */
struct pen_stroke {
    double width, dash, gap;
};
extern const struct pen_stroke pen_strokes[PEN_LINES];

#define PEN_GHOST_ALPHA  0.45
#define PEN_GHOST_WIDTH  1.5
#define PEN_CLOSED_ALPHA 0.4

/* The hatching: black lines, diagonal. */
#define PEN_HATCH_STEP  14
#define PEN_HATCH_WIDTH 5
#define PEN_HATCH_ALPHA 0.28

/* A drawing that is laid out; it holds what it was made of, and owns nothing. */
struct drawing {
    const struct picture *picture;
    const char *title, *caption; /* a line above it and one below; NULL: none */
    struct pen *pen;
    double scale, left, top; /* of the board's coordinates */
    double width, height;    /* of the whole; the longer side of the board is 1000 */
    double radius;           /* of the circle inside of a usual cell */
};

/* Lays it out: then `width` and `height` are known. */
void drawing_begin(struct drawing *drawing, const struct picture *picture, const char *title,
                   const char *caption);

/* Draws all of it. */
void drawing_paint(struct drawing *drawing, struct pen *pen);

#endif
