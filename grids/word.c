/* word.c - the board made from a word.
 *
 * The same word must give the same board for ever, so every step is integer arithmetic on numbers
 * drawn from random.h, and nothing here may change once released; tests pin the result. GRIDS.md
 * describes the method, so that it can be implemented independently.
 */
#include "base/error.h"
#include "base/language.h"
#include "base/random.h"
#include "base/text.h"
#include "grids/build.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WORD_MAX = 32,
    CELLS_MIN = 8,
    USUAL_CELLS = 48,
    IRREGULAR_FROM = 24, /* cells; on fewer there are not enough irregular boards */
    WIDTH = 10000,
    ATTEMPTS = 4000, /* usually a few are enough; the limit only makes sure that it ends */
    ROUNDS = 12,     /* of relaxation before an attempt is given up */
    PLACE_TRIES = 60,
    RISE = 7, /* the least angle: its tangent is 7/15, 25 degrees */
    RUN = 15
};

bool grid_is_word(const char *text) {
    const char *at = text;
    for (size_t length; (length = text_letter(at)) > 0;)
        at += length;
    return !*at && at > text && at - text <= WORD_MAX;
}

/* FNV-1a of the word, the number of cells and the surface, each followed by a zero byte. */
static uint64_t seed_of(const char *word, int cells, const char *surface) {
    char number[16];
    snprintf(number, sizeof number, "%d", cells);
    const char *parts[] = {word, number, surface};
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 3; i++)
        for (const char *at = parts[i];; at++) {
            hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
            if (!*at)
                break;
        }
    return hash;
}

/* The nearest whole number to the square root of number / scale. */
static int rounded_root(int64_t number, int64_t scale) {
    int twice = 0;
    while ((int64_t)(twice + 1) * (twice + 1) <= 4 * number / scale)
        twice++;
    return (twice + 1) / 2;
}

/* ---- triangulation --------------------------------------------------------------------------- */

/* Delaunay triangulation of points on a torus or a cylinder, in integers, by gift wrapping: each
 * side that has no triangle yet gets the vertex whose circle through the side contains no other
 * vertex. The width is 10000 and the height at most 15000, so that exact predicates fit 64 bits. */
enum { MESH_VERTICES_MAX = 160, MESH_DEGREE_MAX = 16 };

