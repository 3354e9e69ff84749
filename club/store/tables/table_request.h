/* table_request.h - a request about a table, on its way through a transaction: for the sources of
 * tables.h.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_REQUEST_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_REQUEST_H

#include "club/store/tables/table_file.h"
#include "club/store/tables/table_offer.h"
#include "club/store/tables/table_view.h"

#include <stdbool.h>
#include <stdint.h>

struct table_request {
    const struct table_person *who;
    const char *name; /* of the table */
    const struct table_offer *offer;
    const char *invite, *move;
    int board, half, before;
    bool agree;
    int64_t now;
    struct table_view *view;

    /* Filled in on the way. */
    char hash[DIGEST_SIZE]; /* of the key, "": none */
    struct table_row table; /* all zero: none */
    int seat;               /* of the person, or GAME_PUBLIC */
};

typedef enum club_answer table_change(struct club *club, struct table_request *request,
                                      struct error *error);

/* The steps of what is requested, ended by NULL, as far as each answers CLUB_DONE. */
enum club_answer table_request_go(struct club *club, struct table_request *request,
                                  table_change *const *steps, struct error *error);

/* Does these steps within a transaction, and fills in the view if there is a table. */
enum club_answer table_request_run(struct club *club, struct table_request *request,
                                   table_change *const *steps, struct error *error);
#define TABLE_STEPS(...) ((table_change *const[]){__VA_ARGS__, NULL})

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
