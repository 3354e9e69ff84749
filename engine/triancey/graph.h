/* graph.h - what can be won from an opponent that is known, in the Triancey family.
 *
 * If the opponent's replies to a move are a known set, each as likely as the others, a half is a
 * decision problem of one player. The graph holds the positions in which this player is to move,
 * each once, whatever the order of moves that led to it. A reply is worth what its position is
 * worth, a move the mean of its replies, a position its best move; a position that was met only a
 * few times is worth the mean of the playouts from it. The graph grows where it is promising: a
 * walk from the root takes moves by UCB1 (Kocsis and Szepesvari, 2006), among the replies the one
 * that was met least, and ends with a playout.
 *
 * What is known exactly is marked and not walked again (Winands, Bjornsson and Saito, "Monte-Carlo
 * tree search solver", 2008), so that near the end of a half the graph comes to the exact
 * expectation. A move that surely reaches the best margin that the cells lost for ever allow ends
 * its position.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_GRAPH_H
#define TRIANCEY_ENGINE_TRIANCEY_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

struct task;

/* A position in which the player is to move, or in which the half is over. */
struct place {
    uint64_t key;
    int64_t sum; /* of the margins of its playouts */
    uint32_t playouts;
    uint32_t visits;
    uint32_t first; /* of its choices, which stand side by side */
    float value;    /* margin of the player */
    uint16_t count; /* of choices; 0: none yet */
    bool exact;
};

/* A move of the player. */
struct choice {
    float value;
    uint32_t visits;
    uint32_t first; /* of its replies */
    uint16_t count; /* of replies; 0: none yet, or the move ends the half */
    uint16_t move;
    bool exact;
};

/* A move of the opponent. */
struct reply {
    uint32_t place; /* where it leads */
    uint16_t move;
};

struct graph;

/* A graph of the task's root and its allowed moves in the task's arena, against the reference
 * computer or else against random moves. Free it with graph_free(). NULL: out of memory. */
struct graph *graph_new(struct task *task, bool reference);
void graph_free(struct graph *graph);

/* Walks once from the root. */
void graph_walk(struct graph *graph);

/* Whether the root's value is exact: there is nothing left to find. */
bool graph_is_exact(const struct graph *graph);

/* Lists the choices of the root, the best first, by what they are surely worth rather than by what
 * they may be; choices never taken come last. Returns their number, that of the allowed moves. */
int graph_rank(const struct graph *graph, const struct choice **ranked);

/* The most likely course from the root after a choice; returns how many moves, at least 1. */
int graph_line(const struct graph *graph, const struct choice *choice, uint32_t *moves, int max);

/* How full the memory is, in thousandths, rounded up. */
int graph_full(const struct graph *graph);

#endif
