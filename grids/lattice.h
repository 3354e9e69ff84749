/* lattice.h - exact arithmetic with the periods of a surface. Private to grids/.
 *
 * All products are of differences of coordinates below 8 * GRID_COORDINATE_MAX: they fit 64 bits.
 */
#ifndef TRIANCEY_LATTICE_H
#define TRIANCEY_LATTICE_H

#include "grids/grid.h"

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

#endif
