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

/* The exact odds when this many of the task's pieces are drawn: every solution is visited once, its
 * set of pieces marked, and all sets that contain a marked one are counted. False and a message:
 * what puzzle_solve() refuses, a number outside 1 to the number of pieces, or a shape with so many
 * solutions that it would take too long. If the watch stops it, search.complete is false and the
 * numbers are not there. found(), limit and given of the task are not looked at. */
bool puzzle_odds(const struct puzzle_task *task, int drawn, struct odds_result *result,
                 struct error *error);

#endif
