/* table.h - the transposition table: what searches remember of positions, within a bounded size.
 *
 * Buckets of four entries of 16 bytes. Entries are checked by the key that is mixed into them, so
 * threads may share a table without locks: a torn entry looks like one of another position (Hyatt
 * and Mann, "A lock-less transposition table implementation", ICGA Journal 25, 2002).
 */
#ifndef TRIANCEY_ENGINE_PLAYER_TABLE_H
#define TRIANCEY_ENGINE_PLAYER_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/player/product.h"

/* A depth of TABLE_EXACT or more marks a value that is exact; such depths still rank entries by the
 * work in them. */
enum { TABLE_MOVE_NONE = 0xffff, TABLE_EXACT = 128, TABLE_DEPTH_MAX = 127 };

/* What is known of a position: its value lies within low..high, as far as a search to `depth` can
 * tell. The move is the best one so far, a number below TABLE_MOVE_NONE. */
struct table_entry {
    int16_t low, high;
    uint16_t move;
    uint8_t depth;
};

enum { TABLE_BUCKET = 4, TABLE_PARTS = 1024 };

/* The two words of an entry: its data (low 16 bits, high 16, move 16, depth 8, age 8), and the
 * position's key mixed with them. Open to view only so that probing costs no call. */
struct table_slot {
    _Atomic uint64_t data;
    _Atomic uint64_t check;
};

struct table {
    struct table_slot *slot;
    size_t size;      /* bytes, all of them */
    uint64_t buckets; /* in use */
    uint8_t age;      /* 1 to 255; 0 marks an empty slot */
    bool touched;
    int part_bits;                     /* a part has 2^part_bits bytes */
    _Atomic bool written[TABLE_PARTS]; /* each other part is zero */
};

/* A table of at most this many MiB (at least 1). Its memory costs nothing until it is used. NULL:
 * there is not enough. */
struct table *table_new(size_t mebibytes);
void table_free(struct table *table);

/* Has the system provide all of the memory. Where a clock will run, do this before: the first touch
 * of a large page may take many milliseconds. Takes no time if it was done before. */
void table_touch(struct table *table);

/* Empties the table, and puts all of it into use. Clears only the parts that were written since
 * the last time. */
void table_clear(struct table *table);

/* Uses only `bytes` of an empty table, or all if it has fewer, because a part that a small search
 * does not fill costs time to clear and cache misses. In a table that is not empty, the part in use
 * can grow, with its entries kept, but never shrinks. No thread may use the table meanwhile. */
void table_fit(struct table *table, size_t bytes);

/* Begins a new search: entries of earlier searches are replaced first. */
void table_age(struct table *table);

static inline struct table_slot *table_bucket(const struct table *table, uint64_t key) {
    uint64_t index = product_of(key, table->buckets).high;
    return table->slot + index * TABLE_BUCKET;
}

/* Asks for the memory of a position ahead of its use. */
static inline void table_prefetch(const struct table *table, uint64_t key) {
    __builtin_prefetch(table_bucket(table, key));
}

static inline struct table_entry table_unpack(uint64_t data) {
    return (struct table_entry){.low = (int16_t)(uint16_t)data,
                                .high = (int16_t)(uint16_t)(data >> 16),
                                .move = (uint16_t)(data >> 32),
                                .depth = (uint8_t)(data >> 48)};
}

static inline bool table_probe(const struct table *table, uint64_t key, struct table_entry *entry) {
    const struct table_slot *slot = table_bucket(table, key);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ data) != key || data >> 56 == 0)
            continue;
        *entry = table_unpack(data);
        return true;
    }
    return false;
}

void table_store(struct table *table, uint64_t key, const struct table_entry *entry);

/* Lends all of the table's memory to a player that keeps something else there, and then says by
 * table_wrote() how many of the first bytes it may have written. The entries are lost. Clear the
 * table before it is used as a table again. */
void *table_room(struct table *table, size_t *bytes);
void table_wrote(struct table *table, size_t bytes);

/* How full the table is, in thousandths, with entries of the current search. */
int table_full(const struct table *table);

#endif
