/* kernel.c - which kernel runs, and its usual weights. */
#include "engine/kernel/kernel.h"

#include <string.h>

/* Found by `tests/tools/tune order`, the second one with positions=150 empty=28. The last four
 * weights of both were set by hand. */
const struct kernel_tuning kernel_tuning_default[2] = {
    {.order = {.exposed = 19,
               .gain = 82,
               .captures = 2,
               .alone_mine = 30,
               .alone_theirs = 9,
               .quiet = 11,
               .empty = 41,
               .remote = 9,
               .patterns = 20,
               .refuted = 600,
               .refuted_far = 100,
               .known = 500},
     .tries = KERNEL_TRIES},
    {.order = {.exposed = 96,
               .gain = 35,
               .captures = 19,
               .alone_mine = 41,
               .alone_theirs = 31,
               .quiet = 24,
               .empty = 12,
               .remote = 12,
               .patterns = 20,
               .refuted = 600,
               .refuted_far = 100,
               .known = 500},
     .tries = KERNEL_TRIES},
};

const struct kernel *const kernels[] = {
    &kernel_avx512, &kernel_avx2_1, &kernel_avx2_2, &kernel_avx2_5,
    &kernel_plain1, &kernel_plain2, &kernel_plain5, NULL};

const struct kernel *kernel_choose(int words, const char *name) {
    for (int i = 0; kernels[i]; i++) {
        const struct kernel *kernel = kernels[i];
        if (kernel->words < words || !kernel->available())
            continue;
        if (words > 1 || !name || strcmp(kernel->name, name) == 0)
            return kernel;
    }
    return NULL;
}

const struct kernel *kernel_find(const char *name) {
    for (int i = 0; kernels[i]; i++)
        if (kernels[i]->words == 1 && strcmp(kernels[i]->name, name) == 0 &&
            kernels[i]->available())
            return kernels[i];
    return NULL;
}

void kernel_node_from(const struct triancey_state *state, struct kernel_node *node) {
    memcpy(node->own, state->set[state->mover], sizeof node->own);
    memcpy(node->other, state->set[!state->mover], sizeof node->other);
    node->placed = state->placed;
}
