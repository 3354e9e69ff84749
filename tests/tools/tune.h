/* tune.h - what the parts of tests/tools/tune share: boards that are drawn, and positions on them.
 *
 * Boards are made from words that a seed draws, so that nothing is tuned to the boards of the
 * league. Everything is the same for the same seed.
 */
#ifndef TRIANCEY_TESTS_TOOLS_TUNE_H
#define TRIANCEY_TESTS_TOOLS_TUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/kernel/kernel.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solver.h"
#include "games/triancey.h"
#include "grids/grid.h"

enum { TUNE_TABLE_MEBIBYTES = 64 };

/* What all parts need: made once, by main(). */
struct tune {
    struct table *table;
    void *arena;
    size_t arena_size;
    struct stopwatch watch; /* is never stopped */
};

/* A drawn board, ready to play on. */
struct tune_board {
    struct grid *grid;
    struct game_board *board;
    const struct triancey_board *inside;
    const struct kernel *kernel;
    struct kernel_board *fast;
    struct patterns *patterns;
};

struct search_parameters;

/* The n-th board of a seed, of the named game: 24 to 64 cells, with `any_size` 48 more often, and
 * some of up to 126. False, with a message on stderr: it cannot be made. */
bool tune_open(struct tune_board *board, const char *game, uint64_t seed, uint64_t number,
               bool any_size);
void tune_close(struct tune_board *board);

int tune_empty(const struct tune_board *board, const struct game_state *state);

/* What the player `search` answers with this many nodes. */
uint32_t tune_choose(struct tune *tune, const struct tune_board *board,
                     const struct game_state *state, const struct search_parameters *parameters,
                     uint64_t nodes, uint64_t seed);

/* Plays on until no more cells are empty than that, with an arbitrary move now and then so that
 * positions differ. False: the half ended before. */
bool tune_reach(struct tune *tune, const struct tune_board *board, struct game_state *state,
                int empty, struct random *random);

/* The exact margin of the mover, from a table as it is; *nodes is what it took. False: more nodes
 * than that. */
bool tune_solve(struct tune *tune, const struct tune_board *board, const struct game_state *state,
                uint64_t nodes_max, int *margin, uint64_t *nodes);

/* Inverts a symmetric matrix, given row by row, of which nothing is singular but rows that are all
 * zero; these stay so. */
void tune_invert(int size, double *matrix);

/* The parts; each gets the words after its name on the command line and returns the exit status.
 */
int tune_evaluation(struct tune *tune, int count, char **argument);
int tune_order(struct tune *tune, int count, char **argument);
int tune_search(struct tune *tune, int count, char **argument);
int tune_tritt(struct tune *tune, int count, char **argument);
int tune_triangulation(struct tune *tune, int count, char **argument);
int tune_trioker(struct tune *tune, int count, char **argument);

/* A positive number after `name=` among the arguments, or the standard value. False, with a
 * message: an argument is none of the names (ended by NULL). */
struct tune_argument {
    const char *name;
    double value; /* the standard one; replaced by what is said */
};
bool tune_arguments(int count, char **argument, struct tune_argument *known);

#endif
