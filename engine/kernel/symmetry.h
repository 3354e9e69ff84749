/* symmetry.h - the symmetries of a board: the renumberings of its cells that keep neighbours.
 *
 * A regular board has many (a torus at least one for every way to shift it), and positions that
 * they map to each other have the same value. A board made from a word has only the identity.
 */
#ifndef TRIANCEY_ENGINE_KERNEL_SYMMETRY_H
#define TRIANCEY_ENGINE_KERNEL_SYMMETRY_H

#include "games/reaction.h"

enum {
    SYMMETRIES_MAX = 192, /* as many as a search uses */
    SYMMETRIES_ALL = 1536 /* no board has more */
};

/* Finds the symmetries of a surface, the identity first; image[i][cell] is the cell to which the
 * i-th takes a cell. Pawns stay where they are. Returns how many were found, at most `most`. On
 * boards that are surfaces these are all; on a board that is spelled out and is no surface, the
 * search gives up after some milliseconds. */
int symmetries_find(const struct surface *surface, uint16_t (*image)[SURFACE_CELLS_MAX], int most);

#endif
