/* schedule.h - who plays whom, where and with which seed: a pure function of a few numbers.
 *
 * A round robin: in each round every group of engines that fills a table (every pair, where the
 * game has two seats) meets once on every board. A game of several halves changes who begins inside
 * itself, and the seats change from round to round; a game of one half is played once for each
 * seat, as legs in which the seats rotate, on the same board with the same seed. Nothing is stored:
 * entry i is computed from i, so that a league can be resumed or dealt out to several machines.
 * Rounds come first, so that more of them may be added later.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULE_H
#define TRIANCEY_REFEREE_SCHEDULE_H

#include "games/game.h"

#include <stdint.h>

struct schedule {
    int seats; /* of one game: 2 to GAME_PLAYERS_MAX, and at most as many as engines */
    int engines, boards, rounds;
    int halves; /* of one game */
    uint64_t seed;
};

struct schedule_entry {
    int64_t number; /* from 0 */
    int round;      /* from 0 */
    int64_t pair;   /* legs of one encounter share it; from 0 through the whole league */
    int board;
    int leg; /* from 0 */
    int seats;
    int engine[GAME_PLAYERS_MAX]; /* by seat */
    uint64_t seed;                /* of the encounter: the same for all its legs */
};

/* How many games there are. */
int64_t schedule_count(const struct schedule *schedule);

struct schedule_entry schedule_get(const struct schedule *schedule, int64_t number);

/* What an engine is given as seed in a half (from 1), and what chance is drawn from: below 2^63. */
uint64_t schedule_engine_seed(const struct schedule_entry *entry, int engine, int half);
uint64_t schedule_chance_seed(const struct schedule_entry *entry, int half);

#endif
