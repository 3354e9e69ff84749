/* build.c - glues triangles to a grid, or makes one from its sides alone.
 *
 * Sides are written so that equal ones are equal modulo the periods, sorted, and each is matched
 * with the same side run backwards. Once everything is glued as far as possible, check.c looks for
 * faults of the grid.
 */
#include "grids/build.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grid_free(struct grid *grid) {
    free(grid);
}

bool grid_name_is_valid(const char *name) {
    const char *at = name;
    for (size_t length; *at; at += length) {
        length = strchr("-_.,+", *at) ? 1 : text_letter(at);
        if (length == 0)
            return false;
    }
    return at > name && at - name <= GRID_NAME_MAX;
}

/* ---- from triangles -------------------------------------------------------------------------- */

static bool is_in_range(struct grid_point p) {
    return p.x >= -GRID_COORDINATE_MAX && p.x <= GRID_COORDINATE_MAX &&
           p.y >= -GRID_COORDINATE_MAX && p.y <= GRID_COORDINATE_MAX;
}

static void check_header(struct build *build, const char *name, int count, int periods,
                         const struct grid_point *period) {
    struct faults *faults = &build->faults;
    if (!grid_name_is_valid(name))
        faults_add(faults, _("the name must be 1 to %d letters, digits and -_.,+ without blanks"),
                   GRID_NAME_MAX);
    if (count < 1 || count > GRID_CELLS_MAX)
        faults_add(faults, _("%d cells: there must be 1 to %d"), count, GRID_CELLS_MAX);
    for (int i = 0; i < periods; i++)
        if (!is_in_range(period[i])) {
            faults_add(faults, _("period %d: coordinates must be within %d of 0"), i + 1,
                       GRID_COORDINATE_MAX);
            return;
        }
    if (!lattice_start(&build->lattice, periods, period))
        faults_add(faults, periods == 2 ? _("the periods must be neither zero nor parallel")
                                        : _("the period must not be zero"));
}

/* Puts the corners of every cell in clockwise order; its first corner stays the first. */
static void place_cells(struct build *build) {
    struct grid *grid = build->grid;
    for (int i = 0; i < grid->cells; i++) {
        const struct grid_point *corner = build->triangles[i].corner;
        struct grid_point *point = grid->point[i];
        if (!is_in_range(corner[0]) || !is_in_range(corner[1]) || !is_in_range(corner[2])) {
            faults_add(&build->faults, _("cell %d: coordinates must be within %d of 0"), i,
                       GRID_COORDINATE_MAX);
            continue;
        }
        int64_t turn = cross_product(corner[0], corner[1], corner[2]);
        if (turn == 0)
            faults_add(&build->faults, _("cell %d: its three corners lie on one line"), i);
        point[0] = corner[0];
        point[1] = corner[turn < 0 ? 2 : 1];
        point[2] = corner[turn < 0 ? 1 : 2];
    }
}

/* One side of a cell, written so that equal sides modulo the periods are equal. */
struct edge {
    struct grid_point from, along;
    int16_t cell;
    int8_t side;
};

static int edge_compare(const void *first, const void *second) {
    const struct edge *a = first, *b = second;
    int difference[] = {a->from.x - b->from.x, a->from.y - b->from.y, a->along.x - b->along.x,
                        a->along.y - b->along.y};
    for (int i = 0; i < 4; i++)
        if (difference[i])
            return difference[i];
    return 0;
}

static struct edge edge_of(const struct build *build, int cell, int side, bool backwards) {
    struct grid_point p = build->grid->point[cell][backwards ? (side + 1) % 3 : side];
    struct grid_point q = build->grid->point[cell][backwards ? side : (side + 1) % 3];
    return (struct edge){.from = lattice_reduce(&build->lattice, p),
                         .along = {q.x - p.x, q.y - p.y},
                         .cell = (int16_t)cell,
                         .side = (int8_t)side};
}

/* Two cells share a side if one runs along it forwards and the other backwards. */
static void glue_sides(struct build *build) {
    struct grid *grid = build->grid;
    const size_t size = sizeof(struct edge);
    struct edge edges[3 * GRID_CELLS_MAX];
    size_t count = 0;
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++)
            edges[count++] = edge_of(build, i, k, false);
    qsort(edges, count, size, edge_compare);
    for (size_t i = 1; i < count; i++)
        if (edge_compare(&edges[i - 1], &edges[i]) == 0)
            faults_add(&build->faults,
                       _("cells %d and %d share a side and lie on the same side of it"),
                       edges[i - 1].cell, edges[i].cell);
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++) {
            struct edge wanted = edge_of(build, i, k, true);
            struct edge *found = bsearch(&wanted, edges, count, size, edge_compare);
            grid->side[i][k] = found ? found->cell : (int16_t)build->triangles[i].border;
            build->mate[i][k] = found ? found->side : -1;
        }
}

static void number_corners(struct build *build) {
    struct grid *grid = build->grid;
    struct grid_point known[3 * GRID_CELLS_MAX];
    int count = 0;
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++) {
            struct grid_point p = lattice_reduce(&build->lattice, grid->point[i][k]);
            int c = 0;
            while (c < count && !grid_same_point(known[c], p))
                c++;
            if (c == count)
                known[count++] = p;
            grid->corner[i][k] = (int16_t)c;
        }
    grid->corners = count;
}

