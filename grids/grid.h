/* grid.h - the board as an incidence structure: cells, sides, corners.
 *
 * A grid is a surface cut into triangles. It is built once, checked while it is built, and never
 * changes afterwards, so it may be read from any number of threads. It knows nothing of games.
 *
 * Cells are numbered from 0. Side k of a cell joins its corners k and (k + 1) % 3; the three
 * corners go round every cell in one turning sense, clockwise as drawn. Drawing coordinates are
 * integers, x to the right and y downwards, and are not reduced modulo the periods of the surface:
 * a cell that crosses the seam is drawn whole, partly outside the fundamental domain.
 *
 * Errors: a function that can fail returns NULL or false and leaves one line that says what was
 * wrong and where (base/error.h). Nothing is half built.
 */
#ifndef TRIANCEY_GRID_H
#define TRIANCEY_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    GRID_CELLS_MAX = 256,
    GRID_CORNERS_MAX = GRID_CELLS_MAX + 2, /* reached by a strip that is a disc */
    GRID_NAME_MAX = 63,                    /* bytes of a name, without the final zero */
    GRID_COORDINATE_MAX = 1000000 /* so that a product of differences fits 64 bits with ease */
};

/* What lies across a side when no cell does. A plain border is just an edge; borders 1 and 2 are
 * numbered for games that give them an owner (the pawns around the board of Archipel). */
enum { GRID_BORDER = -1, GRID_BORDER_1 = -2, GRID_BORDER_2 = -3 };

enum grid_surface {
    GRID_PLANE,    /* no period */
    GRID_CYLINDER, /* left and right edges glued: one period */
    GRID_TORUS,    /* opposite edges glued: two periods */
    GRID_ABSTRACT  /* given by its sides alone: no corners, no coordinates */
};

struct grid_point {
    int x, y;
};

static inline bool grid_same_point(struct grid_point a, struct grid_point b) {
    return a.x == b.x && a.y == b.y;
}

struct grid {
    char name[GRID_NAME_MAX + 1]; /* one word, since it stands in lines of the protocol */
    enum grid_surface surface;
    int cells;
    int16_t side[GRID_CELLS_MAX][3]; /* the neighbour across side k, or a GRID_BORDER number */

    /* Not for GRID_ABSTRACT, where corners is 0 and the rest is zero. */
    int corners;
    int16_t corner[GRID_CELLS_MAX][3];          /* corner k of a cell */
    int16_t around_start[GRID_CORNERS_MAX + 1]; /* corner c is met by cells around[start[c]] to */
    int16_t around[3 * GRID_CELLS_MAX];         /* around[start[c+1]-1], in clockwise order */
    bool closed[GRID_CORNERS_MAX]; /* the cells go all the way round: c is not on a border */
    struct grid_point point[GRID_CELLS_MAX][3]; /* where corner k of a cell is drawn */
    struct grid_point period[2];                /* of the surface; {0, 0} where there is none */
};

/* Which side of a cell leads to another cell; -1: none. Neighbours share one side only. */
static inline int grid_side_to(const struct grid *grid, int cell, int other) {
    for (int k = 0; k < 3; k++)
        if (grid->side[cell][k] == other)
            return k;
    return -1;
}

/* Every function below that returns a grid passes its ownership; free it with grid_free(). */
void grid_free(struct grid *grid);

/* ---- builders -------------------------------------------------------------------------------- */

/* One triangle for grid_build(): its corners in any turning sense, and the border that its open
 * sides lie on (GRID_BORDER when the grid file says nothing). */
struct grid_triangle {
    struct grid_point corner[3];
    int border;
};

/* Called once for each fault found, with one line of text that names the cell, and with its kind
 * (base/error.h). */
typedef void grid_fault(void *context, enum error_kind kind, const char *text);

/* Makes a grid of `count` triangles on the surface with the given periods (0, 1 or 2 of them):
 * sides that coincide modulo the periods are glued. Checks everything that GRIDS.md lists and
 * reports each fault to `fault`; returns NULL if there was one. */
