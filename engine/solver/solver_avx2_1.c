/* solver_avx2_1.c - the exact search for boards of one machine word on x86-64 with AVX2. */
#define SOLVE  solve_avx2_1
#define WORDS  1
#define VECTOR 256
#include "engine/solver/solver_template.h"
