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
#include "draw/terminal.h"
#include "games/picture.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds the picture as lines of at most terminal->columns columns; returns how many: at most `rows`.
 */
int draw_terminal(const struct picture *picture, const struct terminal *terminal, int rows,
                  struct text *text);

/* How many numbers of cells draw_terminal() leaves out, because they would touch others or stand
 * outside their cells. */
int draw_terminal_left_out(const struct picture *picture, const struct terminal *terminal,
                           int rows);

/* ---- rasters --------------------------------------------------------------------------------- */

/* A picture cut into the characters of a terminal, before anything is drawn (raster.c). Each
 * character is two dots wide and four high, as braille has it. The raster knows to which cell each
 * dot belongs, through which dots the edges of cells run, and finds room for short texts inside
 * cells and beside them. */

enum { RASTER_ACROSS = 2, RASTER_DOWN = 4, RASTER_DOTS = RASTER_ACROSS * RASTER_DOWN };
enum { RASTER_OUTSIDE = -1 };

/* A character of the terminal. */
struct raster_place {
    int16_t cell[RASTER_DOTS]; /* of each dot, row by row; or RASTER_OUTSIDE */
    unsigned char lines;       /* the dots on edges, bit i for dot i */
    unsigned char links;       /* the dots on lines that hold a piece together, bit i for dot i */
    char slope;                /* of the edge through it, as ASCII: - / \ | or 0 */
    char letter;               /* of a text; 0: none */
    int16_t owner;             /* whose text it is, as the caller numbers them */
};

struct raster {
    const struct picture *picture;
    int columns, rows;
    double scale_x, scale_y, shift_x, shift_y; /* from the picture's coordinates to dots */
    struct raster_place *place;                /* row by row; one allocation */
};

/* Cuts a picture so that it fits these columns and rows and fills them well: it may be stretched to
 * twice its width. Free it with raster_free(). */
void raster_make(struct raster *raster, const struct picture *picture, int columns, int rows);
void raster_free(struct raster *raster);

/* The character in which a point lies. */
void raster_find(const struct raster *raster, struct grid_point at, int *column, int *row);

/* Writes a text where it lies best inside a cell, for this owner. False: less than `share`
 * percent of it would lie inside. With a share of 0 it is always written. */
bool raster_write_inside(struct raster *raster, int cell, const char *text, int owner, int share);

/* Writes a letter inside a cell on the way to its corner k, where there is room. */
void raster_write_corner(struct raster *raster, int cell, int k, char letter, int owner);

/* Writes a text outside of all cells, close to the middle of an edge. False: there is no room. */
bool raster_write_beside(struct raster *raster, const struct picture_edge *edge, const char *text,
                         int owner);

/* Writes a text with its middle at a point, whatever is there. */
void raster_write_at(struct raster *raster, struct grid_point at, const char *text, int owner);

/* Draws a line two dots wide that holds the points of a piece together. */
void raster_link(struct raster *raster, struct grid_point from, struct grid_point to);

/* ---- parts ----------------------------------------------------------------------------------- */

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
