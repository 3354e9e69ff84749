/* import_table.h - the columns of a file of results (import.h lists them) and the values of a row.
 * For import.c alone.
 */
#ifndef TRIANCEY_REFEREE_RECORD_IMPORT_TABLE_H
#define TRIANCEY_REFEREE_RECORD_IMPORT_TABLE_H

#include "base/csv.h"
#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What a column holds. */
enum column {
    ID,
    TIME,
    PLAYER,
    OPPONENT,
    PLAYER3,
    PLAYER4,
    GAME,
    SOURCE,
    TOURNAMENT,
    BOARD,
    SPELLED,
    SEED,
    NOTE,
    MARGIN, /* from here on one for each half */
    POINTS,
    TERMINATION,
    TEXT,
    AT_FAULT,
    PLIES,
    MOVES,
    CLOCKS,
    FINISHED,
    COLUMNS
};

/* Where a value stands: half and seat from 0. */
struct place {
    enum column column;
    int half, seat;
};

struct import_table {
    const char *path; /* for messages */
    struct csv csv;
    int named;                                               /* columns */
    short field[COLUMNS][GAME_HALVES_MAX][GAME_PLAYERS_MAX]; /* -1: there is no such column */
};

/* Begins to read an open file: the names of the columns. import_table_end() frees what is held,
 * also after a failure. False and a message "PATH:LINE:COLUMN: text". */
bool import_table_begin(struct import_table *table, FILE *file, const char *path, char *error);
void import_table_end(struct import_table *table);

/* The next row. False at the end, with an empty message, or with one. */
bool import_table_next(struct import_table *table, char *error);

/* A value of the row, "" if there is no such column; valid until the next row. */
const char *import_value(const struct import_table *table, struct place place);

/* A whole number from a value that is not empty. */
bool import_number(const struct import_table *table, struct place place, int64_t min, int64_t max,
                   int64_t *number, char *error);

/* A message about a value; where there is none, about the row. Returns false. */
bool import_fail(const struct import_table *table, struct place place, char *error,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
