/* report.h - a league as one page of HTML: standings, results by opponent and by board, its course,
 * and its games to step through. It needs no network and no other file.
 */
#ifndef TRIANCEY_RESULTS_REPORT_H
#define TRIANCEY_RESULTS_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;
struct report_choice;

/* Writes the page, with the games that are chosen. `live`, the record's path, if the page
 * will be replaced by a newer one: it says so, a browser that shows it reloads it, and it has what
 * is being played; else NULL. False and a message. */
bool report_write(struct record *record, const struct report_choice *choice, const char *live,
                  FILE *file, struct error *error);

/* Writes the standings alone as one picture (SVG), for documents: light or dark as the reader has
 * it. False and a message. */
bool report_table(struct record *record, FILE *file, struct error *error);

#endif
