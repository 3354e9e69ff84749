/* solver.h - the exact margin of a position of the Triancey family, and a move that keeps it.
 *
 * Searches with null windows (MTD(f): Plaat et al., 1996) close in on the margin from a guess, on
 * one or several threads that share the table and divide the moves (busy.h).
 */
#ifndef TRIANCEY_ENGINE_SOLVER_SOLVER_H
#define TRIANCEY_ENGINE_SOLVER_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"

struct patterns;
struct stopwatch;
struct table;

enum { SOLVER_THREADS_MAX = 256 };

/* A board made ready for the solver. */
struct solver_board {
    int cells;
    const struct kernel *kernel;
    struct kernel_board *fast;
    struct patterns *patterns;
};

/* False: out of memory; close it in any case. Empty: all zero. */
bool solver_board_open(struct solver_board *ready, const struct triancey_board *board,
                       const struct kernel *kernel);
void solver_board_close(struct solver_board *ready);

struct solver_task {
    const struct kernel *kernel;
    const struct kernel_board *board;
    const struct patterns *patterns; /* that help to order moves; NULL: none, and more nodes */
    struct kernel_node node;
    int cells;               /* of the board: the margin lies within -cells..cells, and is even */
    const uint64_t *allowed; /* a set of first moves, NULL: all */
    struct table *table;
    int threads;
    int guess;
    const struct stopwatch *watch;
    int64_t limit;      /* nanoseconds by the watch, INT64_MAX: none */
    uint64_t nodes_max; /* for each thread, UINT64_MAX: none */
    /* Called after each search with what is known by then; may be NULL. */
    void (*report)(void *context, int low, int high, int best, uint64_t nodes);
    void *context;
};

struct solution {
    bool exact;    /* low == high */
    int low, high; /* the margin of the mover lies within low..high */
    int best;      /* a cell that reaches `low`, -1 if none is known */
    uint64_t nodes;
};

/* The task to solve a position by one thread without limits, beginning with the margin that the
 * patterns expect. */
struct solver_task solver_board_task(const struct solver_board *ready,
                                     const struct game_state *state, struct table *table,
                                     const struct stopwatch *watch);

void solver_solve(const struct solver_task *task, struct solution *solution);

/* Sets *reached to whether the mover can be sure of a margin of at least `margin`, by one
 * null-window search, whose nodes are added to *nodes. False: the search was stopped, and *reached
 * is not set. */
bool solver_reaches(const struct solver_task *task, int margin, bool *reached, uint64_t *nodes);

/* Leaves in `moves`, a set of first moves, those that reach the margin. They are searched together:
 * what refutes one of them is tried against the others first. `more` tells whether one of them
 * reaches a greater margin, and then the set is not complete; NULL: none can. False: the search was
 * stopped. */
bool solver_keep(const struct solver_task *task, int margin, uint64_t *moves, bool *more,
                 uint64_t *nodes);

/* Continues pv[0], a move of the state's mover after which its margin is exactly `margin`, by moves
 * with which neither side gives anything away, as far as a few nodes can prove them. Returns how
 * many moves the pv has then, at most `room`. */
int solver_line(const struct solver_task *task, const struct game_board *board,
                const struct game_state *state, int margin, uint32_t *pv, int room);

#endif
