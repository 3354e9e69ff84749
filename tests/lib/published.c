/* published.c - plays many halves of the reference against random, for comparison with published
 * figures. */
#include "tests/lib/published.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "engine/triancey/reference.h"
#include "grids/grid.h"

enum { PUBLISHED_HALVES = 60000 };

const struct pairing pairings[PAIRINGS] = {
    {"reference v random", {true, false}, true, 40.8, 0, 0},
    {"reference v reference", {true, true}, false, -11.8, 33.8, 38.5},
    {"random v random", {false, false}, false, -3.3, 13.8, 27.3},
};

double sample_deviation(const struct sample *sample) {
    return sqrt(sample->squares / (double)sample->count);
}

double deviation_from(const struct sample *sample, double published) {
    double theirs = sample_deviation(sample) / sqrt(PUBLISHED_HALVES),
           ours = sample_deviation(sample) / sqrt((double)sample->count);
    return fabs(sample->mean - published) / sqrt(ours * ours + theirs * theirs);
}

/* One half; `starter` is the side (0 or 1 of the pairing) that is yellow. */
static void play_half(const struct triancey_board *board, const struct pairing *pairing,
                      int starter, struct random *random, struct outcome *outcome) {
    const struct game *game = board->base.game;
    struct game_state state;
    uint32_t moves[SURFACE_CELLS_MAX];
    game->start(&board->base, &state, 1);
    const struct triancey_state *s = triancey_state(&state);
    for (int count; (count = game->moves(&board->base, &state, moves)) > 0;) {
        if (pairing->reference[s->mover ^ starter])
            count = reference_candidates(board, s, moves, count);
        game->play(&board->base, &state, moves[random_below(random, (uint32_t)count)]);
    }
    int margin = triancey_margin(board, s, starter);
    sample_add(&outcome->margin, margin);
    sample_add(&outcome->exchanged, outcome->exchanged.count % 2 ? -margin : margin);
    sample_add(&outcome->placements, s->placed);
    outcome->stalemates += s->over == TRIANCEY_STALEMATE;
}

bool play_pairing(const struct pairing *pairing, long halves, unsigned seed,
                  struct outcome *outcome) {
    struct error error;
    struct random random;
    memset(outcome, 0, sizeof *outcome);
    struct grid *grid = grid_from_shape("torus 6x4", &error);
    struct game_board *board = grid ? game_prepare(game_find("selacata"), grid, 0, &error) : NULL;
    if (!board) {
        fprintf(stderr, "%s\n", error.text);
        grid_free(grid);
        return false;
    }
    random_seed(&random, seed);
    for (long half = 0; half < halves; half++)
        play_half(triancey_board(board), pairing, pairing->exchange ? (int)(half & 1) : 0, &random,
                  outcome);
    game_board_free(board);
    grid_free(grid);
    return true;
}
