/* table.c - the transposition table. A bucket fills a cache line. Its memory is asked of the
 * system itself, in large pages, and only the parts that were written are cleared. An entry is
 * replaced by its depth and its age; a table that grows with a search (table_fit) moves its buckets
 * upwards, from the last to the first, so that none is overwritten before it has moved.
 */
#include "engine/player/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"

enum { SAMPLE = 1000, RESERVE = 64 /* MiB left to everything else */, PAGE = 4096 };
enum { BUCKET_SIZE = TABLE_BUCKET * sizeof(struct table_slot) };

static uint64_t pack(const struct table_entry *entry, uint8_t age) {
    return (uint64_t)(uint16_t)entry->low | (uint64_t)(uint16_t)entry->high << 16 |
           (uint64_t)entry->move << 32 | (uint64_t)entry->depth << 48 | (uint64_t)age << 56;
}

static int depth_of(uint64_t data) {
    return (int)(data >> 48 & 0xff);
}

static uint8_t age_of(uint64_t data) {
    return (uint8_t)(data >> 56);
}

struct table *table_new(size_t mebibytes) {
    /* A system that promises more than it has ends the program when the memory is touched. */
    bool fits = mebibytes <= SIZE_MAX >> 20 && (long long)mebibytes <= memory_mebibytes() - RESERVE;
    struct table *table = fits ? malloc(sizeof *table) : NULL;
    if (!table)
        return NULL;
    *table = (struct table){.buckets = mebibytes * 1024 * 1024 / BUCKET_SIZE, .age = 1};
    table->size = (size_t)table->buckets * BUCKET_SIZE;
    while ((table->size - 1) >> table->part_bits >= TABLE_PARTS)
        table->part_bits++;
    table->slot =
        mmap(NULL, table->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (table->slot == MAP_FAILED) {
        free(table);
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    madvise(table->slot, table->size, MADV_HUGEPAGE); /* fewer misses of the address cache */
#endif
    return table;
}

void table_touch(struct table *table) {
    for (size_t at = 0; !table->touched && at < table->size; at += PAGE)
        atomic_fetch_or_explicit(&table->slot[at / sizeof *table->slot].data, 0,
                                 memory_order_relaxed);
    table->touched = true;
}

void table_free(struct table *table) {
    if (table)
        munmap(table->slot, table->size);
    free(table);
}

/* ---- what was written ------------------------------------------------------------------------ */

static void write_part(struct table *table, size_t part) {
    if (!atomic_load_explicit(&table->written[part], memory_order_relaxed))
        atomic_store_explicit(&table->written[part], true, memory_order_relaxed);
}

void table_wrote(struct table *table, size_t bytes) {
    for (size_t part = 0; part << table->part_bits < bytes; part++)
        write_part(table, part);
}

static bool is_empty(const struct table *table) {
    for (int part = 0; part < TABLE_PARTS; part++)
        if (atomic_load_explicit(&table->written[part], memory_order_relaxed))
            return false;
    return true;
}

void table_clear(struct table *table) {
    size_t bytes = (size_t)1 << table->part_bits;
    for (size_t part = 0, at = 0; at < table->size; part++, at += bytes) {
        if (!atomic_load_explicit(&table->written[part], memory_order_relaxed))
            continue;
        memset((char *)table->slot + at, 0, table->size - at < bytes ? table->size - at : bytes);
        atomic_store_explicit(&table->written[part], false, memory_order_relaxed);
    }
    table->buckets = table->size / BUCKET_SIZE;
    table->age = 1;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Stores the entries of a bucket anew, since the table has more buckets now: none goes to a bucket
 * before its old one. */
static void move_bucket(struct table *table, struct table_slot *bucket) {
    uint8_t age = table->age;
    for (int i = TABLE_BUCKET - 1; i >= 0; i--) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        struct table_entry entry = table_unpack(data);
        atomic_store_explicit(&bucket[i].data, 0, memory_order_relaxed);
        atomic_store_explicit(&bucket[i].check, 0, memory_order_relaxed);
        table->age = age_of(data);
        if (table->age)
            table_store(table, check ^ data, &entry);
    }
    table->age = age;
}

void table_fit(struct table *table, size_t bytes) {
    uint64_t was = is_empty(table) ? 0 : table->buckets;
    uint64_t wanted = (bytes < table->size ? bytes : table->size) / BUCKET_SIZE;
    if (wanted <= was)
        return;
    table->buckets = wanted;
    while (was-- > 0)
        move_bucket(table, &table->slot[was * TABLE_BUCKET]);
}

void table_age(struct table *table) {
    table->age = (uint8_t)(table->age == 255 ? 1 : table->age + 1); /* 0 marks an empty slot */
}

void *table_room(struct table *table, size_t *bytes) {
    *bytes = table->size;
    return table->slot;
}

void table_store(struct table *table, uint64_t key, const struct table_entry *entry) {
    struct table_slot *slot = table_bucket(table, key), *victim = slot;
    int lowest = INT32_MAX;
    write_part(table, (size_t)(slot - table->slot) * sizeof *slot >> table->part_bits);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key && age_of(data)) {
            victim = &slot[i];
            break;
        }
        int worth =
            age_of(data) == 0 ? -1 : depth_of(data) + (age_of(data) == table->age ? 256 : 0);
        if (worth < lowest) {
            lowest = worth;
            victim = &slot[i];
        }
    }
    uint64_t data = pack(entry, table->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}

int table_full(const struct table *table) {
    int used = 0;
    uint64_t sample =
        table->buckets * TABLE_BUCKET < SAMPLE ? table->buckets * TABLE_BUCKET : SAMPLE;
    for (uint64_t i = 0; i < sample; i++)
        used +=
            age_of(atomic_load_explicit(&table->slot[i].data, memory_order_relaxed)) == table->age;
    return (int)((uint64_t)used * 1000 / sample);
}
