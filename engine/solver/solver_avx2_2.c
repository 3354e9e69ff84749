/* solver_avx2_2.c - the exact search for boards of up to two machine words on x86-64 with AVX2. */
#include "engine/kernel/vector.h"
#include "engine/solver/solving.h"

#if KERNEL_AVX2
#define SOLVE  solve_avx2_2
#define WORDS  2
#define VECTOR 256
#include "engine/solver/solver_template.h"
#else
int solve_avx2_2(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
                 int beta, int *best) {
    (void)node, (void)allowed, (void)beta, (void)best;
    solving->stopped = true;
    return 0;
}
#endif
