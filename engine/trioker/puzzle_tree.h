/* puzzle_tree.h - the tree that the solver of puzzles searches. Private to it.
 *
 * The unknowns are the values of the points: each has a domain of four bits. Each cell has its
 * options, the set of the 64 ways in which three values can lie on it, a bit for each. Every way is
 * a rotation of one piece, so that a piece that is used takes its bits out of all other cells. A
 * Joker is laid before the search begins: its cell is then no part of the rest.
 */
#ifndef TRIANCEY_ENGINE_TRIOKER_PUZZLE_TREE_H
#define TRIANCEY_ENGINE_TRIOKER_PUZZLE_TREE_H

#include "engine/trioker/puzzle.h"

enum { PUZZLE_POINTS_MAX = PUZZLE_CELLS_MAX + 2, PUZZLE_WAYS = 64 };

/* A set of cells, bit i for cell i. */
typedef uint32_t cell_set;

struct puzzle_shape {
    int cells, points;
    uint8_t corner[PUZZLE_CELLS_MAX][3]; /* a cell's points */
    cell_set around[PUZZLE_POINTS_MAX];  /* a point's cells */
    uint8_t degree[PUZZLE_POINTS_MAX];   /* how many corners meet there */
    cell_set folded;                     /* cells that have one point at two corners */
};

struct puzzle_node {
    uint64_t options[PUZZLE_CELLS_MAX];
    uint8_t domain[PUZZLE_POINTS_MAX];
    cell_set cells; /* all but the Joker's */
    cell_set open;  /* whose piece is not known yet */
    uint32_t free;  /* pieces, numbered as below, that no other cell has */
    int8_t joker;   /* its cell; -1: not laid */
    int8_t joker_rotation;
};

/* Tables of the ways: the piece and rotation of each, and masks by values. Pieces are numbered
 * differently here, the triples last, so that the ways of piece p < 20 are the bits p, p + 20 and p
 * + 40 and that of triple v is the bit 60 + v. */
struct puzzle_ways {
    uint8_t value[PUZZLE_WAYS][3];
    uint8_t piece[PUZZLE_WAYS], rotation[PUZZLE_WAYS]; /* of trioker_pieces.h */
    uint8_t number[TRIOKER_PIECES];                    /* piece to number */
    uint64_t of_piece[TRIOKER_PIECES];                 /* by number */
    uint64_t with[3][16];                              /* corner and domain of its point */
};

void puzzle_ways_init(struct puzzle_ways *ways);

/* The numbers of the pieces that a set of ways belongs to. */
static inline uint32_t puzzle_pieces_of(uint64_t ways) {
    return (uint32_t)((ways | ways >> 20 | ways >> 40) & 0xFFFFF) | (uint32_t)(ways >> 60) << 20;
}

/* Draws all conclusions from what changed at these cells. False: the node has no solution. */
bool puzzle_propagate(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                      struct puzzle_node *node, cell_set changed);

/* The point to branch on, or -1: the node is a solution. */
int puzzle_branch(const struct puzzle_shape *shape, const struct puzzle_node *node);

/* Makes the child in which this point has this value; false: it has no solution. */
bool puzzle_child(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                  const struct puzzle_node *node, int point, int value, struct puzzle_node *child);

/* The solution at a node without a branch. */
void puzzle_read(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                 const struct puzzle_node *node, struct puzzle_solution *solution);

/* ---- counting without visiting (puzzle_strip.c) ---------------------------------------------- */

/* Whether the shape is long and narrow: its cells can be put in an order such that those before and
 * those after any place meet in two points only. */
bool puzzle_is_strip(const struct puzzle_shape *shape);

/* Counts the solutions below a node of such a shape, and adds them and the steps this takes. False,
 * with nothing added: it is no strip, memory did not suffice, or stop() said so. */
bool puzzle_count_strip(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                        const struct puzzle_node *node, bool (*stop)(void *context), void *context,
                        uint64_t *solutions, uint64_t *nodes);

#endif
