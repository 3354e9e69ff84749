/* report_charts.h - the tables and charts of a report, each a piece of HTML with SVG inside.
 *
 * Nothing in them depends on colour alone: the tables have numbers, lines have patterns and names,
 * and values above and below zero are on different sides. Players come in the order of the data.
 */
#ifndef TRIANCEY_RESULTS_REPORT_CHARTS_H
#define TRIANCEY_RESULTS_REPORT_CHARTS_H

#include "results/report_data.h"

#include <stdio.h>

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

#endif
