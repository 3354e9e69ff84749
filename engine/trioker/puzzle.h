/* puzzle.h - fills shapes with pieces of Trioker: finds a solution, lists or counts all, or proves
 * that there is none.
 *
 * A solution lays a piece on every cell of the shape, no piece twice, so that all corners that meet
 * carry one value; a wild corner takes the value of those it meets. Solutions are labelled: two
 * that a rotation of the shape maps to each other are two, and puzzle_turns() gives these
 * rotations. Reflections do not count as symmetries: a piece that is turned over is its mirror
 * twin, another piece. Rules: GAMES.md, section 3.
 */
#ifndef TRIANCEY_ENGINE_TRIOKER_PUZZLE_H
#define TRIANCEY_ENGINE_TRIOKER_PUZZLE_H

#include <stdbool.h>
#include <stdint.h>

#include "games/trioker_pieces.h"

struct error;
struct grid;
struct stopwatch;

enum {
    PUZZLE_CELLS_MAX = TRIOKER_PIECES + 1,
    PUZZLE_TURNS_MAX = 3 * PUZZLE_CELLS_MAX,
    PUZZLE_PIECE_TEXT = 16, /* "CELL:abc" */
};

/* A piece and its rotation by cell; a cell that stays empty has piece -1. */
struct puzzle_solution {
    int8_t piece[PUZZLE_CELLS_MAX], rotation[PUZZLE_CELLS_MAX];
};

/* How far a run has come. */
struct puzzle_progress {
    uint64_t solutions, nodes;
    double seconds;
    int done, parts; /* of the tree, cut into parts of very different sizes */
};

struct puzzle_task {
    const struct grid *grid;
    trioker_set pieces;                 /* to choose from; with the Joker's bit if it may be laid */
    uint8_t joker[2];                   /* its fixed values, clockwise after the wild corner */
    bool wild_at_tip;                   /* its wild corner must lie on a free tip */
    uint32_t given;                     /* cells whose pieces are laid already, bit i for cell i */
    const struct puzzle_solution *laid; /* these pieces; may be NULL if there are none */
    uint32_t empty;                     /* cells that stay empty, as bits; none is given */
    uint64_t limit;                     /* stop at this many solutions; 0: find all */
    int threads;                        /* 0 is 1 */
    bool (*found)(void *context, const struct puzzle_solution *solution);    /* false: enough */
    void (*progress)(void *context, const struct puzzle_progress *progress); /* every second */
    void *context;                 /* of both functions, which are called by one thread at a time */
    const struct stopwatch *watch; /* stops the run, with `hard`; NULL: nothing does */
    int64_t hard;                  /* nanoseconds by the watch; INT64_MAX: no limit */
};

struct puzzle_result {
    uint64_t solutions, with_joker, nodes;
    double seconds;
    bool complete; /* there are no more solutions than these; false: stopped, or the limit */
};

/* The solutions, their order and number, and the number of nodes depend on the task alone, not on
 * the threads. Without found() the solutions of shapes that are long and narrow are counted without
 * visiting each. False and a message: a shape of no or too many cells or without corners, fewer
 * pieces than cells, no memory. If the watch stops the run, that is not an error. */
bool puzzle_solve(const struct puzzle_task *task, struct puzzle_result *result,
                  struct error *error);

/* ---- shapes and solutions -------------------------------------------------------------------- */

/* Counts the corners that meet no other. */
int puzzle_free_tips(const struct grid *grid);

/* A rotation of the shape: the cell to which it takes a cell, and by how many corners that turns:
 * corner k comes to lie on corner (k + turn) % 3. */
struct puzzle_turn {
    int8_t cell[PUZZLE_CELLS_MAX], turn[PUZZLE_CELLS_MAX];
};

/* All rotations of a shape with at most PUZZLE_CELLS_MAX cells, the identity first. Returns how
 * many. Since no piece is used twice, only the identity maps a solution of two cells or more to
 * itself, so the number of solutions up to rotation is solutions / turns. */
int puzzle_turns(const struct grid *grid, struct puzzle_turn turns[PUZZLE_TURNS_MAX]);

/* Whether a solution comes first, in a fixed order, among those that the turns make of it. */
bool puzzle_is_first(const struct puzzle_solution *solution, int cells,
                     const struct puzzle_turn *turns, int count);

/* "CELL:abc", the values as they lie on corners 0, 1 and 2 of the cell, a wild one as `*`. */
void puzzle_write_piece(const struct puzzle_solution *solution, int cell, const uint8_t joker[2],
                        char text[PUZZLE_PIECE_TEXT]);

#endif
