/* report_page.h - what pages of results have in common: installed files that are copied into them,
 * their content security policy, and a whole page without scripts.
 */
#ifndef TRIANCEY_RESULTS_REPORT_PAGE_H
#define TRIANCEY_RESULTS_REPORT_PAGE_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct text;

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