/* Lists the cells around corner k of a cell, clockwise, from a border if the corner is at one. */
static int walk_around(struct build *build, int cell, int k, int16_t *around, bool *closed) {
    struct grid *grid = build->grid;
    int start = cell, start_k = k;
    *closed = true;
    for (;;) { /* counterclockwise, across the side that leaves the corner */
        int before = grid->side[start][start_k];
        if (before < 0) {
            *closed = false;
            break;
        }
        start_k = (build->mate[start][start_k] + 1) % 3;
        start = before;
        if (start == cell && start_k == k)
            break;
    }
    int count = 0;
    for (int at = start, at_k = start_k;;) {
        around[count++] = (int16_t)at;
        int side = (at_k + 2) % 3;
        int next = grid->side[at][side];
        if (next < 0)
            break;
        at_k = build->mate[at][side];
        at = next;
        if (at == start && at_k == start_k)
            break;
    }
    return count;
}

/* Lists the cells around each corner. Call it only if sides are glued one to one: then every walk
 * comes back or ends at a border. */
static void list_corners(struct build *build) {
    struct grid *grid = build->grid;
    int at = 0;
    for (int c = 0; c < grid->corners; c++) {
        int total = 0, first = -1, first_k = 0;
        for (int i = 0; i < grid->cells; i++)
            for (int k = 0; k < 3; k++)
                if (grid->corner[i][k] == c) {
                    total++;
                    first_k = first < 0 ? k : first_k;
                    first = first < 0 ? i : first;
                }
        grid->around_start[c] = (int16_t)at;
        int count = walk_around(build, first, first_k, grid->around + at, &grid->closed[c]);
        at += count;
        if (count != total) {
            faults_add(&build->faults,
                       _("cell %d: at the corner %d,%d it meets other cells only at a point"),
                       first, grid->point[first][first_k].x, grid->point[first][first_k].y);
            return;
        }
    }
    grid->around_start[grid->corners] = (int16_t)at;
}

/* Runs the steps in order. Each step relies on what the earlier steps have checked. */
static void build_steps(struct build *build) {
    place_cells(build);
    if (build->faults.count)
        return;
    glue_sides(build);
    check_open_sides(build);
    check_overlaps(build);
    if (build->faults.count)
        return;
    check_neighbours(build);
    if (!check_connected(build)) /* several pieces may have more corners than there is room for */
        return;
    number_corners(build);
    list_corners(build);
    if (build->faults.count == 0)
        check_whole(build);
}

struct grid *grid_build(const char *name, int count, const struct grid_triangle *triangles,
                        int periods, const struct grid_point *period, grid_fault *fault,
                        void *context) {
    struct build build = {.triangles = triangles, .faults = {fault, context, 0}};
    check_header(&build, name, count, periods, period);
    struct grid *grid = build.faults.count ? NULL : calloc(1, sizeof *grid);
    build.grid = grid;
    if (grid) {
        snprintf(grid->name, sizeof grid->name, "%s", name);
        static const enum grid_surface surfaces[] = {GRID_PLANE, GRID_CYLINDER, GRID_TORUS};
        grid->surface = surfaces[periods];
        grid->cells = count;
        for (int i = 0; i < periods; i++)
            grid->period[i] = period[i];
        build_steps(&build);
    } else if (build.faults.count == 0) {
        faults_add_memory(&build.faults);
    }
    faults_end(&build.faults);
    if (build.faults.count) {
        grid_free(grid);
        return NULL;
    }
    return grid;
}

/* ---- from sides ------------------------------------------------------------------------------ */

static bool check_sides(int cells, const int16_t (*side)[3], struct error *error) {
    for (int i = 0; i < cells; i++)
        for (int k = 0; k < 3; k++) {
            int to = side[i][k];
            if (to < GRID_BORDER_2 || to >= cells)
                return error_set(error, _("cell %d: there is no cell %d"), i, to);
            if (to < 0)
                continue;
            if (to == i)
                return error_set(error, _("cell %d: it is its own neighbour"), i);
            if (to == side[i][(k + 1) % 3])
                return error_set(error, _("cell %d: it has the neighbour %d twice"), i, to);
            if (side[to][0] != i && side[to][1] != i && side[to][2] != i)
                return error_set(
                    error, _("cell %d: it names the neighbour %d, which does not name it"), i, to);
        }
    return true;
}

struct grid *grid_from_sides(const char *name, int cells, const int16_t (*side)[3],
                             struct error *error) {
    if (!grid_name_is_valid(name))
        return error_null(error, _("the name must be 1 to %d letters, digits and -_.,+"),
                          GRID_NAME_MAX);
    if (cells < 1 || cells > GRID_CELLS_MAX)
        return error_null(error, _("%d cells: there must be 1 to %d"), cells, GRID_CELLS_MAX);
    if (!check_sides(cells, side, error))
        return NULL;
    struct grid *grid = calloc(1, sizeof *grid);
    if (!grid)
        return error_null_memory(error);
    snprintf(grid->name, sizeof grid->name, "%s", name);
    grid->surface = GRID_ABSTRACT;
    grid->cells = cells;
    memcpy(grid->side, side, (size_t)cells * sizeof side[0]);
    int lost;
    if (grid_reach(grid, &lost) < cells) {
        grid_free(grid);
        return error_null(error, _("cell %d: it is not connected with cell 0"), lost);
    }
    return grid;
}

/* ---- what games ask -------------------------------------------------------------------------- */

bool grid_is_trivalent(const struct grid *grid, struct error *error) {
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++) {
            int to = grid->side[i][k];
            if (to == GRID_BORDER)
                return error_set(error, _("cell %d: one of its sides is open"), i);
            if (to == grid->side[i][(k + 1) % 3])
                return error_set(error, _("cell %d: two of its sides lead to border %d"), i,
                                 to == GRID_BORDER_1 ? 1 : 2);
        }
    return true;
}
