/* product.h - both halves of a product of two numbers of 64 bits.
 *
 * A machine of 64 bits has an instruction for it, by way of a type that ISO C does not know;
 * elsewhere it is the sum of four products of halves. Both give the same, so keys, searches and
 * signatures do not depend on the machine.
 */
#ifndef TRIANCEY_ENGINE_PLAYER_PRODUCT_H
#define TRIANCEY_ENGINE_PLAYER_PRODUCT_H

#include <stdint.h>

struct product {
    uint64_t high, low;
};

static inline struct product product_portable(uint64_t a, uint64_t b) {
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    uint64_t rest = a_low * b_high + (uint32_t)middle; /* none of these sums overflows */
    return (struct product){.high = a_high * b_high + (middle >> 32) + (rest >> 32),
                            .low = rest << 32 | (uint32_t)low};
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 product_wide;

static inline struct product product_of(uint64_t a, uint64_t b) {
    product_wide product = (product_wide)a * b;
    return (struct product){.high = (uint64_t)(product >> 64), .low = (uint64_t)product};
}
#else
static inline struct product product_of(uint64_t a, uint64_t b) {
    return product_portable(a, b);
}
#endif

#endif
