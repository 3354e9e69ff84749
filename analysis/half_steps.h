/* half_steps.h - a half as the judge takes it (engine/judge/judge.h), from its moves as text.
 */
#ifndef TRIANCEY_ANALYSIS_HALF_STEPS_H
#define TRIANCEY_ANALYSIS_HALF_STEPS_H

#include "engine/judge/judge.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct half_result;

/* The moves of a half and, last, the position after them. Reusable; empty: all zero. */
struct half_steps {
    int count, room;
    struct judge_step *step;
    int64_t *took; /* by step, in microseconds; -1: not known */
};

/* Plays a half by the rules; its moves must be known. False and a message for the first move that
 * is not legal. */
bool half_steps_read(struct half_steps *steps, const struct game_board *board,
                     const struct half_result *half, struct error *error);
void half_steps_free(struct half_steps *steps);

#endif
