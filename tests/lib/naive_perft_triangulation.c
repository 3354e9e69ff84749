/* naive_perft_triangulation.c - counts lines of moves by the naive rules of Triangulation. A
 * position is reached by playing its moves from the start, because the list of earlier positions
 * that it holds cannot be copied. */
#include "tests/lib/naive_perft.h"
#include "tests/lib/naive_triangulation.h"

#include <string.h>

enum { DEPTH_MAX = 8 };

struct line {
    int players, length;
    char move[DEPTH_MAX][NAIVE_TEXT];
};

static uint64_t count(struct line *line, int depth) {
    struct naive_army_game game;
    char moves[NAIVE_MOVES][NAIVE_TEXT];
    naive_army_start(&game, line->players);
    for (int i = 0; i < line->length; i++)
        naive_army_play(&game, line->move[i]);
    int found = naive_army_moves(&game, moves);
    naive_army_free(&game);
    if (depth == 1)
        return (uint64_t)found;
    uint64_t sum = 0;
    line->length++;
    for (int i = 0; i < found; i++) {
        strcpy(line->move[line->length - 1], moves[i]);
        sum += count(line, depth - 1);
    }
    line->length--;
    return sum;
}

uint64_t naive_perft_triangulation(int players, int depth) {
    struct line line = {.players = players};
    return depth <= DEPTH_MAX ? count(&line, depth) : 0;
}
