/* listing.h - tables of results, whose columns are given once and printed in every form.
 *
 * A table is a function that gives one of its rows: an array of columns, each with its key, its
 * heading and its value in this row. A new column is a new element of this array.
 *
 * Text has columns for a terminal, with "-" for what is not known. HTML is a table of the class
 * "standings", in which an error stands behind the number before it. JSON has an object for each
 * row, with null for what is not known. CSV has a line of keys and a line for each row, in which
 * what is not known is empty.
 */
#ifndef TRIANCEY_RESULTS_LISTING_H
#define TRIANCEY_RESULTS_LISTING_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json;

enum listing_form { LISTING_TEXT = 1, LISTING_HTML = 2, LISTING_JSON = 4, LISTING_CSV = 8 };

struct cell {
    enum { CELL_COUNT, CELL_TOTAL, CELL_REAL, CELL_ERROR, CELL_TEXT, CELL_NAME } kind;
    int64_t integer;
    double real, shown; /* for programs and for people; NAN: not known */
    const char *format; /* of what is shown */
    const char *text;
};

struct column {
    const char *key;  /* for programs; NULL: they do not have it */
    const char *head; /* for people, marked by N_(); NULL: they do not see it */
    int width;        /* of text, at least; as wide as its heading and its names */
    struct cell cell;
    bool late;         /* people see it after all that are not late */
    unsigned without;  /* the forms that lack it */
    const char *group; /* a heading above neighbours that have the same pointer, or NULL */
};

enum { LISTING_COLUMNS_MAX = 32 };

/* A listing that is being printed. To begin one row by row, set the first two members, or `form`
 * and `json`; the headings come before the first row. Text needs listing_print(). */
struct listing {
    enum listing_form form;
    FILE *file;
    struct json *json;
    enum { LISTING_BEGINS, LISTING_IS_MEASURED, LISTING_HAS_HEAD, LISTING_IS_EMPTY } state;
    struct text text; /* of CSV, printed as a whole */
    int width[LISTING_COLUMNS_MAX];
    int name_width; /* of all names */
};

/* Values. A number with a sign is a total. Shares are of 1, and people see per cent. A name is that
 * of a player, or heads a row in another way. Texts must live until the row is printed. */
static inline struct cell cell_count(int64_t count) {
    return (struct cell){.kind = CELL_COUNT, .integer = count};
}
static inline struct cell cell_total(int64_t total) {
    return (struct cell){.kind = CELL_TOTAL, .integer = total};
}
static inline struct cell cell_shown(const char *format, double real, double shown) {
    return (struct cell){.kind = CELL_REAL, .format = format, .real = real, .shown = shown};
}
static inline struct cell cell_real(const char *format, double real) {
    return cell_shown(format, real, real);
}
static inline struct cell cell_share(const char *format, double share) {
    return cell_shown(format, share, 100 * share);
}
static inline struct cell cell_error(const char *format, double real, double shown) {
    return (struct cell){.kind = CELL_ERROR, .format = format, .real = real, .shown = shown};
}
static inline struct cell cell_text(const char *text) {
    return (struct cell){.kind = CELL_TEXT, .text = text};
}
static inline struct cell cell_name(const char *name) {
    return (struct cell){.kind = CELL_NAME, .text = name};
}

/* Prints a row; in JSON, adds its members to the object that is open. The array ends with a column
 * that has neither key nor heading. */
void listing_row(struct listing *listing, const struct column *column);

/* Gives a row from 0 by calling listing_row() once, or not at all to leave it out. Row 0 is asked
 * for even if there is none, for the headings. */
typedef void listing_columns(struct listing *listing, const void *table, int64_t row);

/* Prints a table as text, HTML or CSV. */
void listing_print(listing_columns *columns, const void *table, int64_t rows,
                   enum listing_form form, FILE *file);

/* Adds an array of objects. After listing_row(), `columns` may add members of its own to
 * `listing->json`. */
void listing_json(listing_columns *columns, const void *table, int64_t rows, const char *key,
                  struct json *json);

/* Ends a listing that was begun row by row. */
void listing_end(struct listing *listing);

#endif
