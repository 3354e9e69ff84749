/* random.c - xoshiro256** by Blackman and Vigna, seeded by splitmix64, as their authors advise:
 * seeds that differ in one bit give unrelated streams. The constants are those of the published
 * generators. A seed and a part of it, such as the number of a half, are mixed by a step of
 * splitmix64, too. */
#include "base/random.h"

static uint64_t splitmix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void random_seed(struct random *random, uint64_t seed) {
    for (int i = 0; i < 4; i++)
        random->state[i] = splitmix(&seed);
}

static uint64_t rotate(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

uint64_t random_next(struct random *random) {
    uint64_t *s = random->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint32_t random_below(struct random *random, uint32_t below) {
    /* Lemire (2019): a multiplication, and a second draw only where the first would be unfair. */
    uint64_t product = (random_next(random) >> 32) * below;
    uint32_t low = (uint32_t)product;
    if (low < below) {
        uint32_t threshold = -below % below;
        while (low < threshold) {
            product = (random_next(random) >> 32) * below;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

uint64_t random_mix(uint64_t seed, uint64_t part) {
    uint64_t x = seed;
    uint64_t first = splitmix(&x);
    x = first ^ part * 0xd1342543de82ef95u;
    return splitmix(&x);
}
