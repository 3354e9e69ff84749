/* matching.h - pairs of least total cost, for the rounds of a Swiss league.
 *
 * The heaviest matching of a general graph by Edmonds' blossoms with dual variables ("Paths, trees,
 * and flowers", 1965), all trees grown at once as in Galil's survey ("Efficient algorithms for
 * finding maximum matching in graphs", 1986). Time grows with the cube of the number of vertices,
 * memory with its square.
 */
#ifndef TRIANCEY_PAIRING_MATCHING_H
#define TRIANCEY_PAIRING_MATCHING_H

#include <stdint.h>

#define MATCHING_COST_MAX ((int64_t)1 << 55) /* so that sums of a few stay far from overflow */

/* Pairs `count` vertices, an even number, so that the sum of the costs is least; cost[i * count +
 * j], which is cost[j * count + i], lies from 0 to MATCHING_COST_MAX. Fills in the mate of each. */
void matching_cheapest(int count, const int64_t *cost, int *mate);

#endif
