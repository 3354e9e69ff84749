/* lattice.c - the lattice of a surface's periods. The coordinates of a point in the basis of the
 * periods are fractions; multiplied by their common denominator, `scale`, they are integers, and
 * nothing is rounded. */
#include "grids/build.h"

int64_t cross_product(struct grid_point a, struct grid_point b, struct grid_point c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static int64_t cross(struct grid_point a, struct grid_point b) {
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static int64_t dot(struct grid_point a, struct grid_point b) {
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static int64_t floor_divide(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static struct grid_point plus_times(struct grid_point a, int64_t times, struct grid_point b) {
    return (struct grid_point){(int)(a.x + times * b.x), (int)(a.y + times * b.y)};
}

/* Makes the basis a shortest one, by Lagrange's reduction: few of its combinations can then lie in
 * a small box. */
static void reduce_basis(struct lattice *lattice) {
    struct grid_point *p = lattice->period;
    for (;;) {
        if (dot(p[0], p[0]) > dot(p[1], p[1])) {
            struct grid_point swap = p[0];
            p[0] = p[1];
            p[1] = swap;
        }
        int64_t square = dot(p[0], p[0]);
        int64_t times = floor_divide(2 * dot(p[0], p[1]) + square, 2 * square);
        struct grid_point shorter = plus_times(p[1], -times, p[0]);
        if (dot(shorter, shorter) >= dot(p[1], p[1]))
            return;
        p[1] = shorter;
    }
}

bool lattice_start(struct lattice *lattice, int periods, const struct grid_point *period) {
    *lattice = (struct lattice){.periods = periods};
    for (int i = 0; i < periods; i++) {
        lattice->period[i] = period[i];
        if (period[i].x == 0 && period[i].y == 0)
            return false;
    }
    if (periods < 2)
        return true;
    if (cross(period[0], period[1]) == 0)
        return false;
    reduce_basis(lattice);
    lattice->area = cross(lattice->period[0], lattice->period[1]);
    if (lattice->area < 0) {
        lattice->area = -lattice->area;
        struct grid_point swap = lattice->period[0];
        lattice->period[0] = lattice->period[1];
        lattice->period[1] = swap;
    }
    return true;
}

/* Returns coordinate `which` of a point in the basis of the periods, times *scale. */
static int64_t coordinate(const struct lattice *lattice, struct grid_point point, int which,
                          int64_t *scale) {
    const struct grid_point *p = lattice->period;
    *scale = lattice->periods == 2 ? lattice->area : dot(p[0], p[0]);
    if (lattice->periods == 1)
        return dot(point, p[0]);
    return which == 0 ? cross(point, p[1]) : cross(p[0], point);
}

struct grid_point lattice_reduce(const struct lattice *lattice, struct grid_point point) {
    struct grid_point reduced = point;
    for (int i = 0; i < lattice->periods; i++) {
        int64_t scale;
        int64_t along = coordinate(lattice, point, i, &scale);
        reduced = plus_times(reduced, -floor_divide(along, scale), lattice->period[i]);
    }
    return reduced;
}

/* The multiples of period `which` that can lie in the box: the least and the greatest value that
 * the coordinate takes at the four corners. */
static void range_in_box(const struct lattice *lattice, struct grid_point low,
                         struct grid_point high, int which, int64_t *first, int64_t *last) {
    *first = *last = 0;
    if (which >= lattice->periods)
        return;
    for (int i = 0; i < 4; i++) {
        struct grid_point corner = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y};
        int64_t scale;
        int64_t along = coordinate(lattice, corner, which, &scale);
        int64_t above = -floor_divide(-along, scale), below = floor_divide(along, scale);
        *first = i == 0 || above < *first ? above : *first;
        *last = i == 0 || below > *last ? below : *last;
    }
}

int lattice_in_box(const struct lattice *lattice, struct grid_point low, struct grid_point high,
                   struct grid_point *found) {
    int64_t first[2], last[2];
    for (int i = 0; i < 2; i++) {
        range_in_box(lattice, low, high, i, &first[i], &last[i]);
        if (last[i] - first[i] > LATTICE_BOX_MAX)
            return -1;
    }
    int count = 0;
    for (int64_t a = first[0]; a <= last[0]; a++)
        for (int64_t b = first[1]; b <= last[1]; b++) {
            struct grid_point at = plus_times((struct grid_point){0, 0}, a, lattice->period[0]);
            at = plus_times(at, b, lattice->period[1]);
            if (at.x < low.x || at.x > high.x || at.y < low.y || at.y > high.y)
                continue;
            if (count == LATTICE_BOX_MAX)
                return -1;
            found[count++] = at;
        }
    return count;
}
