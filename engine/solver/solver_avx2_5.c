/* solver_avx2_5.c - the exact search for boards of up to five machine words on x86-64 with AVX2. */
#define SOLVE  solve_avx2_5
#define WORDS  5
#define VECTOR 256
#include "engine/solver/solver_template.h"
