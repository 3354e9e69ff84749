/* half_steps.c - a half as the judge takes it. The moves are played from text, once, and the
 * position before each is kept: memory grows with the longest half that was read, and is used
 * again for the next. */
#include "config.h"

#include "analysis/half_steps.h"

#include "base/error.h"
#include "half/half_result.h"
#include "record/replay.h"

#include <stdlib.h>

static bool steps_take(void *context, const struct replay_move *move) {
    struct half_steps *steps = context;
    struct judge_step *step = &steps->step[steps->count];
    game_copy(move->board, &step->before, move->before);
    step->turn = move->turn;
    step->move = move->move;
    steps->took[steps->count++] = move->took;
    return true;
}

static bool steps_make_room(struct half_steps *steps, int count) {
    if (count <= steps->room)
        return true;
    half_steps_free(steps);
    steps->step = malloc(sizeof *steps->step * (size_t)count);
    steps->took = malloc(sizeof *steps->took * (size_t)count);
    steps->room = count;
    return steps->step && steps->took;
}

bool half_steps_read(struct half_steps *steps, const struct game_board *board,
                     const struct half_result *half, struct error *error) {
    int moves = moves_count(half->moves);
    if (!steps_make_room(steps, moves + 1)) {
        half_steps_free(steps);
        return error_memory(error);
    }
    struct judge_step *end = &steps->step[moves];
    steps->count = 0;
    if (!replay_moves(board, half, &end->before, steps_take, steps, error))
        return false;
    end->turn = board->game->turn(board, &end->before);
    end->move = GAME_NO_MOVE;
    steps->took[steps->count++] = -1;
    return true;
}

void half_steps_free(struct half_steps *steps) {
    free(steps->step);
    free(steps->took);
    *steps = (struct half_steps){.count = 0};
}
