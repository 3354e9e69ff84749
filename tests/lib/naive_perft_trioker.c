/* naive_perft_trioker.c - counts lines of moves by the naive rules of Trioker. */
#include "tests/lib/naive_perft.h"
#include "tests/lib/naive_trioker.h"

uint64_t naive_perft_trioker(const struct naive_trioker *game, int depth) {
    struct naive_words words;
    uint64_t sum = 0;
    naive_trioker_moves(game, &words);
    if (depth == 1)
        return (uint64_t)words.count;
    for (int i = 0; i < words.count; i++) {
        struct naive_trioker after = *game;
        naive_trioker_play(&after, words.word[i]);
        sum += naive_perft_trioker(&after, depth - 1);
    }
    return sum;
}
