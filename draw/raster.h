/* raster.h - a picture cut into the characters of a terminal, before anything is drawn.
 *
 * Each character is two dots wide and four high, as braille has it. The raster knows to which cell
 * each dot belongs, through which dots the edges of cells run, and finds room for short texts
 * inside cells and beside them.
 */
#ifndef TRIANCEY_DRAW_RASTER_H
#define TRIANCEY_DRAW_RASTER_H

#include "games/picture.h"

#include <stdbool.h>
#include <stdint.h>

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

#endif
