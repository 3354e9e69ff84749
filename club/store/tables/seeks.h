/* seeks.h - tables that wait and are not secret: a seek, which all see in the lobby and whose free
 * seats anybody may take, and a challenge, whose free seat is kept for one account. Both are tables
 * (tables.h): they are opened by tables_open(), and whoever joins takes a seat there, so that of
 * two who come at once one is refused.
 *
 * If the person who opens one asks for no particular seat, lots are drawn when the last seat is
 * taken, so that nobody joins or leaves because of the draw.
 *
 * An account has a few seeks and challenges at a time, and may challenge only so often
 * (table_terms.h). Banned and deleted accounts have none.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_SEEKS_H
#define TRIANCEY_CLUB_STORE_TABLES_SEEKS_H

#include "club/store/club.h"
#include "club/store/tables/table_file.h"
#include "club/store/tables/table_request.h"

#include <stdbool.h>
#include <stdint.h>

enum { SEEK_LINE_SIZE = 240 };

struct seek {
    char table[SECRET_SIZE], game[TABLE_GAME_SIZE], grid[TABLE_GRID_SIZE];
    char line[SEEK_LINE_SIZE]; /* of the board; "": it is longer */
    int players, free;         /* seats; those that nobody has */
    int64_t clock, increment;
    int days;
    bool rated, lot, from_position;
    int seat;                    /* of the one who waits */
    int64_t account;             /* 0: a guest */
    char name[PERSON_NAME_SIZE]; /* "": a guest */
    int64_t created;
};

/* Calls `each` with what is in the lobby, the oldest first. */
bool seeks_each(struct club *club, void (*each)(void *context, const struct seek *seek),
                void *context, struct error *error);

/* CLUB_UNKNOWN: it is not in the lobby, or not any more. */
enum club_answer seek_read(struct club *club, const char *table, struct seek *seek,
                           struct error *error);

/* Takes away a table that waits: whoever has opened it withdraws it, or the one who is challenged
 * there declines: table.kept_for of the request is the account for which the seat was kept, 0:
 * none. CLUB_FORBIDDEN: `who` is neither; CLUB_CONFLICT, with the view: it waits no longer. */
table_act tables_close;

/* Takes away a seek whose owner has gone; nothing happens to one that was taken. */
bool seek_drop(struct club *club, const char *table, struct error *error);

/* For the sources of tables.h, within their transactions. seek_check() finds the account that is
 * challenged and says whether there may be one more; seek_add() keeps that a new table is one,
 * seek_end() that it waits no longer. */
enum club_answer seek_check(struct club *club, struct table_request *request, struct error *error);
bool seek_add(struct club *club, const struct table_request *request, struct error *error);
bool seek_end(struct club *club, struct table_row *table, struct error *error);

/* Draws the seats of a table by lot. Until then whoever opened it has the first. */
bool seek_draw_lots(struct club *club, struct table_row *table, struct error *error);

#endif
