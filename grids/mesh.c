/* mesh.c - see mesh.h. Gift wrapping: across each side that has no triangle yet, the vertex is
 * taken whose circle through the side holds no other. */
#include "grids/mesh.h"
#include "grids/lattice.h"

enum { QUEUE_MAX = 3 * GRID_CELLS_MAX + 2 };

struct vector {
    int64_t x, y;
};

/* A side that needs a triangle to its right: from a vertex to a copy of another. */
struct open_side {
    int from, to;
    struct grid_point at, along;
};

struct wrapper {
    struct mesh *mesh;
    int done_count[MESH_VERTICES_MAX]; /* sides from each vertex that have their triangle */
    struct grid_point done[MESH_VERTICES_MAX][MESH_DEGREE_MAX];
    int queued;
    struct open_side queue[QUEUE_MAX];
};

static int64_t turn(struct vector a, struct vector b) {
    return a.x * b.y - a.y * b.x;
}

/* Positive if d lies inside of the circle through 0, b, c, which turn clockwise as drawn. */
static int64_t in_circle(struct vector b, struct vector c, struct vector d) {
    int64_t b2 = b.x * b.x + b.y * b.y, c2 = c.x * c.x + c.y * c.y, d2 = d.x * d.x + d.y * d.y;
    return b2 * turn(d, c) + c2 * turn(b, d) + d2 * turn(c, b);
}

/* The shortest representative of a difference along a period, in -period/2 .. period/2 - 1. */
static int wrap(int difference, int period) {
    int half = period / 2;
    int moved = (difference + half) % period;
    return (moved < 0 ? moved + period : moved) - half;
}

/* The best third vertex right of the side, as its number and its place relative to the side's
 * start. -1 if there is none, -2 if two are equally good. */
static int find_third(const struct mesh *mesh, const struct open_side *side, struct vector *place) {
    struct vector along = {side->along.x, side->along.y};
    struct grid_point from = mesh->vertex[side->from];
    int best = -1;
    bool tie = false;
    int rows = mesh->torus ? 1 : 0;
    for (int w = 0; w < mesh->vertices; w++) {
        int x = wrap(mesh->vertex[w].x - from.x, mesh->width);
        int y = mesh->vertex[w].y - from.y;
        y = mesh->torus ? wrap(y, mesh->height) : y;
        for (int i = -1; i <= 1; i++)
            for (int j = -rows; j <= rows; j++) {
                struct vector d = {x + i * mesh->width, y + j * mesh->height};
                if (turn(along, d) <= 0)
                    continue;
                int64_t inside = best < 0 ? 1 : in_circle(along, *place, d);
                if (inside > 0) {
                    best = w;
                    *place = d;
                }
                if (inside >= 0)
                    tie = inside == 0;
            }
    }
    return tie ? -2 : best;
}

static bool is_done(const struct wrapper *wrapper, int from, struct grid_point along) {
    for (int i = 0; i < wrapper->done_count[from]; i++)
        if (same_point(wrapper->done[from][i], along))
            return true;
    return false;
}

static struct grid_point difference(struct grid_point a, struct grid_point b) {
    return (struct grid_point){a.x - b.x, a.y - b.y};
}

/* Notes that this side has its triangle and that its other face needs one. */
static bool finish_side(struct wrapper *wrapper, const struct mesh_triangle *triangle, int k) {
    int from = triangle->vertex[k], to = triangle->vertex[(k + 1) % 3];
    struct grid_point p = triangle->at[k], q = triangle->at[(k + 1) % 3];
    struct grid_point along = difference(q, p);
    if (wrapper->done_count[from] == MESH_DEGREE_MAX || is_done(wrapper, from, along) ||
        wrapper->queued == QUEUE_MAX)
        return false;
    wrapper->done[from][wrapper->done_count[from]++] = along;
    wrapper->queue[wrapper->queued++] = (struct open_side){to, from, q, difference(p, q)};
    return true;
}

/* The nearest neighbour of vertex 0: that side belongs to every Delaunay triangulation. */
static struct open_side first_side(const struct mesh *mesh) {
    struct open_side side = {.at = mesh->vertex[0]};
    int64_t least = INT64_MAX;
    for (int w = 1; w < mesh->vertices; w++) {
        struct grid_point d = difference(mesh->vertex[w], mesh->vertex[0]);
        d.x = wrap(d.x, mesh->width);
        d.y = mesh->torus ? wrap(d.y, mesh->height) : d.y;
        int64_t square = (int64_t)d.x * d.x + (int64_t)d.y * d.y;
        if (square < least) {
            least = square;
            side.to = w;
            side.along = d;
        }
    }
    return side;
}

