/* import_row.h - a row of a file that is imported, and its values: what import.c passes to the
 * functions that read parts of it.
 */
#ifndef TRIANCEY_RECORD_IMPORT_ROW_H
#define TRIANCEY_RECORD_IMPORT_ROW_H

#include "base/values.h"
#include "half/boards.h"
#include "record/import_table.h"
#include "record/replay.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct game;
struct game_board;
struct import_request;
struct record;

struct import {
    const struct import_request *request;
    struct import_table table;
    const struct game *game;
    char reference[NAME_BYTES_MAX + 1]; /* who an empty opponent is */
    struct record *record;
    struct boards boards;
    const struct game_board *rules; /* the row's board, if it is spelled out */
    const struct game_board *named; /* that of the library, if the row has only a name; or none */
};

/* The place of a value of a game, or of a half that has only one. */
struct place import_place(enum column column, int half);

/* A value of the row; "" if there is none. */
const char *import_value(const struct import *import, struct place place);
const char *import_text(const struct import *import, enum column column, int half);

/* A message about a value; where there is none, about the row. Returns false. */
bool import_fail(const struct import *import, struct place place, struct error *error,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A whole number from a value that is not empty. False and a message. */
bool import_number(const struct import *import, struct place place, int64_t min, int64_t max,
                   int64_t *number, struct error *error);
bool import_small(const struct import *import, struct place place, int min, int max, int *number,
                  struct error *error);

#endif
