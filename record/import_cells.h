/* import_cells.h - the values of a game in a JSON file as texts, one for each column of
 * import_table.h. */
#ifndef TRIANCEY_RECORD_IMPORT_CELLS_H
#define TRIANCEY_RECORD_IMPORT_CELLS_H

#include "base/text.h"
#include "games/game.h"
#include "record/import_table.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

struct error;

/* The file that is read: `own` of its import_table. */
struct json_table {
    struct json_object *root, *league, *engines, *boards, *games;
    struct text file, cells; /* cells: the values of the row, each ended by a zero */
    size_t game, board;      /* of the row, from 0 */
    size_t engine;           /* the one that was found last */
    size_t start[COLUMNS][GAME_HALVES_MAX]
                [GAME_PLAYERS_MAX]; /* in cells, from 1; 0: there is none */
};

/* The name of each column's member; of COLUMN_PLAYER to COLUMN_PLAYER4 it is a list. */
extern const char *const import_cells_members[COLUMNS];

/* Between these two calls, text is added to the cell of a place. */
void import_cells_begin(struct json_table *own, struct place place);
void import_cells_end(struct json_table *own);

/* Puts a value into its cell; NULL leaves it empty. This and the functions below: false and a
 * message. */
bool import_cells_put(struct import_table *table, struct place place, struct json_object *value,
                      enum json_type type, struct error *error);

/* Put the member that belongs to a column: one value; an array, as words separated by blanks; an
 * array with a number for each seat; the faults of a half, and what was said in it, one line each.
 */
bool import_cells_put_member(struct import_table *table, struct place place,
                             const struct json_object *object, enum json_type type,
                             struct error *error);
bool import_cells_put_words(struct import_table *table, struct place place,
                            const struct json_object *object, enum json_type type,
                            struct error *error);
bool import_cells_put_seats(struct import_table *table, struct place place,
                            const struct json_object *half, int seats, struct error *error);
bool import_cells_put_faults(struct import_table *table, struct place place,
                             const struct json_object *half, struct error *error);
bool import_cells_put_said(struct import_table *table, struct place place,
                           const struct json_object *half, struct error *error);

#endif
