/* draw_terminal.h - a picture on a terminal: triangles as triangles, with their numbers.
 *
 * Where two colours meet, characters are divided into four; edges between cells of one colour are
 * drawn in braille; without Unicode, everything is ASCII. The last move stands in [brackets], what
 * it took in (parentheses), where there is room; both are also brighter. Points in a row that have
 * ended the game stand in <angle brackets>. Beside the rim stand the numbers of the cells that are
 * glued to it, in their colours, and the pawns of a coloured border. The hands of the sides stand
 * below.
 */
#ifndef TRIANCEY_DRAW_DRAW_TERMINAL_H
#define TRIANCEY_DRAW_DRAW_TERMINAL_H

#include "base/text.h"
#include "draw/raster.h"
#include "draw/terminal.h"
#include "games/picture.h"

/* Adds the picture as lines of at most terminal->columns columns; returns how many: at most `rows`.
 */
int draw_terminal(const struct picture *picture, const struct terminal *terminal, int rows,
                  struct text *text);

/* How many numbers of cells draw_terminal() leaves out, because they would touch others or stand
 * outside their cells. */
int draw_terminal_left_out(const struct picture *picture, const struct terminal *terminal,
                           int rows);

/* A picture that may be larger than the window, and the part of it that is shown there. */
struct drawn_part {
    struct raster raster; /* free it with raster_free() */
    int left, top;        /* the first column and row of the raster that are shown */
    int columns, rows;    /* of the part, without the hands below it */
    int lines;            /* of the part with the hands */
};

/* How large the picture must be drawn, in percent of the window, so that every number has room; 400
 * at most. */
int draw_terminal_zoom(const struct picture *picture, const struct terminal *terminal, int rows);

/* Adds a picture drawn this large: as much as the window has room for, around a point. */
void draw_terminal_part(const struct picture *picture, const struct terminal *terminal, int rows,
                        int zoom, struct grid_point around, struct text *text,
                        struct drawn_part *part);

/* The number of the cell in a column and a row of the part, from 0; or -1. */
int drawn_part_cell(const struct drawn_part *part, int column, int row);

/* The number of the nearest point that moves name, if it is near; or -1. */
int drawn_part_place(const struct drawn_part *part, int column, int row);

#endif
