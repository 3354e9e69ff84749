/* deals.h - what was won in the games of a league whose points are money, won in deals (game.h).
 *
 * Records have margins and moves; deals are counted by playing the moves once more.
 */
#ifndef TRIANCEY_RESULTS_DEALS_H
#define TRIANCEY_RESULTS_DEALS_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* What one player has of one half. */
struct deals_won {
    int64_t engine; /* its number in the record */
    int deals, won; /* that were won by anybody; by this player */
    int money;      /* won or lost */
};

/* Calls `add` for each player of each half whose board and moves are known; one that was forfeited
 * counts as far as it was played. False and a message: the record cannot be read, or a half breaks
 * the rules. */
bool deals_read(struct record *record, void (*add)(void *context, const struct deals_won *won),
                void *context, struct error *error);

#endif
