/* naive_perft.h - the lines of moves of each game, counted by its naive rules: `depth` moves each,
 * depth from 1 on, from the start. A game that is over is not continued; moves of chance count. */
#ifndef TRIANCEY_TESTS_LIB_NAIVE_PERFT_H
#define TRIANCEY_TESTS_LIB_NAIVE_PERFT_H

#include <stdbool.h>
#include <stdint.h>

struct grid;
struct naive_trioker;

uint64_t naive_perft_triancey(const struct grid *grid, bool fewest, int archipelago, int depth);
uint64_t naive_perft_tritt(int size, int depth);
uint64_t naive_perft_triangulation(int players, int depth);
uint64_t naive_perft_trioker(const struct naive_trioker *game, int depth); /* from any position */

#endif
