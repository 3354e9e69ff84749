/* table_terms.h - how long things may take at a table, and how many tables there may be. Times are
 * in milliseconds.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLE_TERMS_H
#define TRIANCEY_CLUB_STORE_TABLE_TERMS_H

#include <stdint.h>

/* Tournament games: the time that a person has for a half, and gains with each move. */
#define CLUB_GAME "selacata"
enum { CLUB_HALVES = 2, CLUB_SEATS = 2 };
enum { CLUB_CLOCK_MS = 10 * 60 * 1000, CLUB_INCREMENT_MS = 5 * 1000 };

#define TABLE_DAY_MS (INT64_C(24) * 3600 * 1000)

/* Before the clock of the first turn of a half begins to run. */
#define TABLE_PAUSE_MS (INT64_C(30) * 1000)

/* Clocks that a table may have. */
#define TABLE_CLOCK_MIN_MS     (INT64_C(10) * 1000)
#define TABLE_CLOCK_MAX_MS     (INT64_C(6) * 3600 * 1000)
#define TABLE_INCREMENT_MAX_MS (INT64_C(10) * 60 * 1000)

/* How long a table waits for its players: with a clock, and by correspondence. */
#define TABLE_WAIT_MS      TABLE_DAY_MS
#define TABLE_WAIT_DAYS_MS (14 * TABLE_DAY_MS)

/* How long a table is kept after its end. */
#define TABLE_KEPT_MS (90 * TABLE_DAY_MS)

/* How long a guest's table lasts if people do not make two moves there. */
#define TABLE_GUEST_MS (INT64_C(3600) * 1000)

enum {
    TABLE_DAYS_MAX = 30,            /* a move, by correspondence */
    TABLES_OF_ACCOUNT_MAX = 40,     /* that are not over */
    SEEKS_MAX = 1000,               /* in the lobby */
    SEEKS_OF_ACCOUNT_MAX = 5,       /* of these */
    SEEKS_OF_ADDRESS_MAX = 20,      /* of guests */
    CHALLENGES_OF_ACCOUNT_MAX = 10, /* that wait for an answer */
    CHALLENGES_TO_ACCOUNT_MAX = 20,
    CHALLENGES_OF_DAY_MAX = 50,   /* also answered ones, within a day */
    CHALLENGES_OF_PAIR_MAX = 5,   /* of one account to another */
    TABLES_WITH_ENGINES_MAX = 4,  /* of these, against engines of the operator */
    TABLES_OF_ADDRESS_MAX = 100,  /* that guests have opened and that are not over */
    TABLES_OF_NETWORK_MAX = 1000, /* of a provider's network */
    TABLES_OF_GUESTS_MAX = 20000  /* that are not over, when a guest comes: of all together */
};

#endif
