/* solving.h - one thread's part in a solution, compiled for each kernel from solver_template.h. */
#ifndef TRIANCEY_ENGINE_SOLVER_SOLVING_H
#define TRIANCEY_ENGINE_SOLVER_SOLVING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct busy;
struct kernel_board;
struct kernel_node;
struct stopwatch;
struct table;

struct solving {
    const struct kernel_board *board;
    struct table *table;
    struct busy *busy;             /* what other threads are at, NULL if there are none */
    const struct stopwatch *watch; /* of the task */
    atomic_bool *done;             /* some thread has the result */
    int64_t limit;                 /* nanoseconds by the watch; INT64_MAX: none */
    uint64_t nodes_max;
    uint64_t nodes;
    bool stopped;   /* the value returned last is worthless */
    bool symmetric; /* symmetries of the board are looked for: the search's own */
};

/* Whether the mover's exact margin reaches `beta`: if it does, a bound that it is not below, else
 * one that it is not above. With `allowed` (a set) the first move is one of these. *best gets a
 * cell that comes to the bound. Where memory runs out, it has been stopped. */
typedef int solve_function(struct solving *solving, const struct kernel_node *node,
                           const uint64_t *allowed, int beta, int *best);

/* For boards that these kernels have prepared. */
solve_function solve_avx512, solve_plain1, solve_plain2, solve_plain5;

#endif
