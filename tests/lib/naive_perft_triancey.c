/* naive_perft_triancey.c - counts lines of moves by the naive rules of the Triancey family. */
#include "tests/lib/naive.h"
#include "tests/lib/naive_perft.h"

static uint64_t count(const struct naive *game, int depth) {
    if (depth == 1)
        return (uint64_t)naive_legal_count(game);
    uint64_t sum = 0;
    for (int cell = 0; cell < game->grid->cells; cell++) {
        if (!naive_is_legal(game, cell))
            continue;
        struct naive after = *game;
        naive_play(&after, cell);
        sum += count(&after, depth - 1);
    }
    return sum;
}

uint64_t naive_perft_triancey(const struct grid *grid, bool fewest, int archipelago, int depth) {
    struct naive game;
    naive_start(&game, grid, fewest, archipelago);
    return count(&game, depth);
}
