/* product.c - engine/player/product.h: tests both ways to compute a product against a third way, by
 * hand. */
#include "engine/player/product.h"
#include "base/random.h"
#include "tests/lib/tap.h"

enum { PAIRS = 1000000 };

/* As on paper in base 2: the sum of what each bit of `b` contributes. */
static struct product by_hand(uint64_t a, uint64_t b) {
    struct product sum = {0, 0};
    for (int bit = 63; bit >= 0; bit--) {
        sum.high = sum.high << 1 | sum.low >> 63;
        sum.low <<= 1;
        if (b >> bit & 1) {
            sum.low += a;
            sum.high += sum.low < a;
        }
    }
    return sum;
}

static bool same(struct product a, struct product b) {
    return a.high == b.high && a.low == b.low;
}

static bool agree(uint64_t a, uint64_t b) {
    struct product wanted = by_hand(a, b);
    return same(product_of(a, b), wanted) && same(product_portable(a, b), wanted);
}

int main(void) {
    static const uint64_t corner[] = {
        0, 1, 2, UINT32_MAX, UINT64_C(1) << 32, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};
    enum { CORNERS = sizeof corner / sizeof *corner };
    struct random random;
    int wrong = 0;
    random_seed(&random, 128);
    for (int i = 0; i < CORNERS * CORNERS; i++)
        wrong += !agree(corner[i / CORNERS], corner[i % CORNERS]);
    is_int(wrong, 0, "products of extreme numbers");
    for (int i = wrong = 0; i < PAIRS; i++)
        wrong += !agree(random_next(&random), random_next(&random));
    is_int(wrong, 0, "products of %d pairs of random numbers", PAIRS);
    ok(same(product_portable(UINT64_MAX, UINT64_MAX), (struct product){UINT64_MAX - 1, 1}),
       "(2^64 - 1)^2 = 2^128 - 2^65 + 1");
    return done();
}
