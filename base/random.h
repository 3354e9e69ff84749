/* random.h - seeded pseudo-random numbers, the same on every machine.
 *
 * xoshiro256** by David Blackman and Sebastiano Vigna (2018), its state filled by splitmix64 from a
 * seed of 64 bits. Used for boards made from words and for everything seeded in engine and referee,
 * so its output is part of what must never change. Not for secrets.
 */
#ifndef TRIANCEY_BASE_RANDOM_H
#define TRIANCEY_BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state[4];
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);

/* A number from 0 to below - 1, each with the same probability; below is at least 1. */
uint32_t random_below(struct random *random, uint32_t below);

/* Mixes two numbers into one: the seed of part number `part` of something that has a seed. */
uint64_t random_mix(uint64_t seed, uint64_t part);

#endif
