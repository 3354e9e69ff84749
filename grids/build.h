/* build.h - faults and half-built grids, for the files that build grids. Private to grids/. */
#ifndef TRIANCEY_BUILD_H
#define TRIANCEY_BUILD_H

#include "grids/lattice.h"

struct error;

#define GRID_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Collects faults: counts all of them, but passes on only the first FAULTS_SHOWN. */
enum { FAULTS_SHOWN = 40 };
struct faults {
    grid_fault *report; /* may be NULL */
    void *context;
    int count;
};

void faults_add(struct faults *faults, const char *format, ...) GRID_PRINTF(2, 3);
void faults_add_memory(struct faults *faults); /* "out of memory" */
void faults_end(struct faults *faults);

/* A grid_fault that keeps the first fault in its context, a struct error that begins empty. */
grid_fault fault_keep_first;

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
void check_connected(struct build *build);
void check_whole(struct build *build);

/* Marks every cell that can be reached from cell 0 across sides (`reached` may be NULL); returns
 * how many. */
int grid_reach(const struct grid *grid, bool *reached);

#endif
