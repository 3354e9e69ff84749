/* report_charts.h - the tables and charts of a report, each a piece of HTML with SVG inside.
 *
 * Nothing in them depends on colour alone: the tables have numbers, lines have patterns and names,
 * and values above and below zero are on different sides. Players come in the order of the data.
 */
#ifndef TRIANCEY_RESULTS_REPORT_CHARTS_H
#define TRIANCEY_RESULTS_REPORT_CHARTS_H

#include "results/report_data.h"

#include <stdbool.h>
#include <stdio.h>

struct error;
struct text;

/* ---- scales ---------------------------------------------------------------------------------- */

struct scale {
    double low, high; /* values */
    double from, to;  /* coordinates */
    double step;      /* between ticks */
};

/* Makes a scale with at most `steps` steps, whose bounds are ticks. */
struct scale scale_make(double low, double high, double from, double to, int steps);

double scale_at(const struct scale *scale, double value);

/* Writes a tick, with or without its sign; zero has none. */
void scale_print_tick(FILE *file, const struct scale *scale, double tick);
void scale_print_plain(FILE *file, const struct scale *scale, double tick);

/* Writes lines across a chart at the ticks, the one at 0 stronger, with numbers at their left. */
void scale_print_lines(FILE *file, const struct scale *y, double left, double right,
                       void (*print_tick)(FILE *file, const struct scale *scale, double tick));

/* Writes lines down a chart, with numbers at the height `labels`. */
void scale_print_columns(FILE *file, const struct scale *x, int top, int bottom, int labels);

/* Text escaped for HTML and SVG, also within quotes, between marks that stay as they are: bytes
 * that are not UTF-8 or not a character of XML become U+FFFD. */
void report_text(FILE *file, const char *before, const char *text, const char *after);

/* The style element of pictures that are files of their own, light or dark as the reader has it. */
extern const char report_picture_style[];

/* Mean margins of each player (row) against each (column). */
void report_cross_table(const struct report_data *data, FILE *file);

/* Mean margins on each board: as a table if the boards are few, and as marks on a line. */
void report_boards(const struct report_data *data, FILE *file);

/* How often each margin of a half occurred. */
void report_histograms(const struct report_data *data, FILE *file);

/* How the mean margin went from the first game to the last. */
void report_progress(const struct report_data *data, FILE *file);

/* ---- the frame of a page --------------------------------------------------------------------- */

/* What pages of results have in common: installed files that are copied into them, their content
 * security policy, and a whole page without scripts. */

/* Adds a file that ships with the program. False and a message. */
bool report_shipped(struct text *text, const char *subpath, struct error *error);

/* The beginning of a page up to its heading. It may run this one script (NULL: none) and use this
 * one style sheet, which its policy allows by their hashes, and load nothing: a script hidden in a
 * text of the record does not run. `more` is added to its head; "": nothing. */
void report_head(const char *title, const char *script, const char *style, const char *more,
                 FILE *file);

/* A page with a heading; the browser reads it again after this many seconds, 0: never. False and a
 * message. */
bool report_page_begin(const char *title, int reload, FILE *file, struct error *error);
void report_page_end(FILE *file);

#endif
