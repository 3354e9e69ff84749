/* solver_avx2_2.c - the exact search for boards of up to two machine words on x86-64 with AVX2. */
#define SOLVE  solve_avx2_2
#define WORDS  2
#define VECTOR 256
#include "engine/solver/solver_template.h"
