/* solver_plain1.c - the exact search in plain C for boards of one machine word. */
#define SOLVE  solve_plain1
#define WORDS  1
#define VECTOR 0
#include "engine/solver/solver_template.h"
