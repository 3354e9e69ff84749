/* solver_avx512.c - the exact search for boards of one machine word on x86-64 with AVX512-BITALG.
 */
#define SOLVE  solve_avx512
#define WORDS  1
#define VECTOR 512
#include "engine/solver/solver_template.h"
