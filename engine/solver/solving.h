/* solving.h - one thread's part in a solution, compiled for each kernel from solver_template.h. */
#ifndef TRIANCEY_ENGINE_SOLVER_SOLVING_H
#define TRIANCEY_ENGINE_SOLVER_SOLVING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct busy;
struct kernel_board;
struct kernel_node;
struct patterns;
struct stopwatch;
struct table;

struct solving {
    const struct kernel_board *board;
    const struct patterns *patterns; /* may be NULL */
    struct table *table;
    struct busy *busy;             /* what other threads are at, NULL if there are none */
    const struct stopwatch *watch; /* of the task */
    atomic_bool *done;             /* some thread has the result */
    int64_t limit;                 /* nanoseconds by the watch; INT64_MAX: none */
    uint64_t nodes_max;
    uint64_t nodes;
    bool stopped;   /* the value returned last is worthless */
    bool symmetric; /* set by the search: symmetries of the board are looked for */
};

/* Whether the mover's exact margin reaches `beta`: returns a lower bound of the margin if it does,
 * else an upper bound. With `allowed` (a set) the first move is one of these. *best gets a cell
 * that reaches the bound. If memory runs out, `stopped` is set. */
typedef int solve_function(struct solving *solving, const struct kernel_node *node,
                           const uint64_t *allowed, int beta, int *best);

/* For boards that these kernels have prepared. */
solve_function solve_avx512, solve_avx2_1, solve_avx2_2, solve_avx2_5, solve_plain1, solve_plain2,
    solve_plain5;

#endif
