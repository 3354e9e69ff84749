/* pair_table.c - data about pairs of players, found by their two numbers: open addressing, at most
 * half full. */
#include "config.h"

#include "pairing/fit.h"

#include "base/needed.h"
#include "base/random.h"

#include <stdlib.h>

enum { ROOM_FIRST = 64 };

/* Where a pair is, or would be. */
static int64_t find_slot(const struct pair_table *table, int first, int second) {
    uint64_t at = random_mix((uint64_t)first, (uint64_t)second);
    for (;; at++) {
        int64_t slot = (int64_t)(at & (uint64_t)(table->room - 1));
        if (table->slot[slot] == 0)
            return slot;
        const struct fit_pair *pair = &table->pair[table->slot[slot] - 1];
        if (pair->first == first && pair->second == second)
            return slot;
    }
}

/* Doubles the room for slots and for pairs. */
static void pair_table_grow(struct pair_table *table) {
    int64_t room = table->room ? 2 * table->room : ROOM_FIRST;
    struct fit_pair *pair = needed(realloc(table->pair, sizeof *pair * (size_t)room / 2));
    free(table->slot);
    table->pair = pair;
    table->slot = needed(calloc((size_t)room, sizeof *table->slot));
    table->room = room;
    for (int64_t i = 0; i < table->count; i++)
        table->slot[find_slot(table, pair[i].first, pair[i].second)] = i + 1;
}

struct fit_pair *pair_table_get(struct pair_table *table, int first, int second) {
    int low = first < second ? first : second, high = first < second ? second : first;
    if (2 * table->count >= table->room)
        pair_table_grow(table);
    int64_t slot = find_slot(table, low, high);
    if (table->slot[slot] == 0) {
        table->pair[table->count++] = (struct fit_pair){.first = low, .second = high};
        table->slot[slot] = table->count;
    }
    return &table->pair[table->slot[slot] - 1];
}

void pair_table_free(struct pair_table *table) {
    free(table->pair);
    free(table->slot);
    *table = (struct pair_table){.count = 0};
}
