/* table.h - the transposition table: what searches remember of positions, within a bounded size.
 *
 * Buckets of four entries of 16 bytes. Entries are checked by the key that is mixed into them, so
 * that several threads may share a table without locks: a torn entry looks like one of another
 * position (Hyatt and Mann, "A lock-less transposition table implementation", ICGA Journal 25,
 * 2002).
 */
#ifndef TRIANCEY_TABLE_H
#define TRIANCEY_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_MOVE_NONE = 0xffff };

/* What is known of a position: a value with a bound (enum bound of player.h), the depth it was
 * searched to and the best move, a number below TABLE_MOVE_NONE. */
struct table_entry {
    int16_t value;
    uint16_t move;
    uint8_t depth;
    uint8_t bound;
};

struct table;

/* A table of at most so many MiB (at least 1). NULL: out of memory. */
struct table *table_new(size_t mebibytes);
void table_free(struct table *table);
void table_clear(struct table *table);

/* Entries of earlier searches give way first once a new search has begun. */
void table_age(struct table *table);

bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry);
void table_store(struct table *table, uint64_t key, const struct table_entry *entry);

/* How full it is, in thousandths, with entries of the current search. */
int table_full(const struct table *table);

#endif
