/* table_view.h - a table as one reader may see it: a seat, or a spectator. Nothing in it depends on
 * what is hidden from that reader, except in halves that are over, which are shown in full.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_VIEW_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_VIEW_H

#include "base/text.h"
#include "club/store/club.h"
#include "club/store/tables/table_file.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct json;

/* Empty: all zero. */
struct table_view {
    char table[SECRET_SIZE], game[TABLE_GAME_SIZE], grid[TABLE_GRID_SIZE];
    char *line, *opening; /* opening: as in its row */
    int players, halves;
    int64_t clock, increment;
    int days;
    bool rated, shown;                /* shown: in the lobby */
    bool lot;                         /* lots for seats are drawn when all have come */
    int64_t kept_for;                 /* the account that is challenged; 0: none */
    char kept_name[PERSON_NAME_SIZE]; /* of this account */
    enum table_state state;
    int reader; /* the seat from which it is seen, or GAME_PUBLIC */
    int turn;   /* a seat or TABLE_NOBODY */
    int half;   /* that is open, or the last */
    int board;  /* of a tournament game, from 1, and its week; 0: it is none */
    char week[WEEK_NAME_SIZE];
    int64_t waits; /* until the clock of the turn begins to run */
    int plies;
    struct text moves; /* of the open half, as the reader may read them */
    struct table_view_seat seat[GAME_PLAYERS_MAX];
    int over; /* halves that are over */
    struct half_result done[GAME_HALVES_MAX];
    int steps;
    bool can_draw;             /* the seat to move may offer a draw or agree to one */
    bool draw_offered;         /* it must answer an offer */
    char digest[DIGEST_SIZE];  /* of the secret; "" in a tournament game, whose week has both */
    char secret[DIGEST_SIZE];  /* "" until the table is over, and in a tournament game */
    char invite[SECRET_SIZE];  /* "": not for this reader, or no seat is free */
    int64_t created, deadline; /* deadline TABLE_NEVER: there is none */
};

/* Fills in how a table stands: all but names, the board, moves and halves that are over. Nothing in
 * it has to be freed. False and a message. */
bool table_view_stand(struct club *club, const struct table_row *table, int reader, int64_t now,
                      struct table_view *view, struct error *error);

/* Fills in all of a view. False and a message. */
bool table_view_fill(struct club *club, const struct table_row *table, int reader, int64_t now,
                     struct table_view *view, struct error *error);
void table_view_free(struct table_view *view);

/* ---- a table as import reads it -------------------------------------------------------------- */

/* Adds the members of an open JSON object. CLUB_CONFLICT: the table is not over;
 * CLUB_UNKNOWN: it is a tournament game, which the record has. */
enum club_answer table_result_write(struct club *club, const char *name, struct json *json,
                                    struct error *error);

/* ---- the steps of a table: table_steps.c ----------------------------------------------------- */

/* What has happened at a table, step by step, as one reader may see it. It is the same at any time,
 * so that a reader can go on after any step. The last step also says how the table stands now. */

struct table_step {
    int number; /* from 1 */
    enum table_kind kind;
    int half, ply;      /* ply: of a move, from 1 */
    int seat;           /* who sat down, begins, has moved (GAME_CHANCE), or lost by a fault */
    const char *move;   /* as the reader may read it */
    int64_t took, left; /* microseconds; milliseconds, -1: without a clock */
    int players;
    const struct half_result *result; /* of STEP_OVER */
    const struct table_view *stand;   /* of the last step: table_view_stand(); else NULL */
};

/* Calls `each` for the steps after the given one (0: for all). *steps: how many there are; *over:
 * the last half is over, so no more steps will come. False and a message: there is no such table,
 * or it cannot be read. */
bool table_steps(struct club *club, const char *name, int reader, int behind, int64_t now,
                 void (*each)(void *context, const struct table_step *step), void *context,
                 int *steps, bool *over, struct error *error);

#endif