struct mesh_triangle {
    int vertex[3];           /* clockwise as drawn */
    struct grid_point at[3]; /* copies of the vertices that lie together, not reduced */
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

static int64_t word_turn(struct vector a, struct vector b) {
    return a.x * b.y - a.y * b.x;
}

/* Positive if d lies inside of the circle through 0, b, c, which turn clockwise as drawn. */
static int64_t in_circle(struct vector b, struct vector c, struct vector d) {
    int64_t b2 = b.x * b.x + b.y * b.y, c2 = c.x * c.x + c.y * c.y, d2 = d.x * d.x + d.y * d.y;
    return b2 * word_turn(d, c) + c2 * word_turn(b, d) + d2 * word_turn(c, b);
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
                if (word_turn(along, d) <= 0)
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
        if (grid_same_point(wrapper->done[from][i], along))
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

/* The side from vertex 0 to its nearest neighbour, which is in every Delaunay triangulation. */
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

/* Triangulates the vertices. False if four of them lie on an empty circle, if there are not
 * exactly `wanted` triangles, or if a vertex has more than MESH_DEGREE_MAX. */
static bool mesh_triangulate(struct mesh *mesh, int wanted) {
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

/* Moves every vertex to the mean of the centroids of its triangles, weighted with their areas; a
 * border vertex only along the border. The triangles are out of date then. */
static void mesh_relax(struct mesh *mesh) {
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

/* Whether the tangent of the angle at `a` is at least RISE / RUN. */
static bool is_wide(struct grid_point a, struct grid_point b, struct grid_point c) {
    struct grid_point ab = difference(b, a), ac = difference(c, a);
    int64_t dot = (int64_t)ab.x * ac.x + (int64_t)ab.y * ac.y;
    return RUN * cross_product(a, b, c) >= RISE * dot;
}

static bool triangles_are_wide(const struct mesh *mesh) {
    for (int i = 0; i < mesh->triangles; i++) {
        const struct mesh_triangle *t = &mesh->triangle[i];
        for (int k = 0; k < 3; k++) {
            int next = (k + 1) % 3;
            if (t->vertex[k] == t->vertex[next] ||
                !is_wide(t->at[k], t->at[next], t->at[(k + 2) % 3]))
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

/* Whether every angle has a tangent of at least RISE / RUN, every inner vertex 4 to 8 triangles, a
 * border vertex 2 to 5, and no triangle has the same vertex twice. */
static bool mesh_is_well_shaped(const struct mesh *mesh) {
    int degree[MESH_VERTICES_MAX];
    count_degrees(mesh, degree);
    for (int v = 0; v < mesh->vertices; v++) {
        int least = mesh->on_border[v] ? 2 : 4, most = mesh->on_border[v] ? 5 : 8;
        if (degree[v] < least || degree[v] > most)
            return false;
    }
    return triangles_are_wide(mesh);
}

/* Whether at least two in five of the inner vertices have more or fewer than 6 triangles. */
static bool mesh_is_irregular(const struct mesh *mesh) {
    int degree[MESH_VERTICES_MAX], inner = 0, other = 0;
    count_degrees(mesh, degree);
    for (int v = 0; v < mesh->vertices; v++)
        if (!mesh->on_border[v]) {
            inner++;
            other += degree[v] != 6;
        }
    return 5 * other >= 2 * inner;
}

/* ---- points ---------------------------------------------------------------------------------- */

static int64_t distance_squared(const struct mesh *mesh, struct grid_point a, struct grid_point b) {
    int x = abs(a.x - b.x), y = abs(a.y - b.y);
    if (x > mesh->width - x)
        x = mesh->width - x;
    if (mesh->torus && y > mesh->height - y)
        y = mesh->height - y;
    return (int64_t)x * x + (int64_t)y * y;
}

static bool is_far_from_all(const struct mesh *mesh, struct grid_point p, int64_t least) {
    for (int v = 0; v < mesh->vertices; v++)
        if (distance_squared(mesh, mesh->vertex[v], p) < least)
            return false;
    return true;
}

static void add_vertex(struct mesh *mesh, struct grid_point p, bool on_border) {
    mesh->on_border[mesh->vertices] = on_border;
    mesh->vertex[mesh->vertices++] = p;
}

/* Vertices on the edges of a cylinder: one in each of m equal stretches, in its middle half. */
static void draw_border(struct mesh *mesh, struct random *random, int m) {
    int stretch = mesh->width / m;
    for (int edge = 0; edge < 2; edge++)
        for (int i = 0; i < m; i++) {
            int x = i * mesh->width / m + stretch / 4 +
                    (int)random_below(random, (uint32_t)(stretch / 2));
            add_vertex(mesh, (struct grid_point){x, edge * mesh->height}, true);
        }
}

/* Draws points one by one; a point that is too near to an earlier one is drawn again. */
static bool draw_inside(struct mesh *mesh, struct random *random, int count, int64_t least) {
    for (int i = 0; i < count; i++) {
        struct grid_point p;
        int tries = 0;
        do {
            if (tries++ == PLACE_TRIES)
                return false;
            p.x = (int)random_below(random, (uint32_t)mesh->width);
            p.y = (int)random_below(random, (uint32_t)mesh->height);
        } while (!is_far_from_all(mesh, p, least));
        add_vertex(mesh, p, false);
    }
    return true;
}

static bool draw_mesh(struct mesh *mesh, struct random *random, int cells, bool torus) {
    *mesh = (struct mesh){.torus = torus, .width = WIDTH, .height = WIDTH};
    int inside = cells / 2;
    if (!torus) {
        int m = rounded_root(433 * (int64_t)cells, 1000);
        m = m < 3 ? 3 : m;
        inside -= m;
        mesh->height = 433 * WIDTH / 1000 * cells / (m * m);
        draw_border(mesh, random, m);
    }
    int64_t area_of_two_cells = (int64_t)mesh->width * mesh->height * 2 / cells;
    return draw_inside(mesh, random, inside, area_of_two_cells / 2) &&
           mesh_triangulate(mesh, cells);
}

/* ---- cells in reading order ------------------------------------------------------------------ */

struct placed {
    struct grid_triangle triangle;
    int band;
    struct grid_point middle; /* three times the centroid */
};

static int compare_placed(const void *first, const void *second) {
    const struct placed *a = first, *b = second;
    if (a->band != b->band)
        return a->band - b->band;
    return a->middle.x != b->middle.x ? a->middle.x - b->middle.x : a->middle.y - b->middle.y;
}

static int floor_to(int value, int period) {
    int rest = value % period;
    return value - rest - (rest < 0 ? period : 0);
}

/* Moves a triangle so that its centroid lies in the fundamental domain, and lets it begin with its
 * topmost corner, the leftmost of two. */
static struct placed word_place(const struct mesh *mesh, const struct mesh_triangle *t, int bands) {
    int x = t->at[0].x + t->at[1].x + t->at[2].x, y = t->at[0].y + t->at[1].y + t->at[2].y;
    int shift_x = floor_to(x, 3 * mesh->width) / 3;
    int shift_y = mesh->torus ? floor_to(y, 3 * mesh->height) / 3 : 0;
    int first = 0;
    for (int k = 1; k < 3; k++)
        if (t->at[k].y < t->at[first].y ||
            (t->at[k].y == t->at[first].y && t->at[k].x < t->at[first].x))
            first = k;
    struct placed placed = {.middle = {x - 3 * shift_x, y - 3 * shift_y}};
    placed.band = placed.middle.y * bands / (3 * mesh->height);
    placed.triangle.border = GRID_BORDER;
    for (int k = 0; k < 3; k++) {
        struct grid_point p = t->at[(first + k) % 3];
        placed.triangle.corner[k] = (struct grid_point){p.x - shift_x, p.y - shift_y};
    }
    return placed;
}

/* On a cylinder two corners at the top make a cell of border 2, two at the bottom of border 1. */
static void set_border(const struct mesh *mesh, struct grid_triangle *triangle) {
    int top = 0, bottom = 0;
    for (int k = 0; k < 3; k++) {
        top += triangle->corner[k].y == 0;
        bottom += triangle->corner[k].y == mesh->height;
    }
    if (!mesh->torus && (top == 2 || bottom == 2))
        triangle->border = top == 2 ? GRID_BORDER_2 : GRID_BORDER_1;
}

static struct grid *number_cells(const struct mesh *mesh, const char *name, struct error *error) {
    struct placed placed[GRID_CELLS_MAX];
    struct grid_triangle triangles[GRID_CELLS_MAX];
    int count = mesh->triangles;
    int bands = rounded_root((int64_t)577 * count * mesh->height, 1000 * (int64_t)mesh->width);
    for (int i = 0; i < count; i++)
        placed[i] = word_place(mesh, &mesh->triangle[i], bands < 1 ? 1 : bands);
    qsort(placed, (size_t)count, sizeof placed[0], compare_placed);
    for (int i = 0; i < count; i++) {
        triangles[i] = placed[i].triangle;
        set_border(mesh, &triangles[i]);
    }
    struct grid_point period[2] = {{mesh->width, 0}, {0, mesh->height}};
    error->text[0] = '\0';
    return grid_build(name, count, triangles, mesh->torus ? 2 : 1, period, fault_keep_first, error);
}

/* ---- attempts -------------------------------------------------------------------------------- */

/* Relaxes as often as it takes to be well shaped and no more, so that the board stays irregular. */
static bool shape_mesh(struct mesh *mesh, int cells) {
    for (int round = 0; round < ROUNDS; round++) {
        mesh_relax(mesh);
        if (!mesh_triangulate(mesh, cells))
            return false;
        if (mesh_is_well_shaped(mesh))
            return cells < IRREGULAR_FROM || mesh_is_irregular(mesh);
    }
    return false;
}

struct grid *grid_from_word(const char *word, int cells, enum grid_surface surface,
                            struct error *error) {
    if (!grid_is_word(word))
        return error_null(error,
                          _("%.60s: a word is 1 to %d letters and digits (an accented letter "
                            "counts as two)"),
                          word, WORD_MAX);
    if (cells < CELLS_MIN || cells > GRID_CELLS_MAX || cells % 2)
        return error_null(error, _("%s: the cells must be an even number from %d to %d, not %d"),
                          word, CELLS_MIN, GRID_CELLS_MAX, cells);
    if (surface != GRID_TORUS && surface != GRID_CYLINDER)
        return error_null(error, _("%s: the surface must be a torus or a cylinder"), word);
    bool torus = surface == GRID_TORUS;
    char name[GRID_NAME_MAX + 1], size[8] = "";
    if (cells != USUAL_CELLS || !torus)
        snprintf(size, sizeof size, "-%d", cells);
    /* The name must not be that of a shape, because it would mean the shape. */
    snprintf(name, sizeof name, "%s%s%s%s", grid_is_shape(word) ? "word-" : "", word, size,
             torus ? "" : "-cylinder");
    struct random random;
    random_seed(&random, seed_of(word, cells, torus ? "torus" : "cylinder"));
    struct mesh mesh;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (!draw_mesh(&mesh, &random, cells, torus) || !shape_mesh(&mesh, cells))
            continue;
        struct grid *grid = number_cells(&mesh, name, error);
        if (grid && grid_is_trivalent(grid, error)) /* as Triancey needs */
            return grid;
        grid_free(grid);
        if (error->kind == ERROR_MEMORY) /* the next attempt would be another board */
            return NULL;
    }
    return error_null(error, _("%s: no board of %d cells in %d attempts"), word, cells, ATTEMPTS);
}
