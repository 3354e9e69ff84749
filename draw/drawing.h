/* drawing.h - draws a picture with a pen, from the back to the front: ghosts of glued cells, cells,
 * edges, pieces, words.
 *
 * Glued edges are dashed; beyond them the cells that they lead to are drawn once more, faintly. The
 * last move is ringed, what it took has a dotted ring. Pieces that cover a cell show their values at
 * its corners; what the sides hold stands below the board.
 */
#ifndef TRIANCEY_DRAW_DRAWING_H
#define TRIANCEY_DRAW_DRAWING_H

#include "draw/pen.h"

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
