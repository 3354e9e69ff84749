/* naive.h - the rules of the Triancey family once more, written as plainly as they are stated.
 *
 * Nothing here is shared with games/: arrays instead of bit sets, loops until nothing changes. It
 * is what the fast rules are compared with.
 */
#ifndef TRIANCEY_TESTS_LIB_NAIVE_H
#define TRIANCEY_TESTS_LIB_NAIVE_H

#include <stdbool.h>

#include "grids/grid.h"

enum { NAIVE_EMPTY = -1 };

struct naive {
    const struct grid *grid;
    bool fewest;
    int archipelago;
    int colour[GRID_CELLS_MAX]; /* NAIVE_EMPTY, 0 or 1 */
    int placed, mover;
};

void naive_start(struct naive *naive, const struct grid *grid, bool fewest, int archipelago);
/* How many neighbours of a cell have a colour: cells, or pawns on the border. */
int naive_neighbours(const struct naive *naive, int cell, int colour);
bool naive_is_legal(const struct naive *naive, int cell);
int naive_legal_count(const struct naive *naive);
void naive_play(struct naive *naive, int cell);
bool naive_is_full(const struct naive *naive);
/* Margin of colour 0 if the half stopped here, 0 in a stalemate. */
int naive_margin(const struct naive *naive);

#endif
