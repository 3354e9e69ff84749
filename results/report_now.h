/* report_now.h - the halves that are being played while a report is written: a section of its page.
 */
#ifndef TRIANCEY_RESULTS_REPORT_NOW_H
#define TRIANCEY_RESULTS_REPORT_NOW_H

#include <stdio.h>

/* The section `now`, as the file beside the record has it (live.h): at most REPORT_NOW_HALVES
 * rows. */
enum { REPORT_NOW_HALVES = 100 };
void report_now(const char *record, FILE *file);

#endif