struct grid *grid_build(const char *name, int count, const struct grid_triangle *triangles,
                        int periods, const struct grid_point *period, grid_fault *fault,
                        void *context);

/* A GRID_ABSTRACT grid from its sides alone, as the protocol spells boards out. Neighbours must be
 * mutual, none may be the cell itself or stand twice in one cell, and the surface must be
 * connected. */
struct grid *grid_from_sides(const char *name, int cells, const int16_t (*side)[3],
                             struct error *error);

/* The regular shapes: `torus WxH`, `cylinder WxH`, `triangle N`, `hexagon N`, `hexagon A,B`,
 * `parallelogram WxH`. A hyphen may replace the blank, and does in the name of the grid. The
 * numbering is described in GRIDS.md. is_shape says whether the text begins with the word of a
 * shape at all. */
bool grid_is_shape(const char *text);
struct grid *grid_from_shape(const char *text, struct error *error);

/* The board made from a word (letters and digits of any script, 1 to 32 bytes, case counts), 8 to
 * 256 cells, an even number; surface is GRID_TORUS or GRID_CYLINDER. The same word always gives the
 * same board, on every machine and in every later version: only integers decide. GRIDS.md describes
 * the method. */
bool grid_is_word(const char *text);
struct grid *grid_from_word(const char *word, int cells, enum grid_surface surface,
                            struct error *error);

/* ---- files and the library ------------------------------------------------------------------- */

/* Reads a grid file. grid_check() does the same but reports every fault, not only the first; it
 * returns the grid if there is no fault. */
struct grid *grid_load(const char *path, struct error *error);
struct grid *grid_check(const char *path, grid_fault *fault, void *context);

/* Reads a file that has other sections besides a grid's: their rows go to row(), in their order,
 * which sets the error (empty before) if a row is wrong. */
typedef void grid_row(void *context, const char *section, const char *key, const char *value,
                      struct error *error);
struct grid *grid_load_with(const char *path, grid_row *row, void *context, struct error *error);

/* Letters and digits of any script (text_letter()) and -_.,+, in UTF-8 and at most GRID_NAME_MAX
 * bytes: the characters of a name. */
bool grid_name_is_valid(const char *name);

/* Whether a file has the name of the board in it, NAME.ini; and whether it is in the folder of the
 * library, where this is required. */
bool grid_is_named_as(const struct grid *grid, const char *path);
bool grid_is_of_library(const char *path);

/* Whether the library has a board of this name. */
bool grid_is_in_library(const char *name);

/* The path of a file NAME.ini that ships in a folder; free() it. NULL: there is none, or memory ran
 * out. */
char *grid_shipped_path(const char *folder, const char *name);

/* The board of the library that a name may have meant: one that differs in one letter (added,
 * missing or different), or in two for longer names. False: there is none. */
bool grid_near_miss(const char *name, char near[GRID_NAME_MAX + 1]);

/* Writes a grid as a file that grid_load() reads back to an equal structure. The text is allocated
 * (free() it). Not for GRID_ABSTRACT: returns NULL. */
char *grid_to_ini(const struct grid *grid);

/* The board that a person or a protocol line names: a file (its name holds a '/' or ends in
 * ".ini"), a shape, a board of the library, or else a word. `word NAME [cells N] [surface S]`
 * insists on the word and sets its options. */
struct grid *grid_find(const char *text, struct error *error);

/* Whether grid_find() would open a file for this text: a text that comes from a stranger must not.
 */
bool grid_is_file(const char *text);

/* The names of the boards in the library, sorted; ends with NULL; one allocation (free() it). */
char **grid_library(void);

/* ---- checks that games share ----------------------------------------------------------------- */

/* Every side of every cell leads to a cell or a numbered border, and the three differ: what the
 * Triancey family needs. Returns false and a message that names the first cell where it fails. */
bool grid_is_trivalent(const struct grid *grid, struct error *error);

#endif
