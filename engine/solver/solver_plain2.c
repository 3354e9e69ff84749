/* solver_plain2.c - the exact search in plain C for boards of up to two machine words. */
#define SOLVE  solve_plain2
#define WORDS  2
#define VECTOR 0
#include "engine/solver/solver_template.h"
