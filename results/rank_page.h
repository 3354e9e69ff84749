/* rank_page.h - the ranking of a week as a page, with the champions of the weeks before it. */
#ifndef TRIANCEY_RESULTS_RANK_PAGE_H
#define TRIANCEY_RESULTS_RANK_PAGE_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct rank_request;
struct record;

/* Writes the page. False and a message on failure: what was written is then not a whole page. */
bool rank_page(struct record *record, const struct rank_request *request, FILE *file,
               struct error *error);

#endif
