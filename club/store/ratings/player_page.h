/* player_page.h - what is public about a player: weeks, games and the all-time place.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_PLAYER_PAGE_H
#define TRIANCEY_CLUB_STORE_RATINGS_PLAYER_PAGE_H

#include "base/calendar.h"
#include "club/store/ratings/ranking.h"

#include <stdbool.h>
#include <stdint.h>

/* The newest weeks are listed, up to the number that twenty years have. */
enum { PLAYER_WEEKS = 1044 };

/* A week of the player, as the rankings have it. */
struct player_week {
    char week[WEEK_NAME_SIZE];
    bool provisional;
    int64_t place, games, counted, total, lost;
    int64_t moves, loss; /* that were analysed (analysis.h), and what they lost together */
};

/* A game of the player that counts. */
struct player_game {
    int64_t game; /* in the record */
    char week[WEEK_NAME_SIZE], word[64];
    int board; /* 0: not one of the club's weeks */
    int margin, half[CLUB_HALVES], lost;
    int64_t moves, loss;
};

struct player_page {
    struct career career; /* games 0: no game counts yet */
    char created[CALENDAR_TIME_SIZE];
    bool banned;
    int weeks;
    struct player_week *week; /* the oldest first */
    int64_t total;            /* games */
    int games;
    struct player_game *game; /* the newest week first, in it by board */
};

/* CLUB_UNKNOWN: there is no such account. `page` is that of the games. */
enum club_answer player_page_read(struct club *club, int64_t account,
                                  const struct page_request *page, struct player_page *player,
                                  struct error *error);
void player_page_free(struct player_page *player);

#endif
