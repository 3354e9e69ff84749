/* symmetry.h - the symmetries of a board: the ways to number its cells anew that keep neighbours.
 *
 * A regular board has many (a torus at least one for every way to shift it), and positions that
 * they take into each other have the same value. A board made from a word has but one, the
 * identity.
 */
#ifndef TRIANCEY_SYMMETRY_H
#define TRIANCEY_SYMMETRY_H

#include "games/reaction.h"

enum { SYMMETRIES_MAX = 192 /* of larger groups, so many are found */ };

/* Finds the symmetries of a surface, the identity first; image[i][cell] is the cell to which the
 * i-th takes a cell. Pawns stay where they are. Returns how many there are, at most
 * SYMMETRIES_MAX. */
int symmetries_find(const struct surface *surface, uint16_t (*image)[SURFACE_CELLS_MAX]);

#endif
