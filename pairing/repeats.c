/* repeats.c - repeated games. The numbers of the parts are added up, so that their order makes no
 * difference. Numbers that have turned up are kept in a hash table with open addressing that is at
 * most half full; 0, which stands for a number not known, is a free place. */
#include "config.h"

#include "pairing/repeats.h"

#include "base/needed.h"
#include "base/random.h"

#include <stdlib.h>

uint64_t repeats_half(uint64_t moves_hash, int64_t board, const int *engine, int seats, int half) {
    uint64_t number = random_mix(moves_hash, (uint64_t)board);
    int first = (int)(((int64_t)half - 1) % seats); /* a damaged record has any half */
    for (int i = 0; i < seats; i++)
        number = random_mix(number, (uint64_t)engine[(i + first + seats) % seats]);
    return moves_hash ? number | 1 : 0;
}

void repeats_add(struct repeats_whole *whole, uint64_t part) {
    whole->sum += random_mix(part, 0);
    whole->unknown |= part == 0;
}

uint64_t repeats_number(const struct repeats_whole *whole) {
    return whole->unknown ? 0 : whole->sum | 1;
}

/* The place of a number in the table, or the free place for it if the table does not have it. */
static size_t repeats_find(const struct repeats *repeats, uint64_t number) {
    size_t place = (size_t)random_mix(number, 1) & (repeats->room - 1);
    while (repeats->number[place] && repeats->number[place] != number)
        place = (place + 1) & (repeats->room - 1);
    return place;
}

static void repeats_grow(struct repeats *repeats) {
    struct repeats grown = {.room = repeats->room ? 2 * repeats->room : 64};
    grown.number = needed(calloc(grown.room, sizeof *grown.number));
    for (size_t i = 0; i < repeats->room; i++)
        if (repeats->number[i])
            grown.number[repeats_find(&grown, repeats->number[i])] = repeats->number[i];
    grown.count = repeats->count;
    free(repeats->number);
    *repeats = grown;
}

bool repeats_seen(struct repeats *repeats, uint64_t number) {
    if (number == 0)
        return false;
    if (2 * repeats->count >= repeats->room)
        repeats_grow(repeats);
    size_t place = repeats_find(repeats, number);
    bool seen = repeats->number[place] != 0;
    repeats->number[place] = number;
    repeats->count += !seen;
    return seen;
}

void repeats_free(struct repeats *repeats) {
    free(repeats->number);
    *repeats = (struct repeats){0};
}
