/* solve.h - the exact value of a whole board of the Triancey family: the margin that the player who
 * starts a half can be sure of, and a line of best moves.
 *
 * The upper tree (upper.h) asks for one margin after the other until the value is known. Its tasks
 * are solved by threads that share one table, or on other machines; what is found is kept in a file
 * (solve_file.h) from time to time, so that a run that was killed can be continued.
 */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVE_H
#define TRIANCEY_REFEREE_SOLVING_SOLVE_H

#include "referee/solving/solve_file.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct game_board;
struct scheduler_options;

enum { SOLVE_CELLS_MAX = 64, SOLVE_LINE_MAX = SOLVE_CELLS_MAX };

struct solve_request {
    const struct game_board *board;
    const char *path;   /* of the file; NULL: none is kept */
    const char *book;   /* that gets the board once it is solved; NULL: none */
    const char *kernel; /* NULL: the fastest */
    int stones;         /* of a task; 0: usual for the board, or what the file has */
    int threads;
    int mebibytes;  /* of the table */
    int seconds;    /* after which it stops; 0: when it is solved */
    FILE *progress; /* for a line from time to time; NULL: none */
    const struct scheduler_options
        *dispatch; /* who gives tasks to machines; NULL: all is done here */
    const atomic_int *stop;
};

struct solve_result {
    int low, high;                 /* the value, if they are equal */
    uint32_t line[SOLVE_LINE_MAX]; /* of best moves from the empty board, as far as it is proved */
    int moves;
    int64_t tasks;          /* solved so far, by all runs */
    struct solve_cost cost; /* of all of them */
};

/* Whether a board can be solved: it is of the Triancey family, and not too large. */
bool solve_check(const struct game_board *board, struct error *error);

/* Solves a board, or goes on with it. Stopped early, it leaves the bounds that are known by then.
 * False and a message. */
bool solve_board(const struct solve_request *request, struct solve_result *result,
                 struct error *error);

/* ---- solve_dispatch.c ------------------------------------------------------------------------ */

/* Solves a task on the machine where a scheduler has started it. False and a message. */
bool solve_dispatch_work(const struct game_board *board, const char *kernel, int mebibytes,
                         const char *task, const atomic_int *stop, struct error *error);

/* ---- solve_verify.c -------------------------------------------------------------------------- */

struct solve_verified {
    struct solve_result result; /* without a line */
    int64_t sample, places;     /* tasks solved again, positions above the tasks proved again */
};

/* Proves a file again: its value from its tasks, by the rules of the game alone, and this many of
 * the tasks, drawn by a seed, by a solver that knows nothing yet. False and what is wrong. */
bool solve_verify(const char *path, int sample, uint64_t seed, int mebibytes,
                  const atomic_int *stop, struct solve_verified *verified, struct error *error);

#endif
