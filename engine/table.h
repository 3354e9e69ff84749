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

/* What is known of a position: its value lies within low..high, as far as a search to `depth` can
 * tell; at a depth of at least the number of empty cells that is the truth. The move is the best
 * one so far, a number below TABLE_MOVE_NONE. */
struct table_entry {
    int16_t low, high;
    uint16_t move;
    uint8_t depth;
};

struct table;

/* A table of at most so many MiB (at least 1). NULL: out of memory. */
struct table *table_new(size_t mebibytes);
void table_free(struct table *table);
void table_clear(struct table *table);

/* Entries of earlier searches give way first once a new search has begun. */
void table_age(struct table *table);

/* Asks for the memory of a position ahead of its use. */
void table_prefetch(const struct table *table, uint64_t key);

bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry);
void table_store(struct table *table, uint64_t key, const struct table_entry *entry);

/* The table's own memory, for a player that keeps something else there. What the table knew is
 * lost; it is to be cleared before it is used as a table again. */
void *table_room(struct table *table, size_t *bytes);

/* How full it is, in thousandths, with entries of the current search. */
int table_full(const struct table *table);

#endif
