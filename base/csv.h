/* csv.h - reads rows of comma-separated values (RFC 4180), one after the other, and writes fields.
 *
 * Fields are separated by commas, or by whatever separates the first row (csv_find_separator()). A
 * field in double quotes may hold separators, ends of lines, and quotes written twice. Lines end
 * with LF or CR LF; a byte order mark at the beginning and empty lines are skipped. A quote inside
 * a field without quotes, text after a closing quote, a quote that is not closed, a CR without its
 * LF, a NUL byte and what is not UTF-8 are errors with their line and column (in bytes), both from
 * 1.
 */
#ifndef TRIANCEY_BASE_CSV_H
#define TRIANCEY_BASE_CSV_H

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>

struct error;

enum { CSV_FIELDS_MAX = 512, CSV_ROW_MAX = 1 << 24 /* bytes */ };

struct csv_field {
    size_t start; /* of its text in the row's */
    int line, column;
};

struct csv {
    FILE *file;
    int line, column;       /* of the next byte */
    int at_line, at_column; /* of the byte read last */
    int held, held_byte[3]; /* bytes that were read and given back, the next one last */
    int separator;          /* 0: a comma, a semicolon or a tab, whichever comes first */
    int fields;             /* of the row read last */
    struct csv_field field[CSV_FIELDS_MAX];
    struct text text; /* all its fields, each ended by a zero */
};

/* Begins to read an open file, which stays the caller's; csv_end() frees the rest. */
void csv_begin(struct csv *csv, FILE *file);
void csv_end(struct csv *csv);

/* Call it before the first row: finds out the separator, which differs among spreadsheets. */
void csv_find_separator(struct csv *csv);

/* Reads the next row. False: the end, with an empty message, or an error: "LINE:COLUMN: text". */
bool csv_next(struct csv *csv, struct error *error);

/* A field of the row, without the guard of csv_add(); valid until the next one is read. */
const char *csv_get(const struct csv *csv, int field);

/* Writes a field, quoted if it must be. One that a spreadsheet would take for a formula (it begins
 * with = + - or @ and is no number) gets an apostrophe before it as a guard, see OWASP, "CSV
 * injection"; so does one that begins like a guarded one. */
void csv_add(struct text *text, const char *field);

#endif
