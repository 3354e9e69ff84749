/* solver_plain5.c - the exact search in plain C for boards of up to five machine words. */
#define SOLVE  solve_plain5
#define WORDS  5
#define VECTOR 0
#include "engine/solver/solver_template.h"
