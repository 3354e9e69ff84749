/* club_stats.h - how large a club is and what goes on in it, for its operator.
 */
#ifndef TRIANCEY_CLUB_STORE_CLUB_STATS_H
#define TRIANCEY_CLUB_STORE_CLUB_STATS_H

#include "club/store/accounts.h"
#include "club/store/week.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

struct club_stats {
    int64_t accounts[ACCOUNT_CLASSES], banned, devices;
    char week[WEEK_NAME_SIZE]; /* that runs */
    int64_t week_players;      /* who have begun a game in it */
    int64_t week_games, week_over;
    int64_t open;                 /* halves that are being played */
    int64_t weeks, games, halves; /* of all times, that count; in the record */
    int64_t bytes;                /* of the file */
};

bool club_stats_read(struct club *club, int64_t now, struct club_stats *stats, struct error *error);

#endif
