/* record_schedule.h - the games of a league's schedule in its record: which are there, and one half
 * more.
 */
#ifndef TRIANCEY_REFEREE_RECORD_RECORD_SCHEDULE_H
#define TRIANCEY_REFEREE_RECORD_RECORD_SCHEDULE_H

#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

struct match_result;
struct record;
struct record_board;
struct schedule_entry;

/* What a record has of one game. */
struct record_game {
    int64_t number; /* from 0 */
    int round;      /* from 0 */
    int seats;
    int engine[GAME_PLAYERS_MAX]; /* by seat, from 0 */
    uint32_t halves;              /* that are there, as bits: 1 is the first */
    int margin[GAME_PLAYERS_MAX]; /* by seat, their sum */
};

/* Calls back for each game with a number from `first` to end - 1 of which the record has any half,
 * in their order. */
bool record_each_game(struct record *record, int64_t first, int64_t end,
                      void (*each)(void *context, const struct record_game *game), void *context,
                      char *error);

/* Adds a board under its number (from 0) unless it is there: before the first half on it. */
bool record_add_board(struct record *record, int number, const struct record_board *board,
                      char *error);

/* How many faults each engine has, warnings aside, is added to `count`. */
bool record_count_faults(struct record *record, int64_t *count, int engines, char *error);

/* Adds a finished half (from 1) and its faults, all or nothing. */
bool record_half(struct record *record, const struct schedule_entry *entry,
                 const struct match_result *result, char *error);

#endif
