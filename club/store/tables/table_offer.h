/* table_offer.h - who sends a request about a table, and what is to be played there. */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_OFFER_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_OFFER_H

#include <stdbool.h>
#include <stdint.h>

struct account;

/* Who asks; both NULL: somebody who watches. */
struct table_person {
    const struct account *account;
    const char *key;               /* of the seat; any text may come */
    const char *address, *network; /* where they come from; NULL: it does not matter */
};

enum { TABLE_ANY_SEAT = -1 };

/* The computer in this process, as the name of an engine. */
#define TABLE_REFERENCE "reference"

/* What somebody opens. Any text may come; times are in milliseconds. */
struct table_offer {
    const char *game;
    const char *grid; /* "": the usual one */
    const char *keys; /* `[KEY VALUE]...`, how many play and what else the game leaves open */
    int seat;         /* of the person, or TABLE_ANY_SEAT: by lot */
    int64_t clock, increment;
    int days;             /* a move, instead of a clock; else 0 */
    const char *position; /* words KEY=VALUE at which its halves begin; NULL: the start */
    const char *engine;   /* on all other seats, by its name; NULL: people, by a link */
    bool rated;           /* a game of two who have accounts */
    bool shown;           /* in the lobby, where anybody may take a seat (seeks.h) */
    const char *person;   /* whom it challenges, by the name of the account; NULL: nobody */
};

#endif
