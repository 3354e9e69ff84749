/* table_request.h - a request about a table (tables.h says what each of them needs), and its way
 * through a transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_REQUEST_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_REQUEST_H

#include "club/store/tables/table_file.h"
#include "club/store/tables/table_view.h"

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

struct table_request {
    const struct table_person *who;
    const char *name; /* of the table */
    const struct table_offer *offer;
    const char *invite, *move;
    int board, half, before;
    bool agree;
    int64_t now;
    struct table_view *view; /* filled in */

    /* For the sources of tables.h, filled in on the way. */
    char hash[DIGEST_SIZE]; /* of the key, "": none */
    struct table_row table; /* all zero: none */
    int seat;               /* of the person, or GAME_PUBLIC */
};

typedef enum club_answer table_act(struct club *club, struct table_request *request,
                                   struct error *error);

/* The steps of what is requested, ended by NULL, as far as each answers CLUB_DONE. */
enum club_answer table_request_go(struct club *club, struct table_request *request,
                                  table_act *const *steps, struct error *error);

/* Does these steps within a transaction, and fills in the view if there is a table. */
enum club_answer table_request_run(struct club *club, struct table_request *request,
                                   table_act *const *steps, struct error *error);
#define TABLE_STEPS(...) ((table_act *const[]){__VA_ARGS__, NULL})

/* Defines a function of tables.h by its steps. */
#define TABLE_ACT(name, ...)                                                                       \
    enum club_answer name(struct club *club, struct table_request *request, struct error *error) { \
        return table_request_run(club, request, TABLE_STEPS(__VA_ARGS__), error);                  \
    }

/* Refuses a person who is banned. */
enum club_answer table_check_ban(struct club *club, struct table_request *request,
                                 struct error *error);

/* Finds the table of the request as it stands now, and the person's seat there. */
enum club_answer table_request_find(struct club *club, struct table_request *request,
                                    struct error *error);

/* The person's seat: of several, first the one whose turn it is; GAME_PUBLIC: none. */
int table_request_seat(const struct table_request *request);

/* Does what is due at a table. CLUB_UNKNOWN: it is gone now. */
enum club_answer table_expire(struct club *club, struct table_row *table, int64_t now,
                              struct error *error);

#endif
