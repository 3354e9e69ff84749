/* exact.h - the exact margins of many positions of the Triancey family, each solved by one thread,
 * many at the same time.
 *
 * A thread keeps its part of the table from position to position on one board, because what is
 * known of one position of a game helps with the next.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_EXACT_H
#define TRIANCEY_ENGINE_TRIANCEY_EXACT_H

#include "engine/kernel/kernel.h"

struct exact_solver;
struct game_board;
struct stopwatch;

/* A position, and what the solver finds. */
struct exact {
    const struct game_board *board; /* two boards differ if their addresses do */
    struct game_state state;        /* the half is not over */
    bool solved;
    int margin; /* of the player to move */
    int moves;  /* with `values` all legal moves, as the game lists them; else one of the best */
    struct exact_move {
        uint16_t cell;
        int16_t margin;
    } move[SURFACE_CELLS_MAX];
};

/* Makes a solver with this many threads (at most SOLVER_THREADS_MAX), by the kernel of that name
 * (NULL: the fastest), with tables of this many MiB altogether. `values`: it finds the value of
 * every move, not only the margin. The watch must outlive the solver. Once the watch is stopped or
 * has run for `limit` nanoseconds (INT64_MAX: no limit), the remaining positions stay unsolved.
 * NULL: out of memory. */
struct exact_solver *exact_new(const char *kernel, int threads, size_t mebibytes, bool values,
                               const struct stopwatch *watch, int64_t limit);
void exact_free(struct exact_solver *solver);

/* Solves positions, in any order. False: some are not solved, because memory ran out or the watch
 * was stopped. */
bool exact_solve(struct exact_solver *solver, struct exact *item, int count);

#endif
