/* board_cache.h - the boards of a league while it is played. Boards of its list are made before;
 * boards of words are made when they are needed, and only a few of them are kept.
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_BOARD_CACHE_H
#define TRIANCEY_REFEREE_LEAGUE_BOARD_CACHE_H

struct board_cache;
struct error;
struct setup;
struct setup_board;

/* Makes a cache from which `taken` boards may be taken at a time. The setup must outlive it. NULL:
 * out of memory. */
struct board_cache *board_cache_new(const struct setup *setup, int taken);
void board_cache_free(struct board_cache *cache); /* when all were given back; NULL is allowed */

/* Takes the board with this number of the schedule, until it is given back. NULL and a message. */
const struct setup_board *board_cache_take(struct board_cache *cache, int number,
                                           struct error *error);
void board_cache_give_back(struct board_cache *cache, int number);

#endif
