/* solver_avx512.c - the exact search for boards of one machine word on x86-64 with AVX512-BITALG.
 */
#include "engine/kernel/vector.h"
#include "engine/solver/solving.h"

#if KERNEL_AVX512
#define SOLVE  solve_avx512
#define WORDS  1
#define VECTOR 512
#include "engine/solver/solver_template.h"
#else
int solve_avx512(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
                 int beta, int *best) {
    (void)node, (void)allowed, (void)beta, (void)best;
    solving->stopped = true;
    return 0;
}
#endif
