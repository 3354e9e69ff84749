/* game_list.h - some games of a league, played on their own: a task that was dealt out.
 *
 * The list has the seats, too, because in some formats they follow from earlier results.
 */
#ifndef TRIANCEY_REFEREE_SETUP_GAME_LIST_H
#define TRIANCEY_REFEREE_SETUP_GAME_LIST_H

#include "games/game.h"

#include <stdint.h>

struct game_place {
    int64_t number;               /* in the schedule, from 0 */
    int engine[GAME_PLAYERS_MAX]; /* by seat, from 0 */
};

struct game_list {
    int64_t count;
    struct game_place *game; /* in the order of the schedule */
    int64_t *faults;         /* of each engine, in other games of the league; NULL: none */
};

#endif
