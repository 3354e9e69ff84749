/* check.c - looks for everything that can be wrong with glued triangles; GRIDS.md lists it. */
#include "grids/build.h"

#include "base/error.h"
#include "base/language.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- faults ---------------------------------------------------------------------------------- */

void faults_add(struct faults *faults, const char *format, ...) {
    if (faults->count++ >= FAULTS_SHOWN || !faults->report)
        return;
    struct error text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    faults->report(faults->context, ERROR_INPUT, text.text);
}

void faults_add_memory(struct faults *faults) {
    if (faults->count++ < FAULTS_SHOWN && faults->report)
        faults->report(faults->context, ERROR_MEMORY, _("out of memory"));
}

void faults_end(struct faults *faults) {
    if (faults->count <= FAULTS_SHOWN || !faults->report)
        return;
    struct error text;
    int more = faults->count - FAULTS_SHOWN;
    snprintf(text.text, sizeof text.text,
             ngettext("and %d more fault", "and %d more faults", (unsigned long)more), more);
    faults->report(faults->context, ERROR_INPUT, text.text);
}

void fault_keep_first(void *context, enum error_kind kind, const char *text) {
    struct error *error = context;
    if (!error->text[0])
        error_set_kind(error, kind, "%s", text);
}

/* ---- boxes ----------------------------------------------------------------------------------- */

