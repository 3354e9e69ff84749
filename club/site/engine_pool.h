/* engine_pool.h - engines of the operator that think for a site: a limited number of processes,
 * each in a thread of its own that waits for it, so that the loop never does.
 *
 * A search is submitted, and its result collected later; a descriptor becomes readable when there
 * is one. A process is kept for the next search with the same engine, ended after a fault or when
 * it was not needed for a minute, and started again when it is. Time, memory and protocol are
 * watched as in a match (referee/match/engine_seat.h).
 */
#ifndef TRIANCEY_CLUB_SITE_ENGINE_POOL_H
#define TRIANCEY_CLUB_SITE_ENGINE_POOL_H

#include "base/text.h"
#include "games/game.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

struct engine_pool;
struct engine_spec;
struct error;

/* One search. The caller fills in what is asked, submits it, and owns it again when it is taken
 * out. */
struct pool_search {
    int engine;    /* its number */
    char *line;    /* the board as the protocol spells it out */
    char game[64]; /* a word that identifies the game: a different one is a new game for the engine
                    */
    int players, half, seat;
    int carry[GAME_PLAYERS_MAX];
    uint64_t seed;
    struct text moves; /* played, as the seat may read them */
    void *context;     /* the caller's own */

    /* The answer. */
    struct fault fault; /* its verdict is VERDICT_OK if there is a move */
    char move[GAME_MOVE_TEXT];
    int64_t took; /* microseconds */

    struct pool_search *after; /* the pool's own */
};

struct pool_options {
    const struct engine_spec *const *engine; /* must outlive the pool */
    int engines;
    int max; /* processes at the same time */
};

/* Starts each engine once, to see that it works and which games it plays. NULL and a message. */
struct engine_pool *engine_pool_new(const struct pool_options *options, struct error *error);

/* Ends all processes, at once where they do not end by themselves; searches that are not taken out
 * are given to `drop`. NULL is allowed. */
void engine_pool_free(struct engine_pool *pool, void (*drop)(struct pool_search *search));

/* Whether an engine plays a game; its own name for itself. */
bool engine_pool_plays(const struct engine_pool *pool, int engine, const char *game);
const char *engine_pool_id_name(const struct engine_pool *pool, int engine);

/* Restarts the engine before its next search, because it breaks rules. */
void engine_pool_restart(struct engine_pool *pool, int engine);

/* Submits a search. False and a message: no thread can be started. */
bool engine_pool_put(struct engine_pool *pool, struct pool_search *search, struct error *error);

/* Takes out one that is done, with an answer or a fault; NULL: none is now. */
struct pool_search *engine_pool_take(struct engine_pool *pool);

/* Readable when one is done. */
int engine_pool_descriptor(const struct engine_pool *pool);

/* How many searches wait or run, and how many threads there are. */
void engine_pool_count(struct engine_pool *pool, int *searches, int *threads);

#endif
