/* table_steps.h - what has happened at a table, step by step, as one reader may see it. It is the
 * same at any time, so that a reader can go on after any step. The last step also says how the
 * table stands now.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_STEPS_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_STEPS_H

#include "club/store/tables/table_file.h"

#include <stdbool.h>
#include <stdint.h>

struct table_view;

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
