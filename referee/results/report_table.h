/* report_table.h - the standings of a league as one picture (SVG), for documents. */
#ifndef TRIANCEY_REFEREE_RESULTS_REPORT_TABLE_H
#define TRIANCEY_REFEREE_RESULTS_REPORT_TABLE_H

#include <stdbool.h>
#include <stdio.h>

struct record;

/* Light or dark as the reader has it. False and a message. */
bool report_table(struct record *record, FILE *file, char *error);

#endif
