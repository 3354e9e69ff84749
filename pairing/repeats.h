/* repeats.h - games that repeat earlier ones: they are not new evidence, and count once.
 *
 * Two halves are the same if they have the same board, the same moves and the same engines in the
 * same roles, counted from the seat that begins the half. Two games are the same if their halves
 * are, in any order, and two encounters if their games are. All of them are compared by numbers of
 * 64 bits: among a million halves, the chance that two different ones have the same number is one
 * in ten million.
 */
#ifndef TRIANCEY_PAIRING_REPEATS_H
#define TRIANCEY_PAIRING_REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of a half (from 1) on a board between the engines on this many seats, from the hash of
 * its moves; 0 if the hash is 0: the moves are not known, or there are none. */
uint64_t repeats_half(uint64_t moves_hash, int64_t board, const int *engine, int seats, int half);

/* Halves that make a game, or games that make an encounter. Starts all zero. */
struct repeats_whole {
    uint64_t sum;
    bool unknown; /* a part is not known: so is the whole */
};

void repeats_add(struct repeats_whole *whole, uint64_t part);

/* The number of the whole: never that of one of its parts alone; 0: not known. */
uint64_t repeats_number(const struct repeats_whole *whole);

/* Numbers that have turned up. All zero: none. */
struct repeats {
    uint64_t *number;
    size_t count, room; /* room: 0 or a power of two */
};

/* Whether the number has turned up before; from now on it has. 0 never has. */
bool repeats_seen(struct repeats *repeats, uint64_t number);
void repeats_free(struct repeats *repeats);

#endif
