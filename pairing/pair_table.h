/* pair_table.h - data about pairs of players, found by their two numbers.
 *
 * Memory grows with the pairs that have met, not with all possible ones.
 */
#ifndef TRIANCEY_PAIRING_PAIR_TABLE_H
#define TRIANCEY_PAIRING_PAIR_TABLE_H

#include "pairing/fit.h"

#include <stdint.h>

struct pair_table {
    struct fit_pair *pair; /* as fit_margins() takes them, in the order in which they came */
    int64_t count;
    int64_t *slot; /* numbers of pairs from 1; 0: free */
    int64_t room;  /* of slots: a power of two, or 0 */
};

/* The pair of two players, the lower number first; a new one if need be. It stays where it is until
 * the next call. NULL: out of memory. A table of zeros is empty. */
struct fit_pair *pair_table_have(struct pair_table *table, int first, int second);

void pair_table_free(struct pair_table *table);

#endif
