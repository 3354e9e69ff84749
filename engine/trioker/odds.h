/* odds.h - the patience: how often pieces that are drawn at random contain some that fill a shape.
 */
#ifndef TRIANCEY_ENGINE_TRIOKER_ODDS_H
#define TRIANCEY_ENGINE_TRIOKER_ODDS_H

#include "engine/trioker/puzzle.h"

struct error;

struct odds_result {
    uint64_t good, all; /* sets of as many pieces as are drawn */
    uint64_t fitting;   /* sets of as many pieces as there are cells that fill the shape */
    struct puzzle_result search;
};

/* Computes the exact odds if `drawn` of the task's pieces are drawn: visits every solution once,
 * marks its set of pieces, and counts the sets that contain a marked one. False and a message: what
 * puzzle_solve() refuses, a number outside 1 to the number of pieces, or a shape with so many
 * solutions that it would take too long. If the watch stops it, search.complete is false and the
 * numbers are not set. The task's found(), limit and given are ignored. */
bool puzzle_odds(const struct puzzle_task *task, int drawn, struct odds_result *result,
                 struct error *error);

#endif
