/* build.h - faults, lattices and half-built grids, for the files that build grids. Private to
 * grids/ and its tests. */
#ifndef TRIANCEY_BUILD_H
#define TRIANCEY_BUILD_H

#include "grids/grid.h"

#include <stddef.h>

/* ---- faults ---------------------------------------------------------------------------------- */

/* Collects faults: counts all of them, but passes on only the first FAULTS_SHOWN. */
enum { FAULTS_SHOWN = 40 };
struct faults {
    grid_fault *report; /* may be NULL */
    void *context;
    int count;
};

void faults_add(struct faults *faults, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void faults_add_memory(struct faults *faults); /* "out of memory" */
void faults_end(struct faults *faults);

/* A grid_fault that keeps the first fault in its context, a struct error that begins empty. */
grid_fault fault_keep_first;

/* ---- lattices -------------------------------------------------------------------------------- */

/* Exact arithmetic with the periods of a surface. All products are of differences of coordinates
 * below 8 * GRID_COORDINATE_MAX: they fit 64 bits. */
struct lattice {
    int periods;                 /* 0, 1 or 2 */
    struct grid_point period[2]; /* a shortest basis, not always the one given */
    int64_t area;                /* of the torus, positive; 0 with less than two periods */
};

enum { LATTICE_BOX_MAX = 64 };

/* Twice the area of the triangle abc, positive if it goes clockwise as drawn. */
int64_t cross_product(struct grid_point a, struct grid_point b, struct grid_point c);

/* False if the periods do not span a surface: a period of length 0, or two parallel ones. */
bool lattice_start(struct lattice *lattice, int periods, const struct grid_point *period);

/* The one point of the fundamental domain that is `point` modulo the periods. */
struct grid_point lattice_reduce(const struct lattice *lattice, struct grid_point point);

/* Every sum of periods that lies in the box with these corners, edges included. Returns how many
 * there are, or -1 if more than LATTICE_BOX_MAX. */
int lattice_in_box(const struct lattice *lattice, struct grid_point low, struct grid_point high,
                   struct grid_point *found);

/* ---- grids ----------------------------------------------------------------------------------- */

/* A grid while it is built. */
struct build {
    struct grid *grid;
    struct lattice lattice;
    const struct grid_triangle *triangles;
    int8_t mate[GRID_CELLS_MAX][3]; /* which side of the neighbour is glued to this side */
    struct faults faults;
};

/* Reports what is wrong with cells that are glued already (check.c). */
void check_open_sides(struct build *build);
void check_overlaps(struct build *build);
void check_neighbours(struct build *build);
bool check_connected(struct build *build); /* false: they are not */
void check_whole(struct build *build);

/* How many cells can be reached from cell 0 across sides; *lost becomes the first that cannot. */
int grid_reach(const struct grid *grid, int *lost);

/* ---- files ----------------------------------------------------------------------------------- */

enum { GRID_FILE_MAX = 65536 }; /* bytes of a grid file */

/* Makes a grid from the text of a grid file; `source` begins every fault that is reported. Returns
 * NULL if there was one. The text need not end in a zero. */
struct grid *grid_parse(const char *source, const char *text, size_t length, grid_fault *fault,
                        void *context);

#endif
