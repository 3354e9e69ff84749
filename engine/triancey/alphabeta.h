/* alphabeta.h - what the moves of a position of the Triancey family are worth if both sides play
 * well: a search by alpha-beta whose leaves are judged by patterns.
 *
 * Iterative deepening with null windows, a transposition table, killers, and reductions of late
 * moves. Its keys of positions differ from the solver's, so that neither takes the other's entries
 * in the table for its own. With several threads all search the root and share the table (lazy
 * SMP); with one, a search with a limit of nodes is the same each time.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_ALPHABETA_H
#define TRIANCEY_ENGINE_TRIANCEY_ALPHABETA_H

#include "engine/kernel/patterns.h"
#include "engine/player/player.h"

/* A first move. Values are hundredths of a cell, for the player to move. */
struct alphabeta_move {
    uint32_t cell;
    int value;    /* as far as `depth` plies tell */
    bool known;   /* else `value` is an upper bound */
    int estimate; /* a guess, if the value is not known */
    int depth;
    int pv_count;
    uint32_t pv[PV_MAX];
};

struct alphabeta {
    /* What to search: filled in by the caller. */
    const struct task *task; /* its moves, table, threads, watch and depth */
    const struct patterns *patterns;
    int64_t time; /* by the task's watch: stop then */
    uint64_t nodes_max;
    int lines; /* how many of the best moves are to be known */
    void (*report)(void *context, const struct alphabeta *alphabeta); /* after each iteration */
    void *context;

    /* What it has found. */
    struct alphabeta_move move[SURFACE_CELLS_MAX]; /* the best first */
    int count;
    uint64_t nodes;
};

/* False: out of memory, and nothing was found. */
bool alphabeta_search(struct alphabeta *alphabeta);

#endif
