/* naive_perft_tritt.c - counts lines of moves by the naive rules of Tritt. */
#include "tests/lib/naive_perft.h"
#include "tests/lib/naive_tritt.h"

#include <stdlib.h>

enum { TURNS_MAX = 20000 };

static uint64_t count(const struct naive_tritt *game, int depth) {
    struct naive_turn *turns = game->over ? NULL : malloc(TURNS_MAX * sizeof *turns);
    int found = turns ? naive_tritt_turns(game, turns, TURNS_MAX) : 0;
    uint64_t sum = depth == 1 ? (uint64_t)found : 0;
    for (int i = 0; i < found && depth > 1; i++) {
        struct naive_tritt after = *game;
        naive_tritt_play(&after, &turns[i]);
        sum += count(&after, depth - 1);
    }
    free(turns);
    return sum;
}

uint64_t naive_perft_tritt(int size, int depth) {
    struct naive_tritt game;
    naive_tritt_start(&game, size);
    return count(&game, depth);
}