static int least(int a, int b, int c) {
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int greatest(int a, int b, int c) {
    return -least(-a, -b, -c);
}

struct box {
    struct grid_point low, high;
};

static struct box box_of(const struct grid_point p[3]) {
    return (struct box){{least(p[0].x, p[1].x, p[2].x), least(p[0].y, p[1].y, p[2].y)},
                        {greatest(p[0].x, p[1].x, p[2].x), greatest(p[0].y, p[1].y, p[2].y)}};
}

/* The translations that bring `moved` to touch `fixed`; -1 if there are too many to try. */
static int translations(const struct build *build, struct box fixed, struct box moved,
                        struct grid_point *found) {
    struct grid_point low = {fixed.low.x - moved.high.x, fixed.low.y - moved.high.y};
    struct grid_point high = {fixed.high.x - moved.low.x, fixed.high.y - moved.low.y};
    return lattice_in_box(&build->lattice, low, high, found);
}

static struct grid_point translate(struct grid_point p, struct grid_point by) {
    return (struct grid_point){p.x + by.x, p.y + by.y};
}

/* ---- open sides ------------------------------------------------------------------------------ */

static bool is_inside_segment(struct grid_point p, struct grid_point a, struct grid_point b) {
    if (cross_product(a, b, p) != 0)
        return false;
    int64_t from_a = ((int64_t)p.x - a.x) * (b.x - a.x) + ((int64_t)p.y - a.y) * (b.y - a.y);
    int64_t from_b = ((int64_t)p.x - b.x) * (a.x - b.x) + ((int64_t)p.y - b.y) * (a.y - b.y);
    return from_a > 0 && from_b > 0;
}

/* Finds a cell with a corner in the middle of this side; -1: none. */
static int find_corner_in_side(const struct build *build, int cell, int k) {
    const struct grid *grid = build->grid;
    struct grid_point a = grid->point[cell][k], b = grid->point[cell][(k + 1) % 3];
    struct box side = box_of((struct grid_point[3]){a, b, b});
    for (int j = 0; j < grid->cells; j++)
        for (int c = 0; c < 3; c++) {
            struct grid_point found[LATTICE_BOX_MAX], p = grid->point[j][c];
            int count = translations(build, side, (struct box){p, p}, found);
            for (int t = 0; t < count; t++)
                if (is_inside_segment(translate(p, found[t]), a, b))
                    return j;
        }
    return -1;
}

static void check_open_side(struct build *build, int cell, int k) {
    const struct grid *grid = build->grid;
    struct grid_point a = grid->point[cell][k], b = grid->point[cell][(k + 1) % 3];
    int other = find_corner_in_side(build, cell, k);
    if (other >= 0)
        faults_add(&build->faults,
                   _("cell %d: a corner of cell %d lies in the middle of its side %d,%d to %d,%d"),
                   cell, other, a.x, a.y, b.x, b.y);
    else if (grid->surface == GRID_TORUS)
        faults_add(&build->faults, _("cell %d: no neighbour across its side %d,%d to %d,%d"), cell,
                   a.x, a.y, b.x, b.y);
}

void check_open_sides(struct build *build) {
    const struct grid *grid = build->grid;
    for (int i = 0; i < grid->cells; i++) {
        bool open = false;
        for (int k = 0; k < 3; k++)
            if (grid->side[i][k] < 0) {
                open = true;
                check_open_side(build, i, k);
            }
        int border = build->triangles[i].border;
        if (!open && border != GRID_BORDER)
            faults_add(&build->faults,
                       _("cell %d: listed on border %d, but none of its sides is open"), i,
                       border == GRID_BORDER_1 ? 1 : 2);
    }
}

/* ---- overlaps -------------------------------------------------------------------------------- */

/* Whether all of q lies on or outside some side of the clockwise triangle p. Two triangles have no
 * common inner point if and only if this is true for one or the other of them. */
static bool separates(const struct grid_point p[3], const struct grid_point q[3]) {
    for (int k = 0; k < 3; k++) {
        struct grid_point a = p[k], b = p[(k + 1) % 3];
        if (cross_product(a, b, q[0]) <= 0 && cross_product(a, b, q[1]) <= 0 &&
            cross_product(a, b, q[2]) <= 0)
            return true;
    }
    return false;
}

static bool overlap(const struct grid_point p[3], const struct grid_point q[3],
                    struct grid_point by) {
    struct grid_point moved[3] = {translate(q[0], by), translate(q[1], by), translate(q[2], by)};
    return !separates(p, moved) && !separates(moved, p);
}

static void check_pair(struct build *build, int i, int j) {
    const struct grid *grid = build->grid;
    const struct grid_point *p = grid->point[i], *q = grid->point[j];
    struct grid_point found[LATTICE_BOX_MAX];
    int count = translations(build, box_of(p), box_of(q), found);
    if (count < 0 && i == j)
        faults_add(&build->faults, _("cell %d: it is far larger than the periods of the surface"),
                   i);
    for (int t = 0; t < count; t++) {
        if (i == j && found[t].x == 0 && found[t].y == 0)
            continue;
        if (!overlap(p, q, found[t]))
            continue;
        if (i == j)
            faults_add(&build->faults, _("cell %d: it overlaps itself across the periods"), i);
        else
            faults_add(&build->faults, _("cells %d and %d overlap"), i, j);
        return;
    }
}

void check_overlaps(struct build *build) {
    /* A cell too large for its periods is found here against itself; pairs may then be skipped. */
    for (int i = 0; i < build->grid->cells; i++)
        check_pair(build, i, i);
    for (int i = 0; i < build->grid->cells; i++)
        for (int j = i + 1; j < build->grid->cells; j++)
            check_pair(build, i, j);
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* No cell is its own neighbour: two sides are glued only if they are parallel. */
void check_neighbours(struct build *build) {
    const struct grid *grid = build->grid;
    for (int i = 0; i < grid->cells; i++) {
        const int16_t *side = grid->side[i];
        for (int k = 0; k < 3; k++)
            if (side[k] >= 0 && side[k] == side[(k + 1) % 3]) {
                faults_add(&build->faults, _("cell %d: it has the neighbour %d twice"), i, side[k]);
                break;
            }
    }
}

int grid_reach(const struct grid *grid, int *lost) {
    bool seen[GRID_CELLS_MAX] = {true};
    int16_t queue[GRID_CELLS_MAX] = {0};
    int count = 1;
    for (int next = 0; next < count; next++)
        for (int k = 0; k < 3; k++) {
            int to = grid->side[queue[next]][k];
            if (to >= 0 && !seen[to]) {
                seen[to] = true;
                queue[count++] = (int16_t)to;
            }
        }
    for (*lost = 0; *lost < grid->cells && seen[*lost];)
        ++*lost;
    return count;
}

/* Whether all cells can be reached from cell 0. */
bool check_connected(struct build *build) {
    int lost, count = grid_reach(build->grid, &lost);
    if (count == build->grid->cells)
        return true;
    faults_add(&build->faults,
               _("cell %d: not connected with cell 0, from which %d of %d cells can be reached"),
               lost, count, build->grid->cells);
    return false;
}

/* ---- the surface as a whole ------------------------------------------------------------------ */

static int euler_characteristic(const struct grid *grid) {
    int sides = 0; /* an inner side counts in two cells */
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++)
            sides += grid->side[i][k] < 0 ? 2 : 1;
    return grid->corners - sides / 2 + grid->cells;
}

/* Whether a way across sides leads from a cell to the same cell one or more periods further. */
static bool goes_round(const struct build *build) {
    const struct grid *grid = build->grid;
    struct grid_point offset[GRID_CELLS_MAX] = {{0, 0}};
    bool seen[GRID_CELLS_MAX] = {true};
    int16_t queue[GRID_CELLS_MAX] = {0};
    int count = 1;
    for (int next = 0; next < count; next++)
        for (int k = 0; k < 3; k++) {
            int i = queue[next], to = grid->side[i][k];
            if (to < 0)
                continue;
            struct grid_point here = translate(grid->point[i][k], offset[i]);
            struct grid_point there = grid->point[to][(build->mate[i][k] + 1) % 3];
            struct grid_point by = {here.x - there.x, here.y - there.y};
            if (seen[to] && !grid_same_point(by, offset[to]))
                return true;
            if (!seen[to]) {
                seen[to] = true;
                offset[to] = by;
                queue[count++] = (int16_t)to;
            }
        }
    return false;
}

void check_whole(struct build *build) {
    const struct grid *grid = build->grid;
    struct faults *faults = &build->faults;
    if (grid->surface == GRID_TORUS) {
        int64_t area = 0;
        for (int i = 0; i < grid->cells; i++)
            area += cross_product(grid->point[i][0], grid->point[i][1], grid->point[i][2]);
        if (area != 2 * build->lattice.area)
            faults_add(faults, _("the cells cover %lld half units of area, the torus has %lld"),
                       (long long)area, (long long)(2 * build->lattice.area));
        if (grid->cells % 2)
            faults_add(faults, _("a torus has an even number of cells, not %d"), grid->cells);
    }
    if (grid->surface == GRID_CYLINDER) {
        if (!goes_round(build))
            faults_add(faults, _("the cells do not go all the way round the cylinder"));
        else if (euler_characteristic(grid) != 0)
            faults_add(faults, _("the cylinder has a hole: corners - sides + cells is %d, not 0"),
                       euler_characteristic(grid));
    }
}
