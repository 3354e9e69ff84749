/* rank_page.h - the ranking of a week as a page, with the champions of the weeks before it. */
#ifndef TRIANCEY_RESULTS_RANK_PAGE_H
#define TRIANCEY_RESULTS_RANK_PAGE_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct rank_request;
struct record;

/* False and a message; what was written is not a whole page then. */
bool rank_page(struct record *record, const struct rank_request *request, FILE *file,
               struct error *error);

#endif
