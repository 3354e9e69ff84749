/* tritt_evaluation.c - see tritt_evaluation.h. */
#include "engine/tritt/tritt_evaluation.h"

enum { PLACES_MAX = 32, THREATS_MAX = 8 };

const struct tritt_weight tritt_weights[TRITT_TERMS] = {
    [TRITT_THIRDS] = {"thirds", "empty points that would complete a line", 80},
    [TRITT_SLIDES] = {"slides", "slides of enemy pieces", 120},
    [TRITT_PLACES] = {"places", "places for a piece, up to 32", 20},
    [TRITT_THREATS] = {"threats", "slides that would win at once, up to 8", 60},
};

static int least(int a, int b) {
    return a < b ? a : b;
}

static int count_slides(const struct tritt_board *board, const struct tritt_state *state,
                        int player) {
    struct points empty = tritt_empty(board, state);
    int count = 0;
    for (int i = 0; i < state->count[!player]; i++)
        for (int sign = -1; sign <= 1; sign += 2)
            count += tritt_reach(board, &empty, state->piece[!player][i], sign);
    return count;
}

void tritt_count(const struct tritt_tactics *tactics, const struct tritt_state *state,
                 const struct tritt_places places[2], struct tritt_counts *counts) {
    const struct tritt_board *board = tactics->board;
    struct points empty = tritt_empty(board, state);
    for (int side = 0; side < 2; side++) {
        int player = side ? !state->mover : state->mover;
        struct points third = points_and(tritt_third(board, state->colour[player]), empty);
        counts->count[TRITT_THIRDS][side] = points_count(third);
        counts->count[TRITT_SLIDES][side] = count_slides(board, state, player);
        counts->count[TRITT_PLACES][side] = least(tritt_count_places(&places[side]), PLACES_MAX);
    }
    counts->count[TRITT_THREATS][0] = 0;
    counts->count[TRITT_THREATS][1] =
        tritt_wins(tactics, state, !state->mover, &places[1], THREATS_MAX, NULL);
}

int tritt_evaluate(const struct tritt_counts *counts) {
    int sum = 0;
    for (int term = 0; term < TRITT_TERMS; term++)
        sum += tritt_weights[term].weight * (counts->count[term][0] - counts->count[term][1]);
    return sum;
}
