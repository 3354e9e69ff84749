/* report.h - a league as one page of HTML: standings, results by opponent and by board, its course,
 * and its games to step through. It needs no network and no other file.
 */
#ifndef TRIANCEY_RESULTS_REPORT_H
#define TRIANCEY_RESULTS_REPORT_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct record;
struct report_choice;

/* Writes the page, with the games that are chosen. `live` is the record's path if the page will be
 * replaced by newer ones, else NULL: it then says so, browsers reload it, and it shows the halves
 * that are being played. False and a message. */
bool report_write(struct record *record, const struct report_choice *choice, const char *live,
                  FILE *file, struct error *error);

/* Writes the standings alone as one picture (SVG), for documents: light or dark, as the reader's
 * system is. False and a message. */
bool report_table(struct record *record, FILE *file, struct error *error);

#endif
