/* combinations.h - all sets of a few numbers, counted and numbered. */
#ifndef TRIANCEY_REFEREE_PAIRING_COMBINATIONS_H
#define TRIANCEY_REFEREE_PAIRING_COMBINATIONS_H

#include <stdint.h>

/* How many sets of `count` there are among `from`. */
int64_t combinations_count(int64_t from, int count);

/* The set of `count` with this number, in rising order: 0-1, 0-2, 1-2, 0-3 ... (the combinatorial
 * number system). */
void combinations_get(int64_t number, int count, int *member);

#endif
