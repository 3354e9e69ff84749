/* mesh.h - Delaunay triangulation of points on a torus or a cylinder, in integers. Private to
 * grids/.
 *
 * The boards made from words depend on every decision here: nothing in it may ever change. The
 * width is 10000 and the height at most 15000, so that exact predicates fit 64 bits.
 */
#ifndef TRIANCEY_MESH_H
#define TRIANCEY_MESH_H

#include "grids/grid.h"

enum { MESH_VERTICES_MAX = 160, MESH_DEGREE_MAX = 16 };

struct mesh_triangle {
    int vertex[3];           /* clockwise as drawn */
    struct grid_point at[3]; /* copies of them that lie together, not reduced */
};

struct mesh {
    bool torus; /* else a cylinder */
    int width, height;
    int vertices;
    struct grid_point vertex[MESH_VERTICES_MAX];
    bool on_border[MESH_VERTICES_MAX]; /* at y = 0 or y = height of a cylinder */
    int triangles;
    struct mesh_triangle triangle[GRID_CELLS_MAX];
};

/* Triangulates the vertices. False if four of them lie on an empty circle, if there are not
 * exactly `wanted` triangles, or if a vertex has more than MESH_DEGREE_MAX. */
bool mesh_triangulate(struct mesh *mesh, int wanted);

/* Moves every vertex to the mean of the centroids of its triangles, weighted with their areas; a
 * border vertex only along the border. The triangles are out of date then. */
void mesh_relax(struct mesh *mesh);

/* Whether every angle has a tangent of at least `rise` / `run`, every inner vertex 4 to 8
 * triangles, a border vertex 2 to 5, and no triangle has the same vertex twice. */
bool mesh_is_well_shaped(const struct mesh *mesh, int rise, int run);

/* Whether at least two in five of the inner vertices have more or fewer than 6 triangles. */
bool mesh_is_irregular(const struct mesh *mesh);

#endif
