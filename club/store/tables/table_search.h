/* table_search.h - tables at which an engine of the operator is to move: what it has to know, and
 * what becomes of its answer. Who searches, and when, is not the club's concern.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_SEARCH_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_SEARCH_H

#include "base/secret.h"
#include "base/text.h"
#include "club/store/club.h"
#include "club/store/tables/table_file.h"
#include "games/game.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

/* Empty: all zero. Everything in it is its own. */
struct table_search {
    char table[SECRET_SIZE];
    int64_t person; /* the account against whom it plays */
    char engine[TABLE_ENGINE_SIZE];
    char *line; /* the board as the protocol spells it out */
    int players, half, seat, plies;
    int carry[GAME_PLAYERS_MAX]; /* margins of the halves before */
    uint64_t seed;
    struct text start; /* the position that the half begins at, if it is spelled out */
    struct text moves; /* as its seat may read them */
};

/* Calls `each` with the name of every table at which an engine is to move, the oldest turn first,
 * and with the account that waits for it. */
bool table_searches(struct club *club,
                    void (*each)(void *context, const char *table, int64_t person), void *context,
                    struct error *error);

/* Fills in what the engine has to know. CLUB_CONFLICT: no engine is to move there. */
enum club_answer table_search_read(struct club *club, const char *table,
                                   struct table_search *search, struct error *error);
void table_search_free(struct table_search *search);

/* What an engine has answered, after `took` microseconds. */
struct table_reply {
    const char *move;     /* NULL: it has failed, or resigns, */
    enum verdict verdict; /* for this reason */
    const char *text;     /* which says more */
    int64_t took, now;
    bool lost; /* filled in: the rules refuse the move */
};

/* Plays a move, or the engine loses the half. If the rules refuse the move, it loses the half, too,
 * and the message says why. CLUB_CONFLICT: the table has gone on without it. */
enum club_answer table_search_answer(struct club *club, const struct table_search *search,
                                     struct table_reply *reply, struct error *error);

#endif
