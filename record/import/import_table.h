/* import_table.h - games of a file as a table, one row a game, whatever the file's form.
 *
 * A column has one text for each row; columns from COLUMN_MARGIN on have one for each half, and
 * margins and points one for each seat of it. import.h says what they mean. The forms are
 * comma-separated values (import_csv.c) and JSON as export.h writes it (import_json.c).
 */
#ifndef TRIANCEY_RECORD_IMPORT_IMPORT_TABLE_H
#define TRIANCEY_RECORD_IMPORT_IMPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;

enum column {
    COLUMN_ID,
    COLUMN_TIME,
    COLUMN_PLAYER,
    COLUMN_OPPONENT,
    COLUMN_PLAYER3,
    COLUMN_PLAYER4,
    COLUMN_GAME,
    COLUMN_SOURCE,
    COLUMN_TOURNAMENT,
    COLUMN_BOARD,
    COLUMN_SPELLED,
    COLUMN_SEED,
    COLUMN_OPENING,
    COLUMN_NOTE,
    COLUMN_KINDS,  /* what the players are (record_extra.h), one for each seat; only in JSON */
    COLUMN_MARGIN, /* from here on one for each half */
    COLUMN_POINTS,
    COLUMN_TERMINATION,
    COLUMN_TEXT,
    COLUMN_AT_FAULT,
    COLUMN_PLIES,
    COLUMN_MOVES,
    COLUMN_CLOCKS,
    COLUMN_FINISHED,
    COLUMN_SAID,     /* what engines said, "PLY FIELDS" as of said.h, a line each */
    COLUMN_ANALYSIS, /* what its moves were worth, as analysis_list_read() takes it; only in JSON */
    COLUMN_FAULTS,   /* "PLAYER KIND TEXT", a line each; only in JSON */
    COLUMNS
};

/* A column without a name is not in comma-separated values. `needed` columns must be there; of the
 * columns of halves, that of the first half. */
struct import_column {
    const char *name;
    bool needed, of_seats; /* each seat has one: margin1, margin1_2 */
};
extern const struct import_column import_columns[COLUMNS];

/* Where a value stands: half and seat from 0. */
struct place {
    enum column column;
    int half, seat;
};

struct import_table {
    const char *path; /* for messages */
    const struct import_form *form;
    void *own; /* of the form */
};

/* How files of one form are read. begin() reads what stands before the first game and sets `own`,
 * also when it fails, if end() has something to free; next() is import_table_next(). */
struct import_form {
    bool (*begin)(struct import_table *table, FILE *file, struct error *error);
    bool (*next)(struct import_table *table, struct error *error);
    const char *(*get)(const struct import_table *table, struct place place); /* NULL: none */
    void (*where)(const struct import_table *table, struct place place, char *text, size_t size);
    void (*end)(struct import_table *table);
};
extern const struct import_form import_csv, import_json;

/* Begins to read an open file, which stays the caller's. JSON is what begins with a bracket or has
 * a name that ends with .json. The path must last; import_table_end() is needed also after a
 * failure. */
bool import_table_begin(struct import_table *table, FILE *file, const char *path,
                        struct error *error);
void import_table_end(struct import_table *table);

/* The next row. False: the end, with an empty message, or an error. */
bool import_table_next(struct import_table *table, struct error *error);

/* A value of the row, "" if there is none; valid until the next row. */
const char *import_table_get(const struct import_table *table, struct place place);

/* A message about a value, without control characters: "FILE:LINE:COLUMN: name: text", or "FILE:
 * games[0].member: text". Where there is no such value it is about the row. False. */
bool import_table_fail(const struct import_table *table, struct place place, const char *why,
                       struct error *error);

#endif