static bool add_triangle(struct wrapper *wrapper, const struct open_side *side, int third,
                         struct vector place) {
    struct mesh *mesh = wrapper->mesh;
    struct mesh_triangle *triangle = &mesh->triangle[mesh->triangles++];
    *triangle =
        (struct mesh_triangle){.vertex = {side->from, side->to, third},
                               .at = {side->at,
                                      {side->at.x + side->along.x, side->at.y + side->along.y},
                                      {side->at.x + (int)place.x, side->at.y + (int)place.y}}};
    for (int k = 0; k < 3; k++)
        if (!finish_side(wrapper, triangle, k))
            return false;
    return true;
}

bool mesh_triangulate(struct mesh *mesh, int wanted) {
    struct wrapper wrapper = {.mesh = mesh};
    struct open_side first = first_side(mesh);
    struct grid_point end = {first.at.x + first.along.x, first.at.y + first.along.y};
    wrapper.queue[wrapper.queued++] = first;
    wrapper.queue[wrapper.queued++] =
        (struct open_side){first.to, first.from, end, difference(first.at, end)};
    mesh->triangles = 0;
    for (int next = 0; next < wrapper.queued; next++) {
        const struct open_side *side = &wrapper.queue[next];
        if (is_done(&wrapper, side->from, side->along))
            continue;
        struct vector place = {0, 0};
        int third = find_third(mesh, side, &place);
        if (third == -1 && !mesh->torus)
            continue; /* beyond lies the border */
        if (third < 0 || mesh->triangles == wanted || !add_triangle(&wrapper, side, third, place))
            return false;
    }
    return mesh->triangles == wanted;
}

void mesh_relax(struct mesh *mesh) {
    struct vector sum[MESH_VERTICES_MAX] = {{0, 0}};
    int64_t weight[MESH_VERTICES_MAX] = {0};
    for (int i = 0; i < mesh->triangles; i++) {
        const struct mesh_triangle *t = &mesh->triangle[i];
        int64_t area = cross_product(t->at[0], t->at[1], t->at[2]);
        int x = t->at[0].x + t->at[1].x + t->at[2].x, y = t->at[0].y + t->at[1].y + t->at[2].y;
        for (int k = 0; k < 3; k++) {
            int v = t->vertex[k];
            sum[v].x += area * (x - 3 * t->at[k].x);
            sum[v].y += area * (y - 3 * t->at[k].y);
            weight[v] += 3 * area;
        }
    }
    for (int v = 0; v < mesh->vertices; v++) {
        struct grid_point *p = &mesh->vertex[v];
        p->x = (int)((p->x + sum[v].x / weight[v] + mesh->width) % mesh->width);
        if (mesh->on_border[v])
            continue;
        p->y += (int)(sum[v].y / weight[v]);
        if (mesh->torus)
            p->y = (p->y + mesh->height) % mesh->height;
    }
}

static bool is_wide(struct grid_point a, struct grid_point b, struct grid_point c, int rise,
                    int run) {
    struct grid_point ab = difference(b, a), ac = difference(c, a);
    int64_t dot = (int64_t)ab.x * ac.x + (int64_t)ab.y * ac.y;
    return run * cross_product(a, b, c) >= rise * dot;
}

static bool triangles_are_wide(const struct mesh *mesh, int rise, int run) {
    for (int i = 0; i < mesh->triangles; i++) {
        const struct mesh_triangle *t = &mesh->triangle[i];
        for (int k = 0; k < 3; k++) {
            int next = (k + 1) % 3;
            if (t->vertex[k] == t->vertex[next] ||
                !is_wide(t->at[k], t->at[next], t->at[(k + 2) % 3], rise, run))
                return false;
        }
    }
    return true;
}

static void count_degrees(const struct mesh *mesh, int *degree) {
    for (int v = 0; v < mesh->vertices; v++)
        degree[v] = 0;
    for (int i = 0; i < mesh->triangles; i++)
        for (int k = 0; k < 3; k++)
            degree[mesh->triangle[i].vertex[k]]++;
}

bool mesh_is_well_shaped(const struct mesh *mesh, int rise, int run) {
    int degree[MESH_VERTICES_MAX];
    count_degrees(mesh, degree);
    for (int v = 0; v < mesh->vertices; v++) {
        int least = mesh->on_border[v] ? 2 : 4, most = mesh->on_border[v] ? 5 : 8;
        if (degree[v] < least || degree[v] > most)
            return false;
    }
    return triangles_are_wide(mesh, rise, run);
}

bool mesh_is_irregular(const struct mesh *mesh) {
    int degree[MESH_VERTICES_MAX], inner = 0, other = 0;
    count_degrees(mesh, degree);
    for (int v = 0; v < mesh->vertices; v++)
        if (!mesh->on_border[v]) {
            inner++;
            other += degree[v] != 6;
        }
    return 5 * other >= 2 * inner;
}
