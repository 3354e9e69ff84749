/* table_engines.h - tables at which an engine of the operator is to move: passes their turns to the
 * pool, and its answers to the club. One search at a time for each person; others wait in the file,
 * so that the order stays when the server is restarted.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLES_TABLE_ENGINES_H
#define TRIANCEY_CLUB_SITE_TABLES_TABLE_ENGINES_H

#include "club/store/tables/table_search.h"
#include "games/game.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

struct engine_pool;
struct engine_spec;
struct error;
struct table_engines;

/* Whether there is an engine of this name that plays the game. */
bool table_engines_has(const struct table_engines *engines, const char *name, const char *game);

/* An engine may have to move somewhere: looks at the next run. */
void table_engines_look(struct table_engines *engines);

/* ---- the pool of engines: engine_pool.c ------------------------------------------------------ */

/* Engines of the operator that think for a site: a limited number of processes, each in a thread of
 * its own that waits for it, so that the loop never does.
 *
 * A search is submitted, and its result collected later; a descriptor becomes readable when there
 * is one. A process is kept for the next search with the same engine, ended after a fault or when
 * it was not needed for a minute, and started again when it is. Time, memory and protocol are
 * watched as in a match (referee/match/engine_seat.h). */

/* One search, allocated. The caller fills in what is asked, submits it, and owns it again when it
 * is taken out. */
struct pool_search {
    int engine; /* its number */
    struct table_search asked;

    /* The answer. */
    struct fault fault; /* its verdict is VERDICT_OK if there is a move */
    char move[GAME_MOVE_TEXT];
    int64_t took; /* microseconds */

    struct pool_search *after; /* the pool's own */
};

void pool_search_free(struct pool_search *search);

struct pool_options {
    const struct engine_spec *const *engine; /* must outlive the pool */
    int engines;
    int max; /* processes at the same time */
};

/* Starts each engine once, to see that it works and which games it plays. NULL and a message. */
struct engine_pool *engine_pool_new(const struct pool_options *options, struct error *error);

/* Ends all processes, at once where they do not end by themselves, and drops searches that are not
 * taken out. NULL is allowed. */
void engine_pool_free(struct engine_pool *pool);

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
