/* solver_avx2_1.c - the exact search for boards of one machine word on x86-64 with AVX2. */
#include "engine/kernel/vector.h"
#include "engine/solver/solving.h"

#if KERNEL_AVX2
#define SOLVE  solve_avx2_1
#define WORDS  1
#define VECTOR 256
#include "engine/solver/solver_template.h"
#else
int solve_avx2_1(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
                 int beta, int *best) {
    (void)node, (void)allowed, (void)beta, (void)best;
    solving->stopped = true;
    return 0;
}
#endif
