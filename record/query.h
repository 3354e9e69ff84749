/* query.h - SQL on a record, in one way everywhere. Queries with many rows are opened, stepped
 * and closed:
 *
 *     struct query rows;
 *     query_open(&rows, record, "SELECT id FROM game WHERE round = ?", VALUES(value_int(round)));
 *     while (good && query_step(&rows))
 *         good = add(query_int64(&rows, 0));
 *     return query_close(&rows, error) && good;
 *
 * Parameters count from 1, columns from 0. After an error, even one when it was opened, there are
 * no steps; closing reports it, with advice. A query is closed before its record.
 */
#ifndef TRIANCEY_RECORD_QUERY_H
#define TRIANCEY_RECORD_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct record;
struct sqlite3_stmt;

/* The largest values that a record may have. The referee's own records stay below them, and a reader
 * of a stranger's record refuses larger ones. */
enum {
    RECORD_ROW_BYTES = 8 << 20,    /* of a row, or of any text */
    RECORD_NAME_BYTES = 255,       /* of the name of a league, a player or a board */
    RECORD_WORDS_BYTES = 64 << 10, /* of the command and all options of an engine */
    RECORD_MOVES_BYTES = 256 << 10 /* of the moves of a half that is shown as JSON */
};

struct query {
    struct record *record;
    struct sqlite3_stmt *statement; /* NULL: it could not be opened, or is closed */
    int code;                       /* what the last step, or the opening, answered */
    bool kept;
};

/* A value of a parameter. A text must last as long as the query is open; NULL is null. */
struct query_value {
    enum { QUERY_END, QUERY_NULL, QUERY_INT, QUERY_REAL, QUERY_TEXT } kind;
    union {
        int64_t number;
        double real;
        const char *text;
    };
};

static inline struct query_value value_int(int64_t number) {
    return (struct query_value){.kind = QUERY_INT, .number = number};
}

static inline struct query_value value_int_if(bool known, int64_t number) {
    return (struct query_value){.kind = known ? QUERY_INT : QUERY_NULL, .number = number};
}

static inline struct query_value value_real_if(bool known, double real) {
    return (struct query_value){.kind = known ? QUERY_REAL : QUERY_NULL, .real = real};
}

static inline struct query_value value_text(const char *text) {
    return (struct query_value){.kind = QUERY_TEXT, .text = text};
}

/* The values of all parameters, in their order. A statement may use only the first of them. */
#define VALUES(...) ((const struct query_value[]){__VA_ARGS__, {0}})

/* `values` may be NULL if there are no parameters. */
void query_open(struct query *query, struct record *record, const char *sql,
                const struct query_value *values);

/* Opens a query that is asked often: the record keeps it prepared until the record is closed. The
 * text must be a constant, since it is found by its address. */
void query_keep(struct query *query, struct record *record, const char *sql,
                const struct query_value *values);

/* Goes to the next row. False: there is none, or an error. */
bool query_step(struct query *query);

/* Columns of the row. query_int() limits what a damaged record may hold to numbers to which a
 * thousand can still be added. Texts are valid until the next step; null is "", but NULL from
 * query_text(). */
int query_int(const struct query *row, int column);
int64_t query_int64(const struct query *row, int column);
double query_real(const struct query *row, int column);
const char *query_text(const struct query *row, int column);
const char *query_string(const struct query *row, int column);
void query_copy(const struct query *row, int column, char *to, size_t size);
bool query_is_null(const struct query *row, int column);
bool query_is_number(const struct query *row, int column);

/* A value as it is: its bytes, NULL for null, and its kind: i, r, t, b, n (an integer, a real
 * number, a text, bytes, null). */
const char *query_bytes(const struct query *row, int column, size_t *size);
char query_kind(const struct query *row, int column);

/* How many columns there are, also before the first step, and what they are called. */
int query_columns(const struct query *query);
const char *query_column_name(const struct query *query, int column);

/* False and a message if it could not be opened or a step failed. */
bool query_close(struct query *query, struct error *error);

/* Statements of one step, kept as by query_keep(): query_write() changes something, query_ask()
 * answers a number, 0 if there is no row, and query_ask_text() a text, "" if there is none. */
bool query_write(struct record *record, const char *sql, const struct query_value *values,
                 struct error *error);
bool query_ask(struct record *record, const char *sql, const struct query_value *values,
               int64_t *number, struct error *error);
bool query_ask_text(struct record *record, const char *sql, const struct query_value *values,
                    char *text, size_t size, struct error *error);

/* Statements with the same values, ended by NULL, as far as none fails. */
bool query_write_all(struct record *record, const char *const *sql,
                     const struct query_value *values, struct error *error);

/* Runs statements, separated by semicolons, that have no parameters and answer nothing. */
bool query_run(struct record *record, const char *sql, struct error *error);

/* The number of the row that was added last. */
int64_t query_new_id(struct record *record);

/* Everything read between begin and end is a snapshot, even while others write; everything written
 * is committed as a whole or, unless `good`, not at all. The functions that end return whether all
 * went well:
 *
 *     return query_begin_writing(record, error) &&
 *            query_end_writing(record, add_all(record, error), error);
 *
 * Both may be nested inside a write: an inner one that fails is undone, and the rest goes on. When
 * the outermost ends, all of it is kept or lost.
 */
bool query_begin_reading(struct record *record, struct error *error);
bool query_end_reading(struct record *record, bool good);
bool query_begin_writing(struct record *record, struct error *error);
bool query_end_writing(struct record *record, bool good, struct error *error);

/* The number of the outermost transaction that is open, a new one each time; 0: none is. What was
 * read in it is not changed by another process before its end. */
int64_t query_transaction(const struct record *record);

/* A write that costs less directly within the outermost one, and cannot be undone alone there: if
 * it fails after it has changed something, the outermost is taken back. `changes` is for its
 * end. */
bool query_begin_attempt(struct record *record, int64_t *changes, struct error *error);
bool query_end_attempt(struct record *record, int64_t changes, bool good, struct error *error);

#endif
